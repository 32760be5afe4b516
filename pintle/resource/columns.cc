#include "pintle/resource/columns.h"

#include <utility>

namespace pintle::apis {
namespace {

write::Column ColumnOf(std::string name, std::string type, std::string description) {
  return {std::move(name), std::move(type), "", std::move(description), 0};
}

}  // namespace

write::Column NameColumn() {
  return {
      "Name", "string", "name",
      "Name is unique among the objects of one resource in one namespace and cannot be changed.",
      0};
}

write::Column AgeColumn() {
  return TextColumn("Age", "When it was created, by the clock of the server.");
}

write::Column TextColumn(std::string name, std::string description) {
  return ColumnOf(std::move(name), "string", std::move(description));
}

write::Column NumberColumn(std::string name, std::string description) {
  return ColumnOf(std::move(name), "integer", std::move(description));
}

write::Column FlagColumn(std::string name, std::string description) {
  return ColumnOf(std::move(name), "boolean", std::move(description));
}

write::Column Wide(write::Column column) {
  column.priority = 1;
  return column;
}

write::Column ContainersColumn() {
  return TextColumn("Containers", "Names of the containers in the pod template.");
}

write::Column ImagesColumn() {
  return TextColumn("Images", "Images of the containers in the pod template.");
}

write::Column PodSelectorColumn() {
  return TextColumn("Selector", "Labels of the pods that belong to it.");
}

}  // namespace pintle::apis
