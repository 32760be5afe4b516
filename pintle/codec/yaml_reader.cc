#include "pintle/codec/yaml_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"

namespace pintle::codec {
namespace {

using Kind = YamlScalar::Kind;

std::string Rendered(const Value& value) {
  return value.is_string() ? Quoted(value.as_string()) : ToJson(value);
}

std::string_view KindTag(Kind kind) {
  switch (kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
    case Kind::kUnsigned:
      return "int";
    case Kind::kDouble:
      return "float";
    case Kind::kString:
      return "str";
  }
  return "str";
}

bool IsMergeKey(const yaml_event_t& event) {
  if (ScalarText(event) != "<<") return false;
  const auto& scalar = event.data.scalar;
  if (scalar.tag == nullptr) return scalar.plain_implicit != 0;
  return StandardTag(scalar.tag) == "merge";
}

bool MustResolve(std::string_view tag) {
  return tag == "int" || tag == "float" || tag == "bool" || tag == "null";
}

// A double as it comes back from JSON text: an integer where its text is one.
Value DoubleValue(double value) {
  if (!std::isfinite(value)) return Value(value);
  std::string text;
  AppendDouble(text, value);
  if (text.find_first_of(".e") != std::string::npos) return Value(value);
  auto integer = ParseInt64(text);
  return integer ? Value(*integer) : Value(value);
}

bool IsMergeable(const Value& value) {
  return value.is_object() ||
         (value.is_list() && std::ranges::all_of(value.items(), &Value::is_object));
}

std::unexpected<Error> ExcessiveAliasing() {
  return BadRequest(YamlProblem(0, "document contains excessive aliasing"));
}

}  // namespace

YamlReader::YamlReader(std::string_view text, Arena& arena, Options options)
    : arena_(arena),
      options_(options),
      events_(text, options.lines, options.start),
      tracker_(options.findings, {}),
      budget_(text.size()) {}

Result<Value> YamlReader::Read() {
  Status read = ReadDocument();
  if (read && options_.whole_text) read = ExpectEnd();
  if (!read) {
    syntax_error_ = true;
    return std::unexpected(std::move(read).error());
  }
  if (!fault_.empty()) return BadRequest(fault_);
  return root_ ? root_->value : Value();
}

Position YamlReader::error_position() const {
  if (!syntax_error_) return fault_position_;
  return events_.failed() ? events_.error_position() : Here();
}

Status YamlReader::ReadDocument() {
  while (!root_) {
    PINTLE_RETURN_IF_ERROR(events_.Next());
    if (events_.event().type == YAML_STREAM_END_EVENT) return {};
    PINTLE_RETURN_IF_ERROR(Handle(events_.event()));
  }
  return {};
}

Status YamlReader::ExpectEnd() {
  while (events_.event().type != YAML_STREAM_END_EVENT) {
    PINTLE_RETURN_IF_ERROR(events_.Next());
    if (events_.event().type == YAML_DOCUMENT_START_EVENT) {
      return events_.ProblemHere("found another document");
    }
  }
  return {};
}

bool YamlReader::HasMore() {
  while (events_.event().type != YAML_STREAM_END_EVENT) {
    if (!events_.Next()) return true;
    const yaml_event_t& event = events_.event();
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
      case YAML_DOCUMENT_END_EVENT:
      case YAML_STREAM_END_EVENT:
        break;
      case YAML_SCALAR_EVENT:
        if (!ScalarNode(event).value.is_null()) return true;
        break;
      default:
        return true;
    }
  }
  return false;
}

void YamlReader::Fault(Position position, std::string message) {
  if (!fault_.empty()) return;
  fault_ = std::move(message);
  fault_position_ = position;
}

Status YamlReader::Handle(const yaml_event_t& event) {
  switch (event.type) {
    case YAML_DOCUMENT_START_EVENT:
      return CheckVersion(event);
    case YAML_ALIAS_EVENT:
      return HandleAlias(event);
    case YAML_SCALAR_EVENT:
      return HandleScalar(event);
    case YAML_SEQUENCE_START_EVENT:
      return Begin(event.data.sequence_start.anchor, false);
    case YAML_MAPPING_START_EVENT:
      return Begin(event.data.mapping_start.anchor, true);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      return End();
    default:
      return {};
  }
}

Status YamlReader::CheckVersion(const yaml_event_t& event) const {
  const auto* version = event.data.document_start.version_directive;
  if (version == nullptr || (version->major == 1 && version->minor == 1)) return {};
  return BadRequest(YamlProblem(0, "found incompatible YAML document"));
}

Status YamlReader::Begin(const yaml_char_t* anchor, bool is_map) {
  if (frames_.size() >= static_cast<size_t>(kMaxDepth)) {
    return events_.ProblemHere(fmt::format("exceeded max depth of {}", kMaxDepth));
  }
  Frame frame{.is_map = is_map, .is_merged = MergeComes(), .anchor = Define(anchor)};
  frame.position = Here();
  if (options_.positions != nullptr) {
    frame.place = options_.positions->AddNode(frame.position, !is_map);
  }
  budget_.CountNode();
  if (tracks() && !frame.is_merged) {
    if (is_map) {
      tracker_.BeginObject();
    } else {
      tracker_.BeginList();
    }
  }
  frames_.push_back(std::move(frame));
  return {};
}

Status YamlReader::End() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (tracks() && !frame.is_merged) tracker_.End();
  YamlNode node{.cost = frame.cost, .position = frame.position, .place = frame.place};
  ++node.cost.height;
  node.value = frame.is_map ? Value::Object(arena_, std::move(frame.members))
                            : Value::List(arena_, frame.items);
  if (frame.anchor != nullptr) *frame.anchor = YamlAnchor{false, node};
  return Add(node, false);
}

bool YamlReader::MergeComes() const {
  if (frames_.empty()) return false;
  const Frame& frame = frames_.back();
  return frame.merge_next || (frame.is_merged && !frame.is_map);
}

Status YamlReader::HandleScalar(const yaml_event_t& event) {
  budget_.CountNode();
  YamlAnchor* anchor = Define(event.data.scalar.anchor);
  if (!frames_.empty() && frames_.back().is_map && !KeyRead() && IsMergeKey(event)) {
    frames_.back().merge_next = true;
    frames_.back().key_position = Here();
    return {};
  }
  YamlNode node = ScalarNode(event);
  node.position = Here();
  if (anchor != nullptr) *anchor = YamlAnchor{false, node};
  return Add(node, false);
}

YamlNode YamlReader::ScalarNode(const yaml_event_t& event) {
  const auto& scalar = event.data.scalar;
  std::string_view text = ScalarText(event);
  std::string_view tag = StandardTag(scalar.tag);
  if (tag == "binary") return BinaryNode(text);
  YamlScalar meaning{.kind = Kind::kString};
  if (scalar.tag == nullptr ? scalar.plain_implicit != 0 : MustResolve(tag)) {
    meaning = ResolvePlain(text);
    if (scalar.tag != nullptr) CheckTag(meaning, tag, text);
  }
  return ResolvedNode(meaning, text);
}

void YamlReader::CheckTag(const YamlScalar& meaning, std::string_view tag, std::string_view text) {
  std::string_view actual = KindTag(meaning.kind);
  if (actual == tag || (tag == "float" && actual == "int")) return;
  Fault(Here(),
        YamlProblem(0, fmt::format("cannot decode !!{} `{}` as a !!{}", actual, text, tag)));
}

YamlNode YamlReader::BinaryNode(std::string_view text) {
  auto bytes = Base64Decode(text);
  if (!bytes) Fault(Here(), YamlProblem(0, "!!binary value contains invalid base64 data"));
  // The result must be a JSON string.
  return ResolvedNode(YamlScalar{.kind = Kind::kString}, ReplaceInvalidUtf8(bytes.value_or("")));
}

YamlNode YamlReader::ResolvedNode(const YamlScalar& meaning, std::string_view text) {
  YamlNode node;
  node.scalar = meaning;
  node.cost.bytes = text.size();
  switch (meaning.kind) {
    case Kind::kNull:
      break;
    case Kind::kBool:
      node.value = Value(meaning.bool_value);
      break;
    case Kind::kInt:
      node.value = Value(meaning.int_value);
      break;
    case Kind::kUnsigned:
      node.value = Value(static_cast<double>(meaning.unsigned_value));
      break;
    case Kind::kDouble:
      node.value = DoubleValue(meaning.double_value);
      break;
    case Kind::kString:
      node.value = Value::String(arena_, text);
      break;
  }
  return node;
}

Status YamlReader::HandleAlias(const yaml_event_t& event) {
  std::string_view name = reinterpret_cast<const char*>(event.data.alias.anchor);
  const YamlAnchor* anchor = anchors_.Find(name);
  if (anchor == nullptr) {
    return BadRequest(YamlProblem(0, fmt::format("unknown anchor '{}' referenced", name)));
  }
  if (anchor->open)
    Fault(Here(), YamlProblem(0, fmt::format("anchor '{}' value contains itself", name)));
  YamlNode node = anchor->node;
  if (frames_.size() + node.cost.height > static_cast<size_t>(kMaxDepth)) {
    return BadRequest(YamlProblem(0, fmt::format("exceeded max depth of {}", kMaxDepth)));
  }
  if (!budget_.CountAlias(node.cost)) return ExcessiveAliasing();
  node.position = Here();
  if (node.place != PositionMap::kNone) {
    node.place = options_.positions->AddAlias(node.position, node.place);
  }
  return Add(node, true);
}

YamlAnchor* YamlReader::Define(const yaml_char_t* name) {
  return name == nullptr ? nullptr : anchors_.Define(reinterpret_cast<const char*>(name));
}

Status YamlReader::Add(const YamlNode& node, bool is_alias) {
  if (frames_.empty()) {
    CheckFinite(node);
    Place(node);
    root_ = node;
    return {};
  }
  Frame& frame = frames_.back();
  frame.cost.Add(node.cost);
  if (frame.is_map && !KeyRead()) {
    AddKey(frame, node);
    return {};
  }
  CheckFinite(node);
  if (tracks()) {
    if (MergeComes()) {
      if (is_alias) TrackMerged(node.value);
    } else if (!frame.is_map && (is_alias || node.scalar)) {
      tracker_.Scalar();
    }
  }
  if (frame.merge_next) return Merge(frame, node);
  if (frame.is_map) {
    AddMember(frame, node);
  } else {
    AddElement(frame, node);
  }
  return {};
}

void YamlReader::CheckFinite(const YamlNode& node) {
  if (!node.value.is_double() || std::isfinite(node.value.as_double())) return;
  double value = node.value.as_double();
  std::string_view text = std::isnan(value) ? "NaN" : value < 0 ? "-Inf" : "+Inf";
  Fault(node.position, fmt::format("json: unsupported value: {}", text));
}

void YamlReader::AddKey(Frame& frame, const YamlNode& node) {
  frame.bad_key.clear();
  frame.key = "";
  frame.key_position = node.position;
  if (!node.scalar) {
    std::string_view type =
        node.value.is_list() ? "[]interface {}" : "map[interface {}]interface {}";
    Fault(node.position,
          YamlProblem(0, fmt::format("invalid map key: {}{}", type, ToJson(node.value))));
  } else if (node.scalar->kind == Kind::kNull) {
    frame.bad_key = "unsupported map key of type: %!s(<nil>), key: <nil>, value: ";
  } else if (node.scalar->kind == Kind::kUnsigned) {
    frame.bad_key = fmt::format("unsupported map key of type: uint64, key: {:#x}, value: ",
                                node.scalar->unsigned_value);
  } else if (node.value.is_string() && node.value.size() > Member::kMaxKeyBytes) {
    Fault(node.position, YamlProblem(0, "map key is too long"));
  } else if (node.value.is_string()) {
    frame.key = node.value.as_string();
  } else {
    frame.key = arena_.Copy(KeyText(*node.scalar));
  }
  if (tracks()) tracker_.Key(*frame.key);
}

void YamlReader::AddElement(Frame& frame, const YamlNode& node) {
  frame.items.push_back(node.value);
  if (options_.positions != nullptr) {
    options_.positions->AppendElement(frame.place, Place(node));
  }
}

void YamlReader::AddMember(Frame& frame, const YamlNode& node) {
  // Of nested ones the innermost is reported: the values around it, ever larger, are not shown.
  if (!frame.bad_key.empty() && fault_.empty()) {
    Fault(frame.key_position, frame.bad_key + Rendered(node.value));
  }
  frame.members.push_back(Member{*frame.key, node.value});
  if (options_.positions != nullptr) {
    options_.positions->AppendMember(frame.place, *frame.key, frame.key_position, Place(node));
  }
  frame.key.reset();
}

// The members of a merged mapping count as if they were written here, those of earlier mappings in
// a list winning over those of later ones.
Status YamlReader::Merge(Frame& frame, const YamlNode& node) {
  frame.merge_next = false;
  if (!IsMergeable(node.value)) {
    Fault(node.position, YamlProblem(0, "map merge requires map or sequence of maps as the value"));
    return {};
  }
  auto sources = node.value.is_object() ? std::span(&node.value, 1) : node.value.items();
  for (size_t i = sources.size(); i-- > 0;) {
    std::span<const Member> members = sources[i].members();
    if (!budget_.CountMerged(members.size())) return ExcessiveAliasing();
    frame.members.insert(frame.members.end(), members.begin(), members.end());
  }
  MergePlaces(frame, node);
  return {};
}

void YamlReader::TrackMerged(const Value& source) {
  if (!IsMergeable(source)) return;
  auto objects = source.is_object() ? std::span(&source, 1) : source.items();
  for (size_t i = objects.size(); i-- > 0;) {
    for (const Member& member : objects[i].members()) tracker_.Key(member.key());
  }
}

PositionMap::Index YamlReader::Place(const YamlNode& node) {
  if (options_.positions == nullptr || node.place != PositionMap::kNone) return node.place;
  return options_.positions->AddNode(node.position, false);
}

void YamlReader::MergePlaces(const Frame& frame, const YamlNode& node) {
  PositionMap* positions = options_.positions;
  if (positions == nullptr) return;
  if (!positions->IsList(node.place)) {
    return positions->MergeMembers(frame.place, node.place, frame.key_position);
  }
  std::vector<PositionMap::Index> elements = positions->Elements(node.place);
  for (size_t i = elements.size(); i-- > 0;) {
    positions->MergeMembers(frame.place, elements[i], frame.key_position);
  }
}

Result<Value> ParseYaml(std::string_view text, Arena& arena, field::Findings* findings) {
  return YamlReader(text, arena, {.findings = findings}).Read();
}

Result<FirstDocument> ParseFirstYaml(std::string_view text, Arena& arena,
                                     field::Findings* findings) {
  YamlReader reader(text, arena, {.findings = findings});
  PINTLE_TRY(Value value, reader.Read());
  return FirstDocument{value, reader.HasMore()};
}

Result<PositionMap> PositionMap::OfYaml(std::string_view text, Position start) {
  Arena arena;
  PositionMap map;
  PINTLE_RETURN_IF_ERROR(YamlReader(text, arena, {.positions = &map, .start = start}).Read());
  if (map.nodes_.empty()) map.AddNode(start, false);
  return map;
}

}  // namespace pintle::codec
