#include "apis/rbac/v1/cells.h"

#include <fmt/format.h>

#include "apis/cells.h"
#include "apis/rbac/v1/types.h"

namespace pintle::apis::rbac::v1 {
namespace {

constexpr std::string_view kUserKind = "User";
constexpr std::string_view kGroupKind = "Group";
constexpr std::string_view kServiceAccountKind = "ServiceAccount";

std::string SubjectsText(const typeinfo::List<Subject>& subjects, std::string_view kind) {
  std::vector<std::string> names;
  for (const auto& subject : subjects) {
    if (subject.kind != kind) continue;
    names.push_back(kind == kServiceAccountKind
                        ? fmt::format("{}/{}", subject.namespace_, subject.name)
                        : std::string(subject.name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

template <typename Binding>
CellList BindingCells(const Binding& binding, const CellContext& context) {
  return {context.Text(binding.metadata.name),
          context.Text(fmt::format("{}/{}", binding.role_ref.kind, binding.role_ref.name)),
          context.Age(binding.metadata),
          context.Text(SubjectsText(binding.subjects, kUserKind)),
          context.Text(SubjectsText(binding.subjects, kGroupKind)),
          context.Text(SubjectsText(binding.subjects, kServiceAccountKind))};
}

template <typename Binding>
write::Table BindingTable() {
  return TableOf<Binding>(
      {NameColumn(), TextColumn("Role", "The role that is granted."), AgeColumn(),
       Wide(TextColumn("Users", "Users who get the role.")),
       Wide(TextColumn("Groups", "Groups whose members get the role.")),
       Wide(TextColumn("ServiceAccounts", "Service accounts that get the role."))},
      BindingCells<Binding>);
}

}  // namespace

write::Table ClusterRoleBindingTable() { return BindingTable<ClusterRoleBinding>(); }
write::Table RoleBindingTable() { return BindingTable<RoleBinding>(); }

}  // namespace pintle::apis::rbac::v1
