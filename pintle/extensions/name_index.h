#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "apis/apiextensions/v1/types.h"
#include "pintle/base/arena.h"
#include "pintle/extensions/naming.h"

namespace pintle::extensions {

// The names that the definitions of every group have, so that a definition is compared with those
// of its own group by looking its names up, however many there are. Names on their way into the
// store are held here before they are there: of two definitions written at the same moment only one
// gets a name that both want. Thread-safe.
class NameIndex {
 public:
  // A definition as it is stored. What is older than what is known is ignored.
  void Note(const CustomResourceDefinition& crd, int64_t revision);
  // A definition is gone, and its names are free.
  void Forget(const CustomResourceDefinition& crd);

  // Sets names and conditions as the group allows it now (AcceptNames). The definition holds the
  // names it got as long as anything that this returned for it lives: until they are stored and
  // noted, or will not be. The index must outlive it.
  std::shared_ptr<void> Claim(Arena& arena, CustomResourceDefinition& crd, int64_t now_seconds);

  // Definitions of a group that were refused a name, in order.
  std::vector<std::string> Refused(std::string_view group) const;

 private:
  struct Names {
    std::set<std::string, std::less<>> resources;
    std::set<std::string, std::less<>> kinds;
  };
  struct Entry {
    std::string group;
    std::string name;
    bool known = false;  // it was noted
    bool gone = false;   // no longer in the index
    int64_t revision = 0;
    int claims = 0;
    Names noted;
    Names claimed;
  };
  using Holders = std::unordered_multimap<std::string, const Entry*>;
  struct Group {
    std::unordered_map<std::string, std::shared_ptr<Entry>> definitions;  // by name
    Holders resources;
    Holders kinds;
    std::set<std::string, std::less<>> refused;
  };

  static Names NamesOf(const CustomResourceDefinition& crd);
  static bool TakenByOther(const Holders& holders, std::string_view name, const Entry& self);
  // Registers all names of an entry, or takes them out, after and before they change.
  static void Hold(Group& group, const Entry& entry);
  static void Drop(Group& group, const Entry& entry);

  // The following need mutex_.
  std::shared_ptr<Entry> Ensure(const CustomResourceDefinition& crd);
  void Remove(Entry& entry);

  void Settle(Entry& entry);

  mutable std::mutex mutex_;
  std::map<std::string, Group, std::less<>> groups_;  // guarded by mutex_
};

}  // namespace pintle::extensions
