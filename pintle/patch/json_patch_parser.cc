#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <iterator>
#include <optional>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/token_names.h"
#include "pintle/field/path.h"
#include "pintle/patch/depth.h"
#include "pintle/patch/json_patch.h"

namespace pintle::patch {
namespace {

using codec::IsContainer;
using codec::JsonReader;
using codec::Token;

// What an operation may have.
constexpr std::string_view kMembers[] = {"op", "path", "from", "value"};

// The string that starts at `text`, quotes included; its syntax has been checked.
std::string_view StringAt(std::string_view text) {
  size_t end = 1;
  while (text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  return text.substr(0, end + 1);
}

// Whether a string among the values of `text` has an escape that the server would write otherwise.
bool HasOddSpelling(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return false;
  JsonReader reader(text);
  for (;;) {
    auto token = reader.Next();
    if (!token || *token == Token::kEnd) return false;
    if (*token != Token::kString) continue;
    std::string_view source = StringAt(text.substr(reader.offset()));
    bool escaped = source.find('\\') != std::string_view::npos;
    if (escaped && source != codec::ToJson(Value(reader.text()))) return true;
  }
}

}  // namespace

// Reads the operations in one pass. Faults of the content are kept until the end of the document,
// so that a syntax error anywhere in it wins.
class JsonPatchParser {
 public:
  JsonPatchParser(std::string_view body, Arena& arena, field::Findings* findings)
      : body_(body), arena_(arena), findings_(findings), reader_(body) {}

  Result<JsonPatch> Run() {
    PINTLE_TRY(Token token, reader_.Next());
    if (token == Token::kBeginList) {
      PINTLE_RETURN_IF_ERROR(ReadOperations());
    } else if (token != Token::kNull) {
      Fault(fmt::format("{} is not a list of operations", codec::TypeNameOf(token)));
      PINTLE_RETURN_IF_ERROR(SkipRest(token));
    }
    PINTLE_RETURN_IF_ERROR(reader_.Next());
    if (fault_) return BadRequest(*fault_);
    return std::move(patch_);
  }

  // Operations there were, also those past the limit.
  size_t count() const { return index_; }

 private:
  using Operation = JsonPatch::Operation;
  using Verb = JsonPatch::Verb;

  // Indices into kMembers.
  enum Name : size_t { kOp, kPath, kFrom, kValue, kOther };

  static Name NameOfMember(std::string_view key) {
    return static_cast<Name>(std::ranges::find(kMembers, key) - std::begin(kMembers));
  }

  static Verb VerbOf(std::string_view op) {
    if (op == "add") return Verb::kAdd;
    if (op == "remove") return Verb::kRemove;
    if (op == "replace") return Verb::kReplace;
    if (op == "move") return Verb::kMove;
    if (op == "copy") return Verb::kCopy;
    return op == "test" ? Verb::kTest : Verb::kUnknown;
  }

  Status ReadOperations() {
    for (;; ++index_) {
      PINTLE_TRY(Token token, reader_.Next());
      if (token == Token::kEndList) return {};
      // Operations past the limit are counted by their places alone.
      bool kept = index_ <= JsonPatch::kMaxOperations;
      if (kept) patch_.operations_.emplace_back();
      if (token == Token::kNull) continue;
      if (token == Token::kBeginObject) {
        Operation surplus;
        PINTLE_RETURN_IF_ERROR(ReadOperation(kept ? patch_.operations_.back() : surplus));
      } else {
        Fault(fmt::format("operation {} is not an object", index_));
        PINTLE_RETURN_IF_ERROR(SkipRest(token));
      }
    }
  }

  Status ReadOperation(Operation& operation) {
    std::optional<std::string_view> op;
    std::optional<std::string_view> path;
    std::optional<std::string_view> from;
    std::bitset<kOther + 1> seen;
    std::string_view source;
    for (;;) {
      PINTLE_TRY(Token token, reader_.Next());
      if (token == Token::kEndObject) break;
      Name name = NameOfMember(reader_.text());
      if (name == kOther) {
        seen[kOther] = true;
        if (findings_ != nullptr) findings_->Unknown(PathOf(reader_.text()));
        PINTLE_RETURN_IF_ERROR(reader_.Skip());
        continue;
      }
      if (seen[name] && findings_ != nullptr) findings_->Duplicate(PathOf(reader_.text()));
      seen[name] = true;
      if (name == kValue) {
        PINTLE_TRY(source, ReadValue(operation));
      } else {
        auto& text = name == kOp ? op : name == kPath ? path : from;
        PINTLE_RETURN_IF_ERROR(ReadText(name, text));
      }
    }
    if (op) operation.verb = VerbOf(*op);
    operation.path = path.value_or("");
    operation.from = from.value_or("");
    bool needs_from = operation.verb == Verb::kMove || operation.verb == Verb::kCopy;
    operation.complete = path && (from || !needs_from);
    if (seen[kOther] && !(op && operation.complete)) patch_.has_misspelt_members_ = true;
    operation.odd_spelling = operation.verb == Verb::kTest && HasOddSpelling(source);
    return {};
  }

  // Returns the text it was read from.
  Result<std::string_view> ReadValue(Operation& operation) {
    PINTLE_TRY(Token token, reader_.Next());
    size_t start = reader_.offset();
    size_t found_before = findings_ != nullptr ? findings_->size() : 0;
    const std::string path = findings_ != nullptr ? PathOf("value") : std::string();
    PINTLE_TRY(operation.value, codec::ReadValueFrom(token, reader_, arena_, findings_, path));
    if (token == Token::kString) return StringAt(body_.substr(start));
    if (!IsContainer(token)) return std::string_view();
    if (!FitsDepth(operation.value, kMaxPatchDepth)) {
      Fault(fmt::format("{} is nested deeper than {} levels", PathOf("value"), kMaxPatchDepth));
    }
    std::string_view source = body_.substr(start, reader_.offset() + 1 - start);
    if (findings_ != nullptr && findings_->size() > found_before) {
      const Value& value = operation.value;
      patch_.repeats_[value.is_object() ? static_cast<const void*>(value.members().data())
                                        : value.items().data()] = source;
    }
    return source;
  }

  Status ReadText(Name name, std::optional<std::string_view>& text) {
    PINTLE_TRY(Token token, reader_.Next());
    text.reset();
    if (token == Token::kString) {
      text = arena_.Copy(reader_.text());
    } else if (token != Token::kNull) {
      if (findings_ != nullptr) {
        Fault(fmt::format("{} is a {}, not a string", PathOf(kMembers[name]),
                          codec::TypeNameOf(token)));
      }
      return SkipRest(token);
    }
    return {};
  }

  std::string PathOf(std::string_view member) const {
    std::string path = field::Path().Index(index_).ToString();
    path += '.';
    path += member;
    return path;
  }

  void Fault(std::string message) {
    if (!fault_) fault_ = std::move(message);
  }

  Status SkipRest(Token token) {
    if (!IsContainer(token)) return {};
    for (size_t open = 1; open > 0;) {
      PINTLE_TRY(token, reader_.Next());
      if (IsContainer(token)) ++open;
      if (token == Token::kEndList || token == Token::kEndObject) --open;
    }
    return {};
  }

  std::string_view body_;
  Arena& arena_;
  field::Findings* findings_;
  JsonReader reader_;
  JsonPatch patch_;
  size_t index_ = 0;
  std::optional<std::string> fault_;
};

std::optional<std::string> JsonPatch::NearestMember(std::string_view path) {
  size_t dot = path.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  return NearestName(path.substr(dot + 1), {std::begin(kMembers), std::end(kMembers)});
}

Result<JsonPatch> JsonPatch::Parse(std::string_view body, Arena& arena, field::Findings* findings) {
  field::Findings found;
  JsonPatchParser parser(body, arena, findings != nullptr ? &found : nullptr);
  auto patch = parser.Run();
  if (!patch) {
    if (findings == nullptr) return patch;
    return std::unexpected(std::move(patch).error().Prefixed("error decoding patch: "));
  }
  if (parser.count() > kMaxOperations) {
    return Fail(Reason::kRequestEntityTooLarge,
                fmt::format("Request entity too large: The allowed maximum operations in a JSON "
                            "patch is {}, got {}",
                            kMaxOperations, parser.count()));
  }
  found.MarkAsIn(field::Finding::In::kJsonPatch);
  if (findings != nullptr) findings->Append(std::move(found));
  return patch;
}

}  // namespace pintle::patch
