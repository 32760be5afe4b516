#include "pintle/object/read/read.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pintle/object/read/metadata.h"
#include "pintle/schema/defaults.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/prune.h"

namespace pintle::object {
namespace {

// What is done about metadata that is no ObjectMeta.
enum class Faulty : uint8_t {
  kFail,
  kDrop,  // the members that are not
  kSkip,  // metadata is no part of the document
};

struct Steps {
  Faulty metadata;
  // What says that it is of another kind is left as it is, for validation to refuse.
  bool only_if_of_kind;
  // Kinds that preserve unknown fields are not pruned, and get no defaults.
  bool heeds_preserve;
  bool embedded;
  bool defaults;
  // What was stored before there were generations has the first one.
  bool first_generation;
  // Of metadata that is faulty in an embedded resource.
  Reason embedded_fault;
};

constexpr Steps kSteps[] = {
    // of kind, preserve, embedded, defaults, generation
    /* kRequest */ {Faulty::kFail, true, true, true, true, false, Reason::kBadRequest},
    /* kStored */ {Faulty::kDrop, false, true, true, true, true, Reason::kUnknown},
    /* kConverted */ {Faulty::kFail, false, false, true, false, false, Reason::kUnknown},
    /* kRelabelled */ {Faulty::kSkip, false, true, false, false, false, Reason::kUnknown},
};

constexpr std::string_view kTypeMembers[] = {"apiVersion", "kind", "metadata"};

bool IsOfKind(const Kind& kind, std::string_view api_version, const Value& document) {
  scheme::GroupVersion sent;
  return scheme::GroupVersion::Parse(api_version, &sent) && sent.group == kind.group &&
         document.FindString("kind") == kind.kind;
}

// What follows the group.
std::string_view VersionOf(std::string_view api_version) {
  return api_version.substr(api_version.find('/') + 1);
}

Value WithoutTypeMembers(const Value& root, Arena& arena) {
  if (!root.is_object()) return root;
  std::vector<Member> members;
  members.reserve(root.size());
  for (const Member& member : root.members()) {
    if (std::ranges::find(kTypeMembers, member.key()) == std::end(kTypeMembers)) {
      members.push_back(member);
    }
  }
  return Value::SortedObject(arena, members);
}

Result<ObjectMeta*> MetadataOf(const Steps& steps, const Value& document, Arena& arena,
                               field::Findings* findings) {
  if (steps.metadata == Faulty::kSkip) return nullptr;
  const Value metadata = document.Find("metadata");
  ObjectMeta* meta = nullptr;
  if (steps.metadata == Faulty::kDrop) {
    meta = ReadMetadataLeniently(metadata, arena);
  } else if (findings == nullptr) {
    PINTLE_TRY(meta, ReadMetadata(metadata, arena, nullptr));
  } else {
    field::Findings unknown;  // with a cap of their own
    PINTLE_TRY(meta, ReadMetadata(metadata, arena, &unknown));
    findings->Append(std::move(unknown));
  }
  if (steps.first_generation && meta->generation == 0) meta->generation = 1;
  return meta;
}

Result<Value> Embedded(const Steps& steps, const schema::Structural& schema, const Value& root,
                       Arena& arena, field::Findings* findings) {
  schema::TidyResult tidied = schema::TidyEmbedded(
      arena, schema, root, field::Path(), true,
      {.tidier = TidyMetadata,
       .malformed = steps.metadata == Faulty::kDrop ? schema::MalformedFields::kDrop
                                                    : schema::MalformedFields::kFail,
       .unknown = findings});
  if (tidied.error) return Fail(steps.embedded_fault, tidied.error->Text());
  return tidied.object;
}

// What the schema of a version makes of a document.
Result<Value> BySchema(const Kind& kind, const Steps& steps, std::string_view version, Value root,
                       Arena& arena, field::Findings* findings) {
  const schema::Structural& schema = kind.SchemaOrEmpty(version);
  const bool prunes = !(steps.heeds_preserve && kind.preserve_unknown_fields);
  if (prunes) {
    root = schema::Prune(arena, schema, root, kind.prune_mode, true, findings);
    root = schema::DropNulls(arena, schema, root);
  }
  if (steps.embedded) {
    PINTLE_TRY(root, Embedded(steps, schema, root, arena, findings));
  }
  if (prunes && steps.defaults) root = schema::ApplyDefaults(arena, schema, root);
  if (arena.spent()) return std::unexpected(TooMuchToRead());
  return root;
}

}  // namespace

Error TooMuchToRead() {
  return Error(Reason::kRequestEntityTooLarge,
               "Request entity too large: the object takes too much memory, with its defaults");
}

Result<ReadParts> Read(const Kind& kind, const Value& document, const ReadOptions& options,
                       Arena& arena) {
  const Steps& steps = kSteps[static_cast<size_t>(options.origin)];
  ReadParts parts;
  parts.kind = steps.only_if_of_kind ? document.FindString("kind") : kind.kind;
  PINTLE_TRY(parts.meta, MetadataOf(steps, document, arena, options.findings));
  Value root = document;
  if (!steps.only_if_of_kind || IsOfKind(kind, options.api_version, document)) {
    PINTLE_TRY(
        root, BySchema(kind, steps, VersionOf(options.api_version), root, arena, options.findings));
  }
  parts.content = parts.meta == nullptr ? root : WithoutTypeMembers(root, arena);
  return parts;
}

Result<Object> ReadWhole(const Kind& kind, const Value& document, const ReadOptions& options,
                         const std::shared_ptr<Arena>& arena) {
  PINTLE_TRY(ReadParts parts, Read(kind, document, options, *arena));
  return Object::Dynamic(arena, arena->Copy(options.api_version), arena->Copy(parts.kind),
                         parts.meta, parts.content);
}

Value Relabelled(const Kind& kind, const Object& object, std::string_view version, Arena& arena) {
  if (object.version() == version) return object.content();
  // Of content alone nothing can be wrong.
  return Read(kind, object.content(), {.origin = Origin::kRelabelled, .api_version = version},
              arena)
      ->content;
}

}  // namespace pintle::object
