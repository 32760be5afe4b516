#include "pintle/api/request/negotiate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <ranges>

#include "pintle/base/strings.h"
#include "pintle/http/query.h"

namespace pintle::api {
namespace {

using object::MediaType;

// Clauses are put in order one by one, which takes the square of their number; nobody has so many.
constexpr size_t kMaxAcceptClauses = 250;

// The order in which wildcards try types.
std::vector<MediaType> Offered(const Offer& offer) {
  std::vector<MediaType> types = {MediaType::kJson};
  if (!offer.watch) types.push_back(MediaType::kYaml);
  types.push_back(MediaType::kProtobuf);
  if (offer.cbor) types.push_back(MediaType::kCbor);
  return types;
}

bool IsUsable(MediaType type, BodyFormats formats) {
  return type != MediaType::kProtobuf || formats.protobuf;
}

std::string_view StreamType(MediaType type) {
  switch (type) {
    case MediaType::kProtobuf:
      return "application/vnd.kubernetes.protobuf;stream=watch";
    case MediaType::kCbor:
      return "application/cbor-seq";
    default:
      return "application/json;stream=watch";
  }
}

std::string AcceptedTypes(const Offer& offer) {
  std::vector<std::string_view> types;
  for (MediaType type : Offered(offer)) {
    types.push_back(offer.watch ? StreamType(type) : MediaTypeText(type));
  }
  return fmt::format("{}", fmt::join(types, ", "));
}

bool TypeMatches(const AcceptClause& clause, MediaType type, const Offer& offer) {
  if (clause.type == "*" && clause.subtype == "*") return true;
  if (clause.type != "application") return false;
  if (clause.subtype == "*") return true;
  if (type == MediaType::kCbor && offer.watch && clause.subtype == "cbor-seq") return true;
  return MediaTypeText(type).substr(std::string_view("application/").size()) == clause.subtype;
}

// Whether the clause's parameters are acceptable for this type; fills in what they ask for.
bool ParametersFit(const AcceptClause& clause, MediaType type, const Offer& offer,
                   Negotiated& out) {
  std::string_view as = clause.Parameter("as");
  std::string_view group = clause.Parameter("g");
  std::string_view version = clause.Parameter("v");
  if (!as.empty() || !group.empty() || !version.empty()) {
    if (!offer.transforms || group != "meta.k8s.io") return false;
    if (version != "v1" && version != "v1beta1") return false;
    if (as == "Table") {
      if (!offer.tables || type == MediaType::kCbor || type == MediaType::kProtobuf) return false;
      out.transform = Transform::kTable;
    } else if (as == "PartialObjectMetadata") {
      out.transform = Transform::kPartialMetadata;
    } else if (as == "PartialObjectMetadataList") {
      out.transform = Transform::kPartialMetadataList;
    } else {
      return false;
    }
    out.transform_version = version;
  }
  if (type == MediaType::kProtobuf && offer.protobuf == ProtobufOffer::kMetadataOnly &&
      out.transform == Transform::kNone) {
    return false;
  }
  std::string_view stream = clause.Parameter("stream");
  if (!stream.empty() && (stream != "watch" || type == MediaType::kYaml)) return false;
  std::string_view schema_version = clause.Parameter("sv");
  if (!schema_version.empty() && schema_version != "v1") return false;
  if (clause.Parameter("pretty") == "1") out.pretty = true;
  return true;
}

bool ParseBool(std::string_view text) {
  return text == "1" || text == "t" || text == "T" || text == "true" || text == "TRUE" ||
         text == "True";
}

std::string_view TrimBlanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

bool GoesBefore(const AcceptClause& a, const AcceptClause& b) {
  if (a.quality > b.quality) return true;
  if (a.type != "*" && b.type == "*") return true;
  return a.subtype != "*" && b.subtype == "*";
}

// What a route of a compiled-in resource produces, whatever its parameters.
std::vector<std::string_view> ProducedTypes(const Offer& offer) {
  std::vector<MediaType> streams = {MediaType::kJson, MediaType::kProtobuf};
  if (offer.cbor) streams.push_back(MediaType::kCbor);
  std::vector<std::string_view> types;
  for (MediaType type : Offered({.cbor = offer.cbor})) types.push_back(MediaTypeText(type));
  if (!offer.list) return types;
  for (MediaType type : streams) types.push_back(StreamType(type));
  return types;
}

// Compiled-in resources look at the header before anything else: one range must be `*/*` or, letter
// for letter, a type they produce.
Status CheckExactTypes(std::string_view header, const Offer& offer) {
  std::vector<std::string_view> produced = ProducedTypes(offer);
  for (std::string_view element : Split(header, ',')) {
    std::string_view range = TrimBlanks(element.substr(0, element.find(';')));
    if (range == "*/*" || std::ranges::find(produced, range) != produced.end()) return {};
  }
  std::string message = fmt::format("406: Not Acceptable\n\nAvailable representations: {}",
                                    fmt::join(produced, ", "));
  return std::unexpected(Error(Reason::kNotAcceptable, std::move(message)).WithDetails({}));
}

// The characters of names and of values without quotes (RFC 2045).
bool IsTokenByte(char byte) {
  constexpr std::string_view kSpecials = "()<>@,;:\\\"/[]?=";
  return byte > ' ' && byte < 0x7f && kSpecials.find(byte) == std::string_view::npos;
}

std::string_view TakeToken(std::string_view& rest) {
  size_t length = 0;
  while (length < rest.size() && IsTokenByte(rest[length])) ++length;
  std::string_view token = rest.substr(0, length);
  rest.remove_prefix(length);
  return token;
}

// A parameter's value, with or without quotes; nothing if there is none.
std::optional<std::string> TakeValue(std::string_view& rest) {
  if (!rest.starts_with('"')) {
    std::string_view token = TakeToken(rest);
    if (token.empty()) return std::nullopt;
    return std::string(token);
  }
  std::string value;
  for (size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return value;
    }
    if (rest[i] == '\\' && i + 1 < rest.size() && !IsTokenByte(rest[i + 1])) ++i;
    value += rest[i];
  }
  return std::nullopt;
}

// Whether what follows the type are parameters: `; name=value` any number of times, no name with
// two values; a last semicolon may stand alone.
bool HasProperParameters(std::string_view header) {
  std::map<std::string, std::string> seen;
  std::string_view rest = header.substr(std::min(header.find(';'), header.size()));
  for (rest = TrimSpace(rest); !rest.empty(); rest = TrimSpace(rest)) {
    if (rest == ";") return true;
    if (!rest.starts_with(';')) return false;
    rest = TrimSpace(rest.substr(1));
    std::string name = ToLower(TakeToken(rest));
    rest = TrimSpace(rest);
    if (name.empty() || !rest.starts_with('=')) return false;
    rest = TrimSpace(rest.substr(1));
    std::optional<std::string> value = TakeValue(rest);
    if (!value) return false;
    auto [at, added] = seen.emplace(std::move(name), *value);
    if (!added && at->second != *value) return false;
  }
  return true;
}

}  // namespace

std::string_view StreamContentType(MediaType media) {
  return media == MediaType::kJson ? MediaTypeText(media) : StreamType(media);
}

std::string_view AcceptClause::Parameter(std::string_view name) const {
  // Of a repeated one the last counts.
  for (const auto& [key, value] : std::views::reverse(parameters)) {
    if (key == name) return value;
  }
  return {};
}

std::vector<AcceptClause> ParseAccept(std::string_view header) {
  std::vector<AcceptClause> clauses;
  for (std::string_view element : Split(header, ',')) {
    if (clauses.size() == kMaxAcceptClauses) break;
    std::vector<std::string_view> pieces = Split(element, ';');
    std::string_view range = TrimBlanks(pieces[0]);
    AcceptClause clause;
    if (range == "*") range = "*/*";
    std::vector<std::string_view> halves = Split(range, '/');
    if (halves.size() != 2) continue;
    clause.type = TrimBlanks(halves[0]);
    clause.subtype = TrimBlanks(halves[1]);
    for (size_t i = 1; i < pieces.size(); ++i) {
      std::vector<std::string_view> pair = Split(pieces[i], '=');
      if (pair.size() != 2) continue;
      std::string_view key = TrimBlanks(pair[0]);
      std::string_view value = TrimBlanks(pair[1]);
      if (key == "q") {
        auto [end, error] =
            std::from_chars(value.data(), value.data() + value.size(), clause.quality);
        if (error != std::errc() || end != value.data() + value.size()) clause.quality = 0;
      } else {
        clause.parameters.emplace_back(key, value);
      }
    }
    // Insertion keeps the order of equals, as clients expect.
    size_t at = clauses.size();
    while (at > 0 && GoesBefore(clause, clauses[at - 1])) --at;
    clauses.insert(clauses.begin() + static_cast<ptrdiff_t>(at), std::move(clause));
  }
  return clauses;
}

bool WantsPretty(const http::Request& request) {
  auto asked = http::Query(request.query).First("pretty");
  if (asked && !asked->empty()) return ParseBool(*asked);
  std::string_view agent = request.headers.Get("User-Agent");
  return agent.starts_with("curl") || agent.starts_with("Wget") || agent.starts_with("Mozilla/5.0");
}

Result<Negotiated> NegotiateResponse(const http::Request& request, const Offer& offer) {
  Negotiated out;
  bool pretty = WantsPretty(request);
  std::string_view header = request.headers.Get("Accept");
  if (TrimBlanks(header).empty()) {
    out.pretty = pretty;
    return out;
  }
  // What most programs ask for is always there.
  if (header == MediaTypeText(MediaType::kJson)) {
    out.pretty = pretty;
    return out;
  }
  if (offer.exact_types) PINTLE_RETURN_IF_ERROR(CheckExactTypes(header, offer));
  for (const AcceptClause& clause : ParseAccept(header)) {
    for (MediaType type : Offered(offer)) {
      if (!TypeMatches(clause, type, offer)) continue;
      Negotiated candidate;
      candidate.media = type;
      candidate.pretty = pretty;
      if (!ParametersFit(clause, type, offer, candidate)) continue;
      return candidate;
    }
  }
  return Fail(Reason::kNotAcceptable,
              "only the following media types are accepted: " + AcceptedTypes(offer));
}

std::string AcceptedBodyTypes(BodyFormats formats) {
  std::vector<std::string_view> types;
  for (MediaType known : Offered({.cbor = formats.cbor})) {
    if (IsUsable(known, formats)) types.push_back(MediaTypeText(known));
  }
  return fmt::format("{}", fmt::join(types, ", "));
}

Result<MediaType> RequestMediaType(const http::Request& request, BodyFormats formats) {
  std::string_view header = request.headers.Get("Content-Type");
  if (header.empty() || header == MediaTypeText(MediaType::kJson)) return MediaType::kJson;
  bool well_formed = HasProperParameters(header);
  std::string type = ToLower(TrimSpace(header.substr(0, header.find(';'))));
  std::vector<std::string_view> accepted;
  for (MediaType known : Offered({.cbor = formats.cbor})) {
    std::string_view text = MediaTypeText(known);
    const bool usable = IsUsable(known, formats);
    if (well_formed && type == text && usable) return known;
    // The message names all the same what cannot be used, but to those who sent it; the header
    // `Accept` does not.
    if (usable || type != text) accepted.push_back(text);
  }
  return Fail(Reason::kUnsupportedMediaType,
              fmt::format("the body of the request was in an unknown format - accepted media types "
                          "include: {}",
                          fmt::join(accepted, ", ")));
}

}  // namespace pintle::api
