#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/bytes.h"
#include "pintle/storage/cache/encoding_memo.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// What lists and watches need of an object without decoding it.
struct ObjectHeader {
  // metadata.labels, by key.
  std::vector<std::pair<std::string, std::string>> labels;
  // The fields that field selectors of the kind may name, with their values.
  std::vector<std::pair<std::string, std::string>> fields;
  std::string uid;
};

// Makes the header of a stored value. Called on the store's dispatch thread and on the loading
// thread; thread-safe. A value it cannot read gets an empty header, not an error.
using HeaderExtractor = std::function<ObjectHeader(std::string_view key, const Bytes& value)>;

// One version of one object: its stored bytes, header, and the encodings asked for so far.
// Immutable but for the memo, shared by index, window, watchers and responses. Thread-safe.
class CachedObject {
 public:
  CachedObject(std::string key, Revision mod_revision, Bytes stored,
               std::shared_ptr<const ObjectHeader> header, std::shared_ptr<EncodingBudget> budget)
      : key_(std::move(key)),
        mod_revision_(mod_revision),
        stored_(std::move(stored)),
        header_(std::move(header)),
        memo_(std::move(budget)) {}

  const std::string& key() const { return key_; }
  // The revision to show as resourceVersion; for the object of a deletion event that of the
  // deletion.
  Revision mod_revision() const { return mod_revision_; }
  const Bytes& stored() const { return stored_; }
  const ObjectHeader& header() const { return *header_; }
  const std::shared_ptr<const ObjectHeader>& shared_header() const { return header_; }

  // The encoding for this key, made at the first call and kept while the budget lasts. "No bytes"
  // from `make` means that it failed: returned, not kept.
  Bytes Encoding(uint64_t encoding_key, const std::function<Bytes()>& make) const {
    return memo_.Get(encoding_key, make);
  }

 private:
  const std::string key_;
  const Revision mod_revision_;
  const Bytes stored_;
  const std::shared_ptr<const ObjectHeader> header_;
  const EncodingMemo memo_;
};

using CachedObjectPtr = std::shared_ptr<const CachedObject>;

// One change of one object, shared by all watchers that see it. Immutable but for the memo.
// Thread-safe.
class CacheEvent {
 public:
  enum class Type : uint8_t { kAdded, kModified, kDeleted };

  CacheEvent(Type type, CachedObjectPtr object, CachedObjectPtr previous,
             std::shared_ptr<EncodingBudget> budget)
      : type_(type),
        object_(std::move(object)),
        previous_(std::move(previous)),
        memo_(std::move(budget)) {}

  Type type() const { return type_; }
  // The new version; for a deletion the last version, bearing the revision of the deletion. Never
  // null.
  const CachedObjectPtr& object() const { return object_; }
  // The version before; null for kAdded.
  const CachedObjectPtr& previous() const { return previous_; }
  Revision revision() const { return object_->mod_revision(); }

  // The encoded frame for this key: made once however many watchers send it.
  Bytes Frame(uint64_t encoding_key, const std::function<Bytes()>& make) const {
    return memo_.Get(encoding_key, make);
  }

 private:
  const Type type_;
  const CachedObjectPtr object_;
  const CachedObjectPtr previous_;
  const EncodingMemo memo_;
};

using CacheEventPtr = std::shared_ptr<const CacheEvent>;

}  // namespace pintle::storage
