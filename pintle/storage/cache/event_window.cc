#include "pintle/storage/cache/event_window.h"

#include <algorithm>
#include <utility>

namespace pintle::storage {

void EventWindow::Reset(Revision start) {
  entries_.clear();
  bytes_ = 0;
  start_ = start;
}

bool EventWindow::IsOver(Time now) const {
  if (entries_.size() > limits_.max_events || bytes_ > limits_.max_bytes) return true;
  return entries_.size() > limits_.min_events && now - entries_.front().seen > limits_.age;
}

void EventWindow::Add(CacheEventPtr event, Time now) {
  bytes_ += BytesOf(*event);
  entries_.push_back({std::move(event), now});
  while (!entries_.empty() && IsOver(now)) {
    const CacheEvent& oldest = *entries_.front().event;
    start_ = oldest.revision();
    bytes_ -= BytesOf(oldest);
    entries_.pop_front();
  }
}

std::vector<CacheEventPtr> EventWindow::After(Revision from) const {
  auto first = std::partition_point(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.event->revision() <= from;
  });
  std::vector<CacheEventPtr> events;
  events.reserve(static_cast<size_t>(entries_.end() - first));
  for (; first != entries_.end(); ++first) events.push_back(first->event);
  return events;
}

}  // namespace pintle::storage
