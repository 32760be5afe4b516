#include "pintle/codec/duplicate_tracker.h"

#include "pintle/field/path.h"

namespace pintle::codec {

void DuplicateTracker::CountElement() {
  if (!frames_.empty() && frames_.back().is_list) ++frames_.back().next_index;
}

void DuplicateTracker::BeginList() {
  CountElement();
  frames_.push_back(Frame{true, {}, 0});
}

void DuplicateTracker::BeginObject() {
  CountElement();
  frames_.push_back(Frame{false, {}, 0});
  keys_.Open();
}

void DuplicateTracker::End() {
  if (!frames_.back().is_list) keys_.Close();
  frames_.pop_back();
}

void DuplicateTracker::Key(std::string_view key) {
  frames_.back().key = key;
  if (keys_.Add(key) != KeyTracker<Bytewise>::Seen::kOnce) return;
  if (findings_->WantsMore()) {
    findings_->Duplicate(Path());
  } else {
    findings_->Skip();
  }
}

std::string DuplicateTracker::Path() const {
  std::string path;
  field::Path(prefix_).AppendTo(path);  // counted as a path that is written
  for (const Frame& frame : frames_) {
    if (frame.is_list) {
      path += '[';
      path += std::to_string(frame.next_index - 1);
      path += ']';
    } else {
      if (!path.empty()) path += '.';
      path += frame.key;
    }
  }
  return path;
}

}  // namespace pintle::codec
