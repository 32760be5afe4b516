#pragma once

#include <vector>

#include "gen/model/model.h"
#include "gen/model/retired.h"

// A field without a Protobuf number is not in the message, and so is lost where objects are stored
// or sent as Protobuf. Types that are never messages may leave all numbers out.
namespace pintle::gen {

// Adds a message for each field of a struct without a number, with the next free one, if another
// field has one. TypeMeta needs none.
void CheckAllNumbered(const Named& named, const std::vector<RetiredField>& retired,
                      Diagnostics& diagnostics);

// Adds a message for each field that has a number while the struct it holds has none. To be called
// when all structs have their fields.
void CheckMessagesInside(const Model& model, Diagnostics& diagnostics);

}  // namespace pintle::gen
