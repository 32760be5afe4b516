#include "pintle/object/read/decode.h"

#include <fmt/format.h>

#include <optional>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/protobuf_reader.h"
#include "pintle/codec/yaml.h"
#include "pintle/object/read/missing_member.h"
#include "pintle/object/read/read.h"
#include "pintle/object/read/to_hub.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::object {
namespace {

// How much of an unrecognised body an error message shows.
constexpr size_t kSummaryBytes = 30;

// A body that can be read more than once. YAML is parsed to a value once, its repeated keys noted
// then; of Protobuf the envelope is opened.
class Source {
 public:
  // `text` says what is done about text of CBOR that is none.
  Source(MediaType media, std::string_view body, Arena& arena,
         codec::CborText text = codec::CborText::kAsItIs)
      : media_(media), body_(body), arena_(arena), text_(text) {}
  explicit Source(const Value& document, Arena& arena)
      : media_(MediaType::kYaml), arena_(arena), value_(document) {}

  Status Prepare(field::Findings* findings) {
    if (media_ == MediaType::kProtobuf) {
      PINTLE_TRY(envelope_, codec::ReadProtobufEnvelope(body_));
      return {};
    }
    if (media_ != MediaType::kYaml || value_) return {};
    PINTLE_TRY(codec::FirstDocument first, codec::ParseFirstYaml(body_, arena_, findings));
    value_ = first.value;
    more_documents_ = first.more;
    return {};
  }

  // Of YAML: the body goes on behind the document that is read.
  bool more_documents() const { return more_documents_; }

  std::unique_ptr<codec::Reader> Open() const {
    switch (media_) {
      case MediaType::kJson:
        return std::make_unique<codec::JsonReader>(body_);
      case MediaType::kCbor:
        return std::make_unique<codec::CborReader>(body_, text_);
      case MediaType::kYaml:
        return std::make_unique<codec::ValueReader>(*value_);
      case MediaType::kProtobuf:
        break;
    }
    return nullptr;
  }

  // Of Protobuf; null for formats that a Reader reads.
  const codec::ProtobufEnvelope* envelope() const { return envelope_ ? &*envelope_ : nullptr; }

  // Reads a struct.
  Status ReadInto(const typeinfo::TypeInfo& type, void* out, field::Findings* findings) const {
    if (envelope_) return typeinfo::DecodeProtobuf(body_, type, out, arena_, findings);
    if (media_ == MediaType::kJson) {
      return typeinfo::DecodeJson(body_, type, out, arena_, findings);
    }
    if (media_ == MediaType::kCbor) {
      return typeinfo::DecodeCbor(body_, type, out, arena_, findings, text_);
    }
    auto reader = Open();
    return typeinfo::Decode(*reader, type, out, arena_, findings);
  }

  // The same for a document with nothing unusual in it; false for any other.
  bool ReadPlainInto(const typeinfo::TypeInfo& type, void* out) const {
    if (value_) return typeinfo::FromPlainValue(*value_, type, out, arena_);
    if (media_ == MediaType::kJson) return typeinfo::DecodePlainJson(body_, type, out, arena_);
    return media_ == MediaType::kCbor && typeinfo::DecodePlainCbor(body_, type, out, arena_, text_);
  }

  // Whether a member is the one of this name. CBOR keys have one spelling.
  bool IsMember(std::string_view key, std::string_view name) const {
    return media_ == MediaType::kCbor ? key == name : EqualIgnoreCase(key, name);
  }

  // The whole document as a value; repeated keys go to `findings`.
  Result<Value> Read(field::Findings* findings) const {
    if (value_) return *value_;
    if (envelope_) return BadRequest("there is no type to read it as");
    if (media_ == MediaType::kCbor) return codec::ParseCbor(body_, arena_, text_);
    return codec::ParseJson(body_, arena_, findings);
  }

 private:
  MediaType media_;
  std::string_view body_;
  Arena& arena_;
  codec::CborText text_ = codec::CborText::kAsItIs;
  std::optional<Value> value_;
  bool more_documents_ = false;
  std::optional<codec::ProtobufEnvelope> envelope_;
};

// What a document says it is.
struct Identity {
  std::string api_version;
  std::string kind;
};

// Refuses a document, for a fault of its syntax if it has one anywhere, else with `message`.
std::unexpected<Error> Refuse(const Source& source, std::string message) {
  auto reader = source.Open();
  if (auto skipped = reader->Skip(); !skipped) return std::unexpected(skipped.error());
  if (auto end = reader->Next(); !end) return std::unexpected(end.error());
  return BadRequest(std::move(message));
}

// Reads the top-level `kind` and `apiVersion`, in JSON whatever their case, and checks the syntax
// of the rest.
Result<Identity> Identify(const Source& source) {
  Identity identity;
  if (const codec::ProtobufEnvelope* envelope = source.envelope()) {
    identity.api_version = envelope->api_version;
    identity.kind = envelope->kind;
    return identity;
  }
  auto reader = source.Open();
  PINTLE_TRY(codec::Token token, reader->Next());
  if (token == codec::Token::kNull) {
    PINTLE_TRY(token, reader->Next());
    return identity;
  }
  if (token != codec::Token::kBeginObject) return Refuse(source, "the document is not an object");
  for (;;) {
    reader->ReadFor(codec::ReadTarget::kStructKey);
    PINTLE_TRY(token, reader->Next());
    if (token == codec::Token::kEndObject) break;
    std::string* target = nullptr;
    if (source.IsMember(reader->text(), "kind")) target = &identity.kind;
    if (source.IsMember(reader->text(), "apiVersion")) target = &identity.api_version;
    if (target == nullptr) {
      PINTLE_RETURN_IF_ERROR(reader->Skip());
      continue;
    }
    std::string name(reader->text());
    reader->ReadFor(codec::ReadTarget::kField);
    PINTLE_TRY(token, reader->Next());
    if (token == codec::Token::kNull) continue;
    if (token != codec::Token::kString)
      return Refuse(source, fmt::format("{} is not a string", name));
    *target = reader->text();
  }
  PINTLE_TRY(token, reader->Next());
  return identity;
}

// What a document read as a value says it is. Nothing if only Identify can tell: where a name is
// spelt otherwise, or its value is no string.
std::optional<Identity> IdentityOf(const Source& source, const Value& root) {
  if (!root.is_object()) return std::nullopt;
  Identity identity;
  auto take = [&](const Member& member, std::string_view name, std::string& out) {
    if (!source.IsMember(member.key(), name)) return true;
    if (member.key() != name || !member.value.is_string()) return false;
    out = member.value.as_string();
    return true;
  };
  for (const Member& member : root.members()) {
    if (!take(member, "kind", identity.kind)) return std::nullopt;
    if (!take(member, "apiVersion", identity.api_version)) return std::nullopt;
  }
  return identity;
}

// What a document says it is, and, if nothing in it is repeated, its value.
struct Identified {
  Identity identity;
  std::optional<Value> root;
};

// For kinds without a table: most documents are read once.
Result<Identified> IdentifyDynamic(const Source& source) {
  field::Findings repeated = field::Findings::KeepingNone();
  Identified out;
  if (auto root = source.Read(&repeated); root && !repeated.any()) {
    if (auto identity = IdentityOf(source, *root)) return Identified{*std::move(identity), *root};
    out.root = *root;
  }
  PINTLE_TRY(out.identity, Identify(source));
  return out;
}

Result<Identified> IdentifyFor(const Kind& kind, const Source& source) {
  if (!kind.is_typed()) return IdentifyDynamic(source);
  PINTLE_TRY(Identity identity, Identify(source));
  return Identified{std::move(identity), std::nullopt};
}

// 422 if the form of the version has faults. `spoke` is what `object` was made of.
Status CheckForm(const Kind& kind, const scheme::KindVersion& version, const void* spoke,
                 const Object& object) {
  if (version.check_form == nullptr) return {};
  field::ErrorList faults = version.check_form(spoke);
  if (faults.empty()) return {};
  return std::unexpected(field::InvalidStatus(kind.group, kind.kind, object.meta().name, faults));
}

// Reads a document that is as most are: nothing unusual in it, and its kind and apiVersion are
// those of `version`, or, in a request, are not there. Nothing for any other document.
std::optional<Object> DecodeUsual(const Kind& kind, const scheme::KindVersion& version,
                                  const Source& source, const std::shared_ptr<Arena>& arena,
                                  bool stored) {
  const typeinfo::TypeInfo& type = *version.type;
  char* spoke = typeinfo::NewZeroed(type, *arena);
  if (!source.ReadPlainInto(type, spoke)) return std::nullopt;
  auto says = [&](std::string_view name, std::string_view expected) {
    const typeinfo::JsonField* field = typeinfo::FindJsonField(type, name);
    std::string_view said = typeinfo::As<typeinfo::Str>(spoke + field->offset);
    return said == expected || (said.empty() && !stored);
  };
  const std::string& group = version.other_group ? *version.other_group : kind.group;
  if (!says("kind", kind.kind)) return std::nullopt;
  if (!says("apiVersion", scheme::GroupVersion{group, version.version}.Text())) return std::nullopt;
  auto object = ToHub(*kind.typed, version, arena, spoke);
  if (!object || (!stored && !CheckForm(kind, version, spoke, *object))) return std::nullopt;
  return *std::move(object);
}

Result<Decoded> DecodeTyped(const Kind& kind, const scheme::KindVersion& version,
                            const Source& source, std::shared_ptr<Arena> arena,
                            field::Findings findings, bool collect, bool stored) {
  void* spoke = arena->Allocate(version.type->size, version.type->align);
  std::memset(spoke, 0, version.type->size);
  PINTLE_RETURN_IF_ERROR(source.ReadInto(*version.type, spoke, collect ? &findings : nullptr));
  PINTLE_TRY(Object object, ToHub(*kind.typed, version, std::move(arena), spoke));
  if (!stored) PINTLE_RETURN_IF_ERROR(CheckForm(kind, version, spoke, object));
  return Decoded{std::move(object), std::move(findings)};
}

Result<Decoded> DecodeDynamic(const Kind& kind, const Identified& identified, const Source& source,
                              std::shared_ptr<Arena> arena, field::Findings findings,
                              bool collect) {
  std::optional<Value> root = identified.root;
  if (!root) {
    PINTLE_TRY(root, source.Read(collect ? &findings : nullptr));
  }
  PINTLE_TRY(Object object, ReadWhole(kind, *root,
                                      {.origin = Origin::kRequest,
                                       .api_version = identified.identity.api_version,
                                       .findings = collect ? &findings : nullptr},
                                      arena));
  return Decoded{std::move(object), std::move(findings)};
}

MediaType StoredMediaType(std::string_view stored) {
  if (codec::IsProtobuf(stored)) return MediaType::kProtobuf;
  return codec::IsCbor(stored) ? MediaType::kCbor : MediaType::kJson;
}

// The last three words of a refused body: what it started with.
std::string Summary(std::string_view body) {
  if (body.empty()) return "<empty>";
  std::string_view head = body.substr(0, kSummaryBytes);
  std::string out = body[0] == '{' ? std::string(head) : HexLower(head);
  if (body.size() > kSummaryBytes) out += " ...";
  return out;
}

std::unexpected<Error> Unrecognized(const Kind& kind, std::string_view body,
                                    std::string_view cause) {
  return BadRequest(fmt::format("the object provided is unrecognized (must be of type {}): {} ({})",
                                kind.kind, cause, Summary(body)));
}

std::unexpected<Error> Missing(const Kind& kind, std::string_view member, MediaType media,
                               std::string_view body) {
  return Unrecognized(kind, body, MissingMember(member, media, body));
}

// Where findings are not wanted a body without a kind is taken for one of the endpoint's kind, so
// the words differ.
std::unexpected<Error> MissingKind(const Kind& kind, std::string_view version, MediaType media,
                                   std::string_view body, bool collect_findings) {
  if (collect_findings || media == MediaType::kCbor) return Missing(kind, "Kind", media, body);
  return CannotHandle(kind.kind, version, kind, MissingMember("Kind", media, body));
}

// The version a body is of must be the endpoint's.
Status CheckVersion(const scheme::GroupVersion& sent, const scheme::GroupVersion& expected) {
  if (sent == expected) return {};
  return BadRequest(
      fmt::format("the API version in the data ({}) does not match the expected API version ({})",
                  sent.Text(), expected.Text()));
}

}  // namespace

std::unexpected<Error> CannotHandle(std::string_view said_kind, std::string_view said_version,
                                    const Kind& kind, std::string_view cause) {
  return BadRequest(fmt::format("{} in version \"{}\" cannot be handled as a {}: {}", said_kind,
                                said_version, kind.kind, cause));
}

namespace {

Result<DecodedBody> DecodeBodyInto(const std::shared_ptr<Arena>& arena, const Kind& kind,
                                   std::string_view version, MediaType media, std::string_view body,
                                   bool collect_findings) {
  field::Findings findings;
  Source source(media, body, *arena, codec::CborText::kRepaired);
  if (auto ready = source.Prepare(collect_findings ? &findings : nullptr); !ready) {
    return Unrecognized(kind, body, ready.error().message());
  }
  const scheme::KindVersion* usual = kind.is_typed() ? kind.typed->Find(version) : nullptr;
  if (usual != nullptr) {
    if (auto object = DecodeUsual(kind, *usual, source, arena, /*stored=*/false)) {
      return DecodedBody{{*std::move(object), std::move(findings)},
                         kind.kind,
                         std::string(version),
                         source.more_documents()};
    }
  }
  auto identified = IdentifyFor(kind, source);
  if (!identified) {
    std::string_view lead = media == MediaType::kCbor
                                ? "unable to determine group/version/kind: "
                                : "couldn't get version/kind; json parse error: ";
    return Unrecognized(kind, body, fmt::format("{}{}", lead, identified.error().message()));
  }
  Identity* identity = &identified->identity;
  scheme::GroupVersion expected{kind.group, std::string(version)};
  if (identity->kind.empty()) {
    if (!kind.is_typed()) return MissingKind(kind, version, media, body, collect_findings);
    identity->kind = kind.kind;
  }
  // A custom resource must say its version in CBOR; in JSON the comparison below finds it missing.
  if (identity->api_version.empty() && !kind.is_typed() && media == MediaType::kCbor) {
    return Missing(kind, "apiVersion", media, body);
  }
  if (identity->api_version.empty() && kind.is_typed()) identity->api_version = expected.Text();
  scheme::GroupVersion sent;
  auto handled_as = [&](std::string_view cause) {
    return CannotHandle(identity->kind, sent.version, kind, cause);
  };
  if (!scheme::GroupVersion::Parse(identity->api_version, &sent)) {
    return Unrecognized(kind, body, "unexpected GroupVersion string: " + identity->api_version);
  }

  Result<Decoded> decoded = Fail(Reason::kUnknown, "");
  if (kind.is_typed()) {
    const scheme::KindVersion* spoke = kind.typed->Find(sent.version);
    if (identity->kind != kind.kind) {
      return handled_as(
          fmt::format("no kind \"{}\" is registered for version \"{}\" in scheme of {}",
                      identity->kind, sent.Text(), kind.kind));
    }
    // Of the kind, in a version that is not known or not any more.
    if (sent.group != kind.group || spoke == nullptr) {
      return std::unexpected(CheckVersion(sent, expected).error());
    }
    decoded = DecodeTyped(kind, *spoke, source, arena, std::move(findings), collect_findings,
                          /*stored=*/false);
  } else {
    decoded =
        DecodeDynamic(kind, *identified, source, arena, std::move(findings), collect_findings);
  }
  if (!decoded) {
    // A 422 says all there is to say.
    if (decoded.error().reason() == Reason::kInvalid) return std::unexpected(decoded.error());
    return handled_as(decoded.error().message());
  }
  return DecodedBody{*std::move(decoded), identity->kind, sent.version, source.more_documents(),
                     CheckVersion(sent, expected)};
}

// A document whose errors are shown as they are.
Result<Decoded> DecodeSource(const Kind& kind, std::string_view version, const Source& source,
                             std::shared_ptr<Arena> arena, field::Findings findings,
                             bool collect_findings) {
  const scheme::KindVersion* usual = kind.is_typed() ? kind.typed->Find(version) : nullptr;
  if (usual != nullptr) {
    if (auto object = DecodeUsual(kind, *usual, source, arena, /*stored=*/false)) {
      return Decoded{*std::move(object), std::move(findings)};
    }
  }
  PINTLE_TRY(Identified identified, IdentifyFor(kind, source));
  if (!kind.is_typed()) {
    if (identified.identity.kind.empty()) return BadRequest("Object 'Kind' is missing");
    return DecodeDynamic(kind, identified, source, std::move(arena), std::move(findings),
                         collect_findings);
  }
  const Identity& identity = identified.identity;
  scheme::GroupVersion sent{kind.group, std::string(version)};
  if (!identity.api_version.empty() && !scheme::GroupVersion::Parse(identity.api_version, &sent)) {
    return BadRequest("unexpected GroupVersion string: " + identity.api_version);
  }
  const scheme::KindVersion* spoke = kind.typed->Find(sent.version);
  if (sent.group != kind.group || spoke == nullptr ||
      (!identity.kind.empty() && identity.kind != kind.kind)) {
    return BadRequest(fmt::format("no kind \"{}\" is registered for version \"{}\" in scheme of {}",
                                  identity.kind, sent.Text(), kind.kind));
  }
  return DecodeTyped(kind, *spoke, source, std::move(arena), std::move(findings), collect_findings,
                     /*stored=*/false);
}

}  // namespace

Result<DecodedBody> DecodeBody(const Kind& kind, std::string_view version, MediaType media,
                               std::string_view body, bool collect_findings) {
  auto arena = std::make_shared<Arena>(4096);
  arena->Limit(RoomToRead(body.size()));
  auto decoded = DecodeBodyInto(arena, kind, version, media, body, collect_findings);
  if (arena->spent()) return std::unexpected(TooMuchToRead());
  return decoded;
}

Result<Decoded> DecodeDocument(const Kind& kind, std::string_view version,
                               std::shared_ptr<Arena> arena, const Value& document,
                               bool collect_findings, field::Findings findings) {
  Source source(document, *arena);
  return DecodeSource(kind, version, source, std::move(arena), std::move(findings),
                      collect_findings);
}

Result<Decoded> DecodeJsonDocument(const Kind& kind, std::string_view version,
                                   std::shared_ptr<Arena> arena, std::string_view json,
                                   bool collect_findings) {
  Source source(MediaType::kJson, json, *arena);
  return DecodeSource(kind, version, source, std::move(arena), {}, collect_findings);
}

Result<Object> DecodeStored(const Kind& kind, const Bytes& stored, int64_t revision) {
  auto arena = std::make_shared<Arena>(4096);
  Source source(StoredMediaType(stored.view()), stored.view(), *arena);
  auto failed = [&](const Error& cause) {
    return Fail(Reason::kStorageReadError,
                fmt::format("stored {} cannot be read: {}", kind.kind, cause.message()));
  };
  if (auto ready = source.Prepare(nullptr); !ready) return failed(ready.error());
  auto finish = [&](Object object) {
    object.meta().resource_version = arena->Copy(std::to_string(revision));
    if (kind.complete_stored) kind.complete_stored(object);
    return object;
  };
  if (kind.is_typed() && source.envelope() == nullptr) {
    auto usual = DecodeUsual(kind, kind.typed->StorageVersion(), source, arena, /*stored=*/true);
    if (usual) return finish(*std::move(usual));
  }
  auto identified = IdentifyFor(kind, source);
  if (!identified) return failed(identified.error());
  const std::string& api_version = identified->identity.api_version;
  if (!kind.is_typed()) {
    // What its version has for defaults may have become more since it was stored.
    arena->Limit(RoomToReadStored(stored.size()));
    Result<Value> root = identified->root ? *identified->root : source.Read(nullptr);
    if (!root) return failed(root.error());
    auto whole =
        ReadWhole(kind, *root, {.origin = Origin::kStored, .api_version = api_version}, arena);
    if (!whole) return failed(whole.error());
    return finish(*std::move(whole));
  }
  scheme::GroupVersion version;
  scheme::GroupVersion::Parse(api_version, &version);
  const scheme::KindVersion* spoke = kind.typed->Find(version.group, version.version);
  if (spoke == nullptr) {
    return failed(Error(Reason::kUnknown, "unknown version " + api_version));
  }
  auto decoded = DecodeTyped(kind, *spoke, source, arena, {}, false, /*stored=*/true);
  if (!decoded) return failed(decoded.error());
  return finish(std::move(decoded->object));
}

}  // namespace pintle::object
