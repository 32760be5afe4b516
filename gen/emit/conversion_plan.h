#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "gen/model/model.h"

namespace pintle::gen {

// A field of the spoke and the one of the hub that has the same meaning.
struct FieldPair {
  const Field* spoke;
  const Field* hub;
};

// A struct of the spoke and the struct of the same name in the hub.
struct StructPair {
  const Named* spoke;
  const Named* hub;
  bool by_hand = false;                // marked +pintle:convertByHand
  bool same_layout = false;            // the same members at the same places, all the way down
  std::vector<FieldPair> fields = {};  // what can be converted without help
};

// How one package (the spoke) is converted to and from the package that its +pintle:conversionHub
// names. Fields are matched by their Go names, or by +pintle:hubField. The version of an object
// (TypeMeta) is not converted: it differs.
class ConversionPlan {
 public:
  // Adds a message for each field without a counterpart, except in structs that are converted by
  // hand.
  ConversionPlan(const Package& spoke, const Model& model, Diagnostics& diagnostics);

  const Package& hub() const { return *hub_; }
  const std::vector<StructPair>& structs() const { return structs_; }
  // Whether two types, one of the spoke and one of the hub, are the same in C++.
  static bool SameType(const Type& spoke, const Type& hub);
  // Whether data of one type can be seen as the other.
  bool SameLayout(const Type& spoke, const Type& hub) const;

 private:
  void FindStructs(const Package& spoke, Diagnostics& diagnostics);
  void FindFields(StructPair& pair, Diagnostics& diagnostics);
  void FindLayouts();
  // A gate of a field must guard its counterpart too, or where there is none some field of the hub.
  void CheckGates(const Package& spoke, Diagnostics& diagnostics) const;
  bool SameMembers(const StructPair& pair) const;
  const Field* Counterpart(const StructPair& pair, const Field& field,
                           Diagnostics& diagnostics) const;
  bool Convertible(const Type& spoke, const Type& hub) const;
  const StructPair* Find(const Type& spoke, const Type& hub) const;

  const Package* hub_ = nullptr;
  std::vector<StructPair> structs_;
  std::map<const Named*, size_t> by_spoke_;
};

}  // namespace pintle::gen
