#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/object/kind.h"
#include "pintle/object/object.h"

// Reading custom resources: what happens to a document between parsing and validation. What is done
// depends on where it comes from and stands in one table (read.cc); the order is always the same:
//
//   metadata   becomes an ObjectMeta
//   prune      by the schema of the version: what it does not have goes
//   nulls      go where the schema does not allow them
//   embedded   resources get a type and metadata of the right form
//   defaults   of what is absent
namespace pintle::object {

// Where a document comes from.
enum class Origin : uint8_t {
  kRequest,     // a client: a body, or what a patch made
  kStored,      // the store
  kConverted,   // a converter, which was asked for this version
  kRelabelled,  // another version, which nobody converts: content alone
};

struct ReadOptions {
  Origin origin;
  // What the document is of, group and version.
  std::string_view api_version;
  // Takes what is unknown: of the metadata, pruned, of embedded metadata. Null: nobody wants to
  // know; nothing is collected then, and no path is written.
  field::Findings* findings = nullptr;
};

// How many bytes an object may take in memory, with its defaults, that was read from so many: for
// Arena::Limit. Ordinary ones take some four times their text, lists of small numbers eight times;
// with what else a request takes it stays below 32 MiB and eight times the text.
constexpr size_t RoomToRead(size_t bytes) { return (size_t{24} << 20) + 6 * bytes; }
// The same of what is stored, where its defaults are part of it: what they have grown since then is
// read by clients who send nothing. Small values take most room for each byte.
constexpr size_t RoomToReadStored(size_t bytes) { return (size_t{4} << 20) + 32 * bytes; }
// 413 of an arena that is spent.
Error TooMuchToRead();

// A custom resource in parts.
struct ReadParts {
  std::string_view kind;
  ObjectMeta* meta = nullptr;  // null of content alone
  Value content;               // without apiVersion, kind and metadata
};

// The parts lie in `arena`, as the document must. An error says what is wrong with the metadata of
// the resource, or of one that is embedded in it; there is none of it from the store. Else it is
// TooMuchToRead.
Result<ReadParts> Read(const Kind& kind, const Value& document, const ReadOptions& options,
                       Arena& arena);

// The same, put together.
Result<Object> ReadWhole(const Kind& kind, const Value& document, const ReadOptions& options,
                         const std::shared_ptr<Arena>& arena);

// The content of an object as a version has it that nobody converts to.
Value Relabelled(const Kind& kind, const Object& object, std::string_view version, Arena& arena);

}  // namespace pintle::object
