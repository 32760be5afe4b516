#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gen/model/field_tags.h"
#include "gen/model/model.h"
#include "gen/model/retired.h"
#include "gen/model/scope.h"

namespace pintle::gen {

// Turns type expressions into types. Declarations are resolved when something refers to them;
// structs get their fields in Finish, so that they may refer to each other in circles.
class Resolver {
 public:
  Resolver(Scope& scope, Model& model, Diagnostics& diagnostics)
      : scope_(scope), model_(model), diagnostics_(diagnostics) {}

  // The type of a declaration; null after a message.
  const Type* Resolve(Declaration& declaration);
  // Fills in the fields of all structs that were reached, and reaches more by it.
  void Finish();

  // Why the declaration is no part of an API although it is public, or nothing if it is one. A
  // struct whose fields have json or protobuf tags always is one.
  std::string ReasonToSkip(const Declaration& declaration) const;

  // The type called `package.name` in `file`, for constants: null without a message if there is
  // none.
  const Type* FindType(Unit& unit, const ast::File& file, const std::string& package,
                       const std::string& name);

 private:
  using Parameters = std::map<std::string, const Type*>;
  // Where an expression stands.
  struct Place {
    Unit* unit = nullptr;             // whose names it uses
    const ast::File* file = nullptr;  // whose imports it uses
    const Parameters* parameters = nullptr;
    Unit* home = nullptr;   // where structs without a name are put
    std::string name = {};  // what such a struct is called
    int depth = 0;          // of instances within instances
  };
  // A struct that waits for its fields.
  struct Body {
    Named* named = nullptr;
    const ast::TypeExpression* expression = nullptr;  // a struct
    Place place;
  };
  // What a name stands for: one of these, or nothing.
  struct Found {
    const Type* type = nullptr;
    Declaration* declaration = nullptr;
    Unit* unit = nullptr;     // where it was looked for last
    std::string unread = {};  // path of a package that is not part of the run
    bool no_import = false;
  };

  Found Find(const Place& place, const std::string& package, const std::string& name) const;
  Found FindIn(Unit* unit, const std::string& path, const std::string& name) const;
  const Type* Builtin(std::string_view name) const;

  const Type* TypeOf(const Place& place, const ast::TypeExpression& expression);
  const Type* NamedType(const Place& place, const ast::TypeExpression& expression);
  const Type* PointerType(const Place& place, const ast::TypeExpression& expression);
  const Type* ListType(const Place& place, const ast::TypeExpression& expression);
  const Type* MapType(const Place& place, const ast::TypeExpression& expression);
  const Type* StructType(const Place& place, const ast::TypeExpression& expression);
  const Type* Instance(const Place& place, const ast::TypeExpression& expression);
  const Type* EndlessInstance(const ast::TypeExpression& expression);
  const Type* DeclareLike(Named& named, const Type* target);
  const Type* OwnForm(const Declaration& declaration);

  Named& NewNamed(const Place& place, const Position& position, const std::string& name);
  void AddBody(Named& named, const ast::TypeExpression& expression, const Place& place);
  void FillStruct(const Body& body);
  bool FillField(const Place& place, const ast::Field& declared, Field& field);
  void NameField(const ast::Field& declared, const FieldTags& tags, Field& field);
  bool IsInterface(const Type& type) const;
  void CheckNames(const Named& named, const Field& field);
  void CheckRetired(const Named& named, const RetiredField& retired);
  void CheckProtoForm(const Field& field);

  bool LooksSupported(Unit& unit, const ast::File& file, const ast::TypeExpression& expression,
                      std::string& reason) const;
  void FailNotFound(const Found& found, const ast::TypeExpression& expression);
  void Fail(const Position& position, std::string_view message) {
    diagnostics_.Add(position, message);
  }

  Scope& scope_;
  Model& model_;
  Diagnostics& diagnostics_;
  std::set<const Named*> resolving_;
  std::deque<Body> waiting_;
  std::map<const Named*, Body> bodies_;
  std::map<std::string, const Type*> instances_;
  std::deque<Parameters> parameters_;
  bool endless_instances_ = false;  // said so
};

}  // namespace pintle::gen
