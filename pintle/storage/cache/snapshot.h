#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "pintle/storage/cache/cached_object.h"
#include "pintle/storage/cache/page_memo.h"
#include "pintle/storage/cache/persistent_tree.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// All objects of one resource prefix at one revision. Immutable; any thread. Cheap to take and to
// keep.
class Snapshot {
 public:
  using Tree = PersistentTree<CachedObject>;
  using Iterator = Tree::Iterator;

  // `since` is the revision of the last change in it that is known of.
  // `pages` belongs to the tree.
  Snapshot(Tree tree, Revision since, Revision revision,
           std::shared_ptr<const PageMemo> pages = nullptr)
      : tree_(std::move(tree)), since_(since), revision_(revision), pages_(std::move(pages)) {}

  // The store's revision this is the state at.
  Revision revision() const { return revision_; }
  // Nothing of the prefix changed between the last change and the revision of the snapshot, so it
  // is the state at all revisions between them.
  bool IsStateAt(Revision revision) const { return since_ <= revision && revision <= revision_; }
  // Number of objects.
  size_t count() const { return tree_.size(); }
  // Null if there is none. Keys are whole store keys.
  CachedObjectPtr Find(std::string_view key) const { return tree_.Find(key); }
  // At the first key >= `key`, in bytewise order; valid while this snapshot lives:
  //   for (auto at = snapshot->From(start); !at.Done() && at.key().starts_with(prefix); at.Next())
  Iterator From(std::string_view key) const { return tree_.LowerBound(key); }
  // Where encodings of runs of its objects are kept; null if nowhere.
  const std::shared_ptr<const PageMemo>& pages() const { return pages_; }
  // Number of keys >= `start` that begin with `prefix`; O(log n).
  size_t CountFrom(std::string_view start, std::string_view prefix) const;

 private:
  Tree tree_;
  Revision since_;
  Revision revision_;
  std::shared_ptr<const PageMemo> pages_;
};

using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace pintle::storage
