#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"

namespace pintle::admission {

// Which plugins there are, as Kubernetes names them, and which are on.
class PluginChoice {
 public:
  // Those that are on unless somebody says otherwise.
  PluginChoice();

  // `--enable-admission-plugins` and `--disable-admission-plugins`: names with commas. Fails for
  // names nobody knows and names in both.
  Status Apply(std::string_view enable, std::string_view disable);

  void Set(std::string_view name, bool on);
  bool IsOn(std::string_view name) const { return on_.find(name) != on_.end(); }
  // Those that are on and built in, in the order in which they are called.
  std::vector<std::string> InForce() const;
  // Those that were asked for by name and are not built in.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  std::set<std::string, std::less<>> on_;
  std::vector<std::string> missing_;
};

}  // namespace pintle::admission
