#include "pintle/storage/cache/page_memo.h"

#include <algorithm>
#include <list>
#include <mutex>

namespace pintle::storage {
namespace {

struct Kept {
  const PageMemo* memo;
  PageMemo::Run run;
  Bytes encoding;
};

// What all memos keep. There are few runs, each of many objects, so they are searched one by one.
struct Room {
  std::mutex mutex;
  // Guarded by mutex.
  std::list<Kept> kept;  // the last used first
  size_t bytes = 0;

  std::list<Kept>::iterator Find(const PageMemo* memo, const PageMemo::Run& run) {
    return std::ranges::find_if(
        kept, [&](const Kept& one) { return one.memo == memo && one.run == run; });
  }
  // Moves it to `out`, so that it is freed after the lock.
  void Take(std::list<Kept>::iterator at, std::list<Kept>& out) {
    bytes -= at->encoding.size();
    out.splice(out.end(), kept, at);
  }
};

// Never destroyed: caches end with the last thread.
Room& SharedRoom() {
  static auto& room = *new Room();
  return room;
}

}  // namespace

PageMemo::~PageMemo() {
  std::list<Kept> freed;
  Room& room = SharedRoom();
  std::scoped_lock lock(room.mutex);
  for (auto at = room.kept.begin(); at != room.kept.end();) {
    auto next = std::next(at);
    if (at->memo == this) room.Take(at, freed);
    at = next;
  }
}

Bytes PageMemo::Find(const Run& run) const {
  Room& room = SharedRoom();
  std::scoped_lock lock(room.mutex);
  auto found = room.Find(this, run);
  if (found == room.kept.end()) return Bytes();
  room.kept.splice(room.kept.begin(), room.kept, found);
  return found->encoding;
}

void PageMemo::Keep(const Run& run, const Bytes& encoding) const {
  if (encoding.size() < kMinBytes || encoding.size() > kMaxBytes) return;
  std::list<Kept> freed;
  Room& room = SharedRoom();
  std::scoped_lock lock(room.mutex);
  if (room.Find(this, run) != room.kept.end()) return;
  room.kept.push_front({this, run, encoding});
  room.bytes += encoding.size();
  while (room.bytes > kMaxBytes || room.kept.size() > kMaxRuns) {
    room.Take(std::prev(room.kept.end()), freed);
  }
}

}  // namespace pintle::storage
