#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/key_tracker.h"
#include "pintle/field/findings.h"

namespace pintle::codec {

// Follows the events of one document and records every repeated member in `findings`, in document
// order, as `duplicate field "spec.ports[0].port"`. Keys must stay valid while their object is
// open. With null findings no method may be called.
class DuplicateTracker {
 public:
  // `path` says where the document stands in a larger one; empty for a whole document.
  DuplicateTracker(field::Findings* findings, std::string_view path)
      : findings_(findings), prefix_(path) {}

  void BeginList();
  void BeginObject();
  void End();
  void Scalar() { CountElement(); }
  // A member's name; its value's events follow, unless the value came ready made.
  void Key(std::string_view key);

 private:
  struct Frame {
    bool is_list;
    std::string_view key;  // of the member being read
    size_t next_index = 0;
  };

  void CountElement();
  std::string Path() const;

  field::Findings* findings_;
  std::string_view prefix_;
  std::vector<Frame> frames_;
  KeyTracker<Bytewise> keys_;
};

}  // namespace pintle::codec
