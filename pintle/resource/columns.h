#pragma once

#include <string>

#include "pintle/resource/definition.h"

// Columns of the tables of built-in kinds. A description says what the name does not.
namespace pintle::apis {

write::Column NameColumn();
write::Column AgeColumn();
write::Column TextColumn(std::string name, std::string description = "");
write::Column NumberColumn(std::string name, std::string description = "");
write::Column FlagColumn(std::string name, std::string description = "");
// Shown with `-o wide` only.
write::Column Wide(write::Column column);

// What kinds that have a pod template share.
write::Column ContainersColumn();
write::Column ImagesColumn();
write::Column PodSelectorColumn();

}  // namespace pintle::apis
