#pragma once

#include <string>
#include <string_view>

#include "pintle/base/error.h"

namespace pintle::storage::etcd {

// Keys as etcd wants them: [begin, end).
struct KeyRange {
  std::string begin;
  std::string end;
};

// Where the keys of the store are in etcd: `root` in front of each is replaced by `prefix`.
class KeyLayout {
 public:
  // A trailing slash of `prefix` does not count, a missing one at its start is put there, as
  // Kubernetes does with --etcd-prefix.
  KeyLayout(std::string root, std::string_view prefix);

  // kBadRequest for a key that is not below the root.
  Result<std::string> ToEtcd(std::string_view key) const;
  // Of a key that etcd gave for a range of this layout.
  std::string FromEtcd(std::string key) const;
  // All keys with this prefix, from `start` on if that is greater. A prefix above the root means
  // all keys below it.
  KeyRange Range(std::string_view prefix, std::string_view start = {}) const;
  // All keys.
  KeyRange Everything() const { return Range(root_); }

 private:
  const std::string root_;
  const std::string prefix_;
};

// What etcd takes for "after every key that begins so".
std::string PrefixEnd(std::string_view prefix);

}  // namespace pintle::storage::etcd
