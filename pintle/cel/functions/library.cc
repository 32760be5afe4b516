#include "pintle/cel/functions/library.h"

#include <cstdlib>
#include <map>

namespace pintle::cel {
namespace {

// Reads the signature of a row. Rows are constants of the program: one that cannot be read ends it.
class SignatureReader {
 public:
  explicit SignatureReader(std::string_view text) : rest_(text) {}

  void Read(Overload& overload) {
    if (rest_[0] != '(') {
      overload.member = true;
      overload.arguments.push_back(ReadType());
      Expect('.');
    }
    ReadTypes(overload.arguments);
    Expect(' ');
    overload.result = ReadType();
    if (!rest_.empty()) std::abort();
  }

 private:
  bool Take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void Expect(char c) {
    if (!Take(c)) std::abort();
  }

  // `(T, ...)`
  void ReadTypes(std::vector<TypeRef>& types) {
    Expect('(');
    while (!Take(')')) {
      types.push_back(ReadType());
      if (Take(',')) Expect(' ');
    }
  }

  TypeRef ReadType() {
    size_t end = rest_.find_first_of("(), .");
    std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(word.size());
    std::vector<TypeRef> parameters;
    if (!rest_.empty() && rest_[0] == '(') ReadTypes(parameters);
    return Named(word, std::move(parameters));
  }

  static TypeRef Named(std::string_view word, std::vector<TypeRef> parameters) {
    static const std::map<std::string_view, TypeRef> kNames = {
        {"dyn", DynType()},
        {"null", NullType()},
        {"bool", BoolType()},
        {"int", IntType()},
        {"uint", UintType()},
        {"double", DoubleType()},
        {"string", StringType()},
        {"bytes", BytesType()},
        {"duration", DurationType()},
        {"timestamp", TimestampType()},
        {"url", OpaqueType(std::string(kUrlType))},
        {"quantity", OpaqueType(std::string(kQuantityType))},
        {"format", OpaqueType(std::string(kFormatType))},
        {"semver", OpaqueType(std::string(kSemverType))},
        {"ip", OpaqueType(std::string(kIpType))},
        {"cidr", OpaqueType(std::string(kCidrType))},
        {"authorizer", OpaqueType("kubernetes.authorization.Authorizer")},
        {"pathCheck", OpaqueType("kubernetes.authorization.PathCheck")},
        {"groupCheck", OpaqueType("kubernetes.authorization.GroupCheck")},
        {"resourceCheck", OpaqueType("kubernetes.authorization.ResourceCheck")},
        {"decision", OpaqueType("kubernetes.authorization.Decision")},
    };
    if (auto found = kNames.find(word); found != kNames.end()) return found->second;
    if (word == "list") return ListType(parameters.at(0));
    if (word == "map") return MapType(parameters.at(0), parameters.at(1));
    if (word == "optional") return OptionalType(parameters.at(0));
    if (word == "type") return TypeType(parameters.at(0));
    return ParameterType(std::string(word));
  }

  std::string_view rest_;
};

class Library : public FunctionSet {
 public:
  Library() {
    for (auto rows : {OperatorRows(), ArithmeticRows(), ComparisonRows(), ContainerRows(),
                      ConversionRows(), TextRows(), TimeRows(), StringRows(), ListRows(),
                      MoreListRows(), RegexRows(), UrlRows(), OptionalRows(), QuantityRows(),
                      SetRows(), NetworkRows(), FormatRows(), SemverRows(), AuthorizerRows()}) {
      for (const Row& row : rows) Add(row);
    }
  }

  const Function* Find(std::string_view name) const override {
    auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : &found->second;
  }

 private:
  void Add(const Row& row) {
    Function& function = functions_[row.name];
    function.name = row.name;
    Overload overload;
    overload.id = row.id;
    overload.run = row.run;
    overload.cost = row.cost;
    overload.estimate = row.estimate;
    overload.pattern_argument = row.pattern_argument;
    SignatureReader(row.signature).Read(overload);
    function.overloads.push_back(std::move(overload));
  }

  std::map<std::string_view, Function> functions_;
};

}  // namespace

const FunctionSet& StandardFunctions() {
  static const Library library;
  return library;
}

}  // namespace pintle::cel
