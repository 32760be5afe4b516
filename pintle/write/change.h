#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/write/stages/deletion.h"
#include "pintle/write/stages/draft.h"

namespace pintle::write {

// What has to be there for a change to be made.
enum class Expects : uint8_t {
  kAbsent,   // the object is made
  kPresent,  // 404 if it is not there
  kEither,   // made if it is not there
};

// Makes the object that is to be stored of the one that is there (null: none is). Called again
// after every lost race, with what won it. The result does not share its metadata with `current`.
using Make = std::move_only_function<Task<Result<Object>>(const Object* current, const Drawn& drawn,
                                                          Warnings& warnings)>;
// One that does not wait, of an object that is there.
using Edit = std::move_only_function<Result<Object>(const Object& current, const Drawn& drawn,
                                                    Warnings& warnings)>;

// What verbs differ in. What it refers to outlives it.
struct Change {
  Expects expects = Expects::kPresent;
  Make make;
  // The client sent all of the object: owners that it repeats are told of as its own.
  bool whole = false;
  // A deletion, instead of `make`.
  std::optional<DeleteOptions> end;
};

// POST: `body` is stored as new.
Change CreateOf(Object body);
// PUT: `body` takes the place of what is there. Its uid, if it has one, is a precondition, before
// anything else. Where nothing is there it is made if the endpoint allows that; else 404.
Change ReplaceBy(const Request& request, const Rules& rules, const Object& body);
// What is there is edited: PATCH, a view that is put back, all the server itself changes.
Change EditBy(Edit edit);
// DELETE
Change EndBy(DeleteOptions options);

}  // namespace pintle::write
