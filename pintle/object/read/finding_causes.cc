#include "pintle/object/read/finding_causes.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"
#include "pintle/object/read/nearest_field.h"

namespace pintle::object {
namespace {

using field::Finding;

// A map takes some tens of bytes for each value, of which a byte or two can be one.
constexpr size_t kMaxPositionedBytes = size_t{1} << 20;
// Behind aliases there are many ways to read a long path.
constexpr size_t kMaxPositionedPathBytes = 1024;
// Every cause has the path twice, which the message has once.
constexpr size_t kMaxCauses = field::Findings::kMaxFindings;
constexpr size_t kMaxCauseBytes = size_t{64} << 10;
constexpr size_t kMaxMeant = 10;

}  // namespace

bool CauseList::HasRoom() const { return causes_.size() < kMaxCauses && bytes_ < kMaxCauseBytes; }

bool CauseList::WantsMeant() const { return causes_.size() < kMaxMeant; }

void CauseList::Add(Cause cause) {
  const size_t size = cause.message.size() + cause.field.size();
  // A shorter one may still fit.
  if (size > kMaxCauseBytes - std::min(bytes_, kMaxCauseBytes)) return;
  bytes_ += size;
  causes_.push_back(std::move(cause));
}

std::optional<codec::PositionMap> FindingPositions(MediaType media, std::string_view body) {
  if (body.size() > kMaxPositionedBytes) return std::nullopt;
  if (media != MediaType::kJson && media != MediaType::kYaml) return std::nullopt;
  auto positions = media == MediaType::kJson ? codec::PositionMap::OfJson(body)
                                             : codec::PositionMap::OfYaml(body);
  if (!positions) return std::nullopt;
  return *std::move(positions);
}

void Locate(Finding& finding, const codec::PositionMap& positions) {
  if (finding.kind == Finding::Kind::kUnknownNumber) return;
  if (finding.path.size() > kMaxPositionedPathBytes) return;
  auto location = finding.kind == Finding::Kind::kDuplicate ? positions.FindRepeated(finding.path)
                                                            : positions.Find(finding.path);
  if (location) finding.position = location->key;
}

Cause FindingCause(const Finding& finding, const std::optional<std::string>& meant) {
  bool repeated = finding.kind == Finding::Kind::kDuplicate;
  Cause cause{repeated ? "FieldDuplicate" : "FieldUnknown", field::FindingText(finding),
              ReplaceInvalidUtf8(finding.path)};
  if (finding.position) {
    cause.message +=
        fmt::format(" at line {}, column {}", finding.position->line, finding.position->column);
  }
  if (meant) cause.message += fmt::format("; did you mean {}?", Quoted(*meant));
  return cause;
}

std::vector<Cause> FindingCauses(const Kind& kind, std::string_view version, MediaType media,
                                 std::string_view body, const field::Findings& findings) {
  CauseList causes;
  auto positions = FindingPositions(media, body);
  for (Finding finding : findings.items()) {
    if (!causes.HasRoom()) break;
    std::optional<std::string> meant;
    if (finding.kind == Finding::Kind::kUnknown && causes.WantsMeant()) {
      meant = NearestField(kind, version, finding.path);
    }
    if (positions) Locate(finding, *positions);
    causes.Add(FindingCause(finding, meant));
  }
  return causes.Take();
}

}  // namespace pintle::object
