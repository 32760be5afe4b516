#include "pintle/object/convert.h"

#include <fmt/format.h>

#include "pintle/object/encode.h"
#include "pintle/object/read/read.h"

namespace pintle::object {
namespace {

std::unexpected<Error> UnknownVersion(std::string_view direction, const Kind& kind,
                                      std::string_view version) {
  return Fail(Reason::kUnknown,
              fmt::format("request to convert CR {} an invalid group/version: {}", direction,
                          scheme::GroupVersion{kind.group, std::string(version)}.Text()));
}

// Conversion by nobody.
Object WithLabel(const Kind& kind, const Object& object, std::string_view version) {
  Object converted = object;
  converted.set_content(Relabelled(kind, object, version, object.arena()));
  converted.set_api_version(scheme::GroupVersion{kind.group, std::string(version)}.Text());
  return converted;
}

}  // namespace

bool IsOtherVersion(const Kind& kind, const Object& object, std::string_view version) {
  return !kind.is_typed() && object && object.version() != version;
}

bool NeedsConverter(const Kind& kind, const Object& object, std::string_view version) {
  return kind.converter != nullptr && IsOtherVersion(kind, object, version);
}

Task<Result<Object>> ToVersion(const Kind& kind, Object object, std::string version) {
  std::vector<Object> one;
  one.push_back(std::move(object));
  Status converted = co_await AllToVersion(kind, one, std::move(version));
  if (!converted) co_return std::unexpected(converted.error());
  co_return std::move(one.front());
}

Task<Status> AllToVersion(const Kind& kind, std::vector<Object>& objects, std::string version) {
  std::vector<size_t> others;
  for (size_t i = 0; i < objects.size(); ++i) {
    if (!IsOtherVersion(kind, objects[i], version)) continue;
    if (!kind.HasVersion(objects[i].version())) {
      co_return UnknownVersion("from", kind, objects[i].version());
    }
    others.push_back(i);
  }
  if (others.empty()) co_return Status();
  if (!kind.HasVersion(version)) co_return UnknownVersion("to", kind, version);
  if (kind.converter == nullptr) {
    for (size_t i : others) objects[i] = WithLabel(kind, objects[i], version);
    co_return Status();
  }
  auto arena = std::make_shared<Arena>();
  std::vector<Value> documents;
  documents.reserve(others.size());
  for (size_t i : others) {
    std::string own(objects[i].version());
    // What is converted may keep parts of what it was made from, which goes with the old object.
    documents.push_back(ToDocument(kind, objects[i], own, *arena).Clone(*arena));
  }
  std::string api_version = scheme::GroupVersion{kind.group, version}.Text();
  auto converting = kind.converter->Convert(std::move(documents), std::move(version), *arena);
  Result<std::vector<Value>> converted = co_await converting;
  if (!converted) co_return std::unexpected(converted.error());
  arena->Limit(RoomToRead(arena->allocated_bytes()));
  std::vector<Object> read;
  read.reserve(others.size());
  const ReadOptions options{.origin = Origin::kConverted, .api_version = api_version};
  for (const Value& document : *converted) {
    Result<Object> object = ReadWhole(kind, document, options, arena);
    if (!object) co_return std::unexpected(object.error());
    read.push_back(std::move(*object));
  }
  for (size_t n = 0; n < others.size(); ++n) objects[others[n]] = std::move(read[n]);
  co_return Status();
}

}  // namespace pintle::object
