#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/codec/duplicate_tracker.h"
#include "pintle/codec/yaml.h"
#include "pintle/codec/yaml_scalar.h"

namespace pintle::codec {
namespace {

using Kind = YamlScalar::Kind;

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";

// Aliases may not blow a small text up into a large tree. These are the bounds Kubernetes has:
// below both minimums anything goes, above them the share of aliased nodes is limited, the stricter
// the larger the tree.
constexpr double kMinAliasedNodes = 100;
constexpr double kMinCheckedNodes = 1000;
constexpr double kLooseNodes = 400'000;
constexpr double kStrictNodes = 4'000'000;
constexpr double kLooseShare = 0.99;
constexpr double kStrictShare = 0.10;
// Nodes say nothing of long strings; text repeated by aliases is limited as well.
constexpr uint64_t kMaxAliasedBytes = 16 * 1024 * 1024;

// libyaml looks at every open flow collection for every token, so the sum of those looks is
// limited: enough for a nest of kMaxDepth and for large documents of usual depth, seconds of work
// at most.
constexpr uint64_t kMaxFlowLooks = 120'000'000;

// A finished node, with what its expansion costs.
struct Node {
  Value value;
  uint64_t nodes = 1;
  uint64_t bytes = 0;
  int height = 0;  // levels of containers in it
  // For scalars, their meaning: keys are made from it and not from the value.
  std::optional<YamlScalar> scalar = {};
};

struct Anchor {
  bool open = true;  // the node it names has not ended yet
  Node node = {};
};

struct Frame {
  bool is_map = false;
  bool is_flow = false;  // in brackets or braces
  Anchor* anchor = nullptr;
  std::vector<Value> items = {};
  std::vector<Member> members = {};
  std::optional<std::string_view> key = {};  // in a map: the key whose value is next
  bool merge_next = false;                   // the key was `<<`
  std::string bad_key = {};                  // the error to report once the value is known
  Node total = {};                           // costs so far
};

std::string BadYaml(std::string_view problem) { return fmt::format("yaml: {}", problem); }

// Line 0 means the first line, where the problem is reported without it.
std::string BadYamlAt(size_t line, std::string_view problem) {
  return line == 0 ? BadYaml(problem) : fmt::format("yaml: line {}: {}", line, problem);
}

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
  const auto& scalar = event.data.scalar;
  std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
  if (text != "<<") return false;
  if (scalar.tag == nullptr) return scalar.plain_implicit != 0;
  std::string_view tag = reinterpret_cast<const char*>(scalar.tag);
  return tag.starts_with(kTagPrefix) && tag.substr(kTagPrefix.size()) == "merge";
}

class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { yaml_event_delete(&event_); }
  yaml_event_t* get() { return &event_; }

 private:
  yaml_event_t event_{};
};

// Builds the value of one document from libyaml's events. Errors of syntax are returned at once;
// errors of meaning wait for the end of the document, since a syntax error further down is the one
// to report.
class DocumentParser {
 public:
  DocumentParser(std::string_view text, Arena& arena, field::Findings* findings)
      : arena_(arena), findings_(findings), tracker_(findings, {}) {
    ready_ = yaml_parser_initialize(&parser_) != 0;
    if (!ready_) return;
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  ~DocumentParser() {
    if (ready_) yaml_parser_delete(&parser_);
  }
  DocumentParser(const DocumentParser&) = delete;
  DocumentParser& operator=(const DocumentParser&) = delete;

  Result<Value> Run() {
    if (!ready_) return InternalError("out of memory");
    while (!root_) {
      Event event;
      if (yaml_parser_parse(&parser_, event.get()) == 0) return BadRequest(SyntaxError());
      if (event.get()->type == YAML_STREAM_END_EVENT) break;
      flow_looks_ += flow_depth_;
      if (flow_looks_ > kMaxFlowLooks) {
        return BadRequest(BadYaml("document is too large and too deeply nested"));
      }
      PINTLE_RETURN_IF_ERROR(Handle(*event.get()));
    }
    if (!fault_.empty()) return BadRequest(fault_);
    return root_ ? root_->value : Value();
  }

 private:
  std::string SyntaxError() const {
    size_t line = parser_.problem_mark.line;
    if (line == 0) {
      line = parser_.context_mark.line;
    } else if (parser_.error == YAML_SCANNER_ERROR) {
      ++line;
    }
    const char* problem = parser_.problem;
    return BadYamlAt(line, problem != nullptr ? problem : "unknown problem parsing YAML content");
  }

  // The first error of meaning is the one that is reported.
  void Fault(std::string message) {
    if (fault_.empty()) fault_ = std::move(message);
  }

  Status Handle(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT: {
        const auto* version = event.data.document_start.version_directive;
        if (version != nullptr && (version->major != 1 || version->minor != 1)) {
          return BadRequest(BadYaml("found incompatible YAML document"));
        }
        return {};
      }
      case YAML_ALIAS_EVENT:
        return HandleAlias(event);
      case YAML_SCALAR_EVENT:
        HandleScalar(event);
        return {};
      case YAML_SEQUENCE_START_EVENT:
        return Begin(event, event.data.sequence_start.anchor,
                     Frame{.is_flow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE});
      case YAML_MAPPING_START_EVENT:
        return Begin(event, event.data.mapping_start.anchor,
                     Frame{.is_map = true,
                           .is_flow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE});
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        End();
        return {};
      default:
        return {};
    }
  }

  Status Begin(const yaml_event_t& event, const yaml_char_t* anchor, Frame frame) {
    if (frames_.size() >= static_cast<size_t>(kMaxDepth)) {
      size_t line = event.start_mark.line;
      return BadRequest(
          BadYamlAt(line == 0 ? 0 : line + 1, fmt::format("exceeded max depth of {}", kMaxDepth)));
    }
    bool is_map = frame.is_map;
    frame.anchor = Define(anchor);
    flow_depth_ += frame.is_flow ? 1 : 0;
    frames_.push_back(std::move(frame));
    ++total_nodes_;
    if (findings_ == nullptr) return {};
    if (is_map) {
      tracker_.BeginObject();
    } else {
      tracker_.BeginList();
    }
    return {};
  }

  void End() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    flow_depth_ -= frame.is_flow ? 1 : 0;
    if (findings_ != nullptr) tracker_.End();
    Node node = frame.total;
    ++node.height;
    node.value = frame.is_map ? Value::Object(arena_, std::move(frame.members))
                              : Value::List(arena_, frame.items);
    if (frame.anchor != nullptr) *frame.anchor = Anchor{false, node};
    Add(node);
  }

  void HandleScalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
    ++total_nodes_;
    Anchor* anchor = Define(scalar.anchor);
    if (!frames_.empty() && frames_.back().is_map && !KeyRead() && IsMergeKey(event)) {
      frames_.back().merge_next = true;
      return;
    }
    Node node = ScalarNode(event, text);
    if (anchor != nullptr) *anchor = Anchor{false, node};
    if (findings_ != nullptr && !frames_.empty() && !frames_.back().is_map) tracker_.Scalar();
    Add(node);
  }

  Node ScalarNode(const yaml_event_t& event, std::string_view text) {
    const auto& scalar = event.data.scalar;
    std::string_view tag;
    if (scalar.tag != nullptr) tag = reinterpret_cast<const char*>(scalar.tag);
    bool standard = tag.starts_with(kTagPrefix);
    std::string_view short_tag = standard ? tag.substr(kTagPrefix.size()) : std::string_view();
    if (short_tag == "binary") return BinaryNode(text);
    YamlScalar meaning{.kind = Kind::kString};
    if (tag.empty() ? scalar.plain_implicit != 0 : MustResolve(short_tag)) {
      meaning = ResolvePlain(text);
      if (!tag.empty()) CheckTag(meaning, short_tag, text);
    }
    return ResolvedNode(meaning, text);
  }

  static bool MustResolve(std::string_view short_tag) {
    return short_tag == "int" || short_tag == "float" || short_tag == "bool" || short_tag == "null";
  }

  void CheckTag(const YamlScalar& meaning, std::string_view short_tag, std::string_view text) {
    std::string_view actual = KindTag(meaning.kind);
    if (actual == short_tag || (short_tag == "float" && actual == "int")) return;
    Fault(BadYaml(fmt::format("cannot decode !!{} `{}` as a !!{}", actual, text, short_tag)));
  }

  Node BinaryNode(std::string_view text) {
    auto bytes = Base64Decode(text);
    if (!bytes) Fault(BadYaml("!!binary value contains invalid base64 data"));
    // The result must be a JSON string.
    return ResolvedNode(YamlScalar{.kind = Kind::kString}, ReplaceInvalidUtf8(bytes.value_or("")));
  }

  Node ResolvedNode(const YamlScalar& meaning, std::string_view text) {
    Node node;
    node.scalar = meaning;
    node.bytes = text.size();
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

  // A double as it comes back from JSON text: an integer where its text is one.
  static Value DoubleValue(double value) {
    if (!std::isfinite(value)) return Value(value);
    std::string text;
    AppendDouble(text, value);
    if (text.find_first_of(".e") != std::string::npos) return Value(value);
    auto integer = ParseInt64(text);
    return integer ? Value(*integer) : Value(value);
  }

  Status HandleAlias(const yaml_event_t& event) {
    std::string name(reinterpret_cast<const char*>(event.data.alias.anchor));
    auto found = anchors_.find(name);
    if (found == anchors_.end()) {
      return BadRequest(BadYaml(fmt::format("unknown anchor '{}' referenced", name)));
    }
    const Anchor& anchor = *found->second;
    if (anchor.open) Fault(BadYaml(fmt::format("anchor '{}' value contains itself", name)));
    const Node& node = anchor.node;
    if (frames_.size() + static_cast<size_t>(node.height) > static_cast<size_t>(kMaxDepth)) {
      return BadRequest(BadYaml(fmt::format("exceeded max depth of {}", kMaxDepth)));
    }
    total_nodes_ += 1 + static_cast<double>(node.nodes);
    aliased_nodes_ += static_cast<double>(node.nodes);
    aliased_bytes_ += node.bytes;
    if (ExcessiveAliasing()) {
      return BadRequest(BadYaml("document contains excessive aliasing"));
    }
    if (findings_ != nullptr && !frames_.empty() && !frames_.back().is_map) tracker_.Scalar();
    Add(node);
    return {};
  }

  bool ExcessiveAliasing() const {
    if (aliased_bytes_ > kMaxAliasedBytes) return true;
    if (aliased_nodes_ <= kMinAliasedNodes || total_nodes_ <= kMinCheckedNodes) return false;
    double beyond =
        std::clamp((total_nodes_ - kLooseNodes) / (kStrictNodes - kLooseNodes), 0.0, 1.0);
    double limit = kLooseShare - beyond * (kLooseShare - kStrictShare);
    return aliased_nodes_ / total_nodes_ > limit;
  }

  // The anchor that the node starting now carries, or null. A later definition of a name replaces
  // the earlier one from here on.
  Anchor* Define(const yaml_char_t* name) {
    if (name == nullptr) return nullptr;
    Anchor* anchor = &anchor_storage_.emplace_back();
    anchors_[reinterpret_cast<const char*>(name)] = anchor;
    return anchor;
  }

  bool KeyRead() const { return frames_.back().key || frames_.back().merge_next; }

  // Puts a finished node where it belongs.
  void Add(const Node& node) {
    if (frames_.empty()) {
      CheckFinite(node);
      root_ = node;
      return;
    }
    Frame& frame = frames_.back();
    frame.total.nodes += node.nodes;
    frame.total.bytes += node.bytes;
    frame.total.height = std::max(frame.total.height, node.height);
    if (frame.is_map && !KeyRead()) return AddKey(frame, node);
    CheckFinite(node);
    if (!frame.is_map) {
      frame.items.push_back(node.value);
    } else if (frame.merge_next) {
      frame.merge_next = false;
      Merge(frame, node.value);
    } else {
      if (!frame.bad_key.empty()) Fault(frame.bad_key + Rendered(node.value));
      frame.members.push_back(Member{*frame.key, node.value});
      frame.key.reset();
    }
  }

  void CheckFinite(const Node& node) {
    if (!node.value.is_double() || std::isfinite(node.value.as_double())) return;
    double value = node.value.as_double();
    std::string_view text = std::isnan(value) ? "NaN" : value < 0 ? "-Inf" : "+Inf";
    Fault(fmt::format("json: unsupported value: {}", text));
  }

  void AddKey(Frame& frame, const Node& node) {
    frame.bad_key.clear();
    frame.key = "";
    if (!node.scalar) {
      Fault(BadYaml(
          fmt::format("invalid map key: {}{}",
                      node.value.is_list() ? "[]interface {}" : "map[interface {}]interface {}",
                      ToJson(node.value))));
    } else if (node.scalar->kind == Kind::kNull) {
      frame.bad_key = "unsupported map key of type: %!s(<nil>), key: <nil>, value: ";
    } else if (node.scalar->kind == Kind::kUnsigned) {
      frame.bad_key = fmt::format("unsupported map key of type: uint64, key: {:#x}, value: ",
                                  node.scalar->unsigned_value);
    } else if (node.scalar->kind == Kind::kString) {
      frame.key = node.value.as_string();
    } else {
      frame.key = arena_.Copy(KeyText(*node.scalar));
    }
    if (findings_ != nullptr) tracker_.Key(*frame.key);
  }

  // The members of a merged mapping count as if they were written here, those of earlier mappings
  // in a list winning over those of later ones.
  void Merge(Frame& frame, const Value& source) {
    if (source.is_object()) return MergeOne(frame, source);
    bool mergeable = source.is_list() && std::ranges::all_of(source.items(), &Value::is_object);
    if (!mergeable) {
      return Fault(BadYaml("map merge requires map or sequence of maps as the value"));
    }
    for (size_t i = source.size(); i-- > 0;) MergeOne(frame, source.items()[i]);
  }

  void MergeOne(Frame& frame, const Value& source) {
    for (const Member& member : source.members()) {
      if (findings_ != nullptr) tracker_.Key(member.key);
      frame.members.push_back(member);
    }
  }

  Arena& arena_;
  field::Findings* findings_;
  DuplicateTracker tracker_;
  yaml_parser_t parser_;
  bool ready_ = false;
  std::vector<Frame> frames_;
  std::deque<Anchor> anchor_storage_;
  std::unordered_map<std::string, Anchor*> anchors_;
  std::optional<Node> root_;
  std::string fault_;
  double total_nodes_ = 0;
  double aliased_nodes_ = 0;
  uint64_t aliased_bytes_ = 0;
  uint64_t flow_depth_ = 0;
  uint64_t flow_looks_ = 0;
};

}  // namespace

Result<Value> ParseYaml(std::string_view text, Arena& arena, field::Findings* findings) {
  return DocumentParser(text, arena, findings).Run();
}

}  // namespace pintle::codec
