#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "pintle/storage/store_testing.h"

// The conformance suite of store.h. Its cases are in store_contract_test.cc and
// store_watch_contract_test.cc; an engine runs them all with one line in a test of its own that is
// linked with both:
//
//   INSTANTIATE_TEST_SUITE_P(Memory, StoreContract, testing::Values(MemoryEngine()));
namespace pintle::storage {

// Where one test's store lives.
class StorePlace {
 public:
  virtual ~StorePlace() = default;
  // Called again when the store it gave before is gone, it opens the same data.
  virtual Result<std::unique_ptr<Store>> Open() = 0;
};

// An engine as the suite meets it.
struct StoreEngine {
  std::string name;
  // Once a test.
  std::function<std::unique_ptr<StorePlace>()> make_place;
  // A place opened again has what was written before.
  bool survives_reopening = true;
  // A new place holds no keys and stands at revision 1. Otherwise others may write to the same
  // server: the suite then keeps to keys of its own and to revisions it was given.
  bool starts_empty = true;
  // A write is answered only after live watches were given its event.
  bool watches_precede_answers = true;
  // The shortest TTL it can keep.
  int64_t shortest_ttl_seconds = 1;
  // Writes each thread makes in the tests of many writers: about a second's worth.
  int writes_per_thread = 120;

  friend void PrintTo(const StoreEngine& engine, std::ostream* out) { *out << engine.name; }
};

class StoreContract : public testing::TestWithParam<StoreEngine> {
 protected:
  void SetUp() override;

  Store& store() { return *store_; }
  // Closes the store and opens it again.
  void Reopen();
  void Close() { store_.reset(); }

  // The keys of this test: what it calls `/a` is stored under a root of its own if need be.
  std::string Key(std::string_view name) const { return root_ + std::string(name); }

  // Writes that must succeed. They are numbered 1, 2, ..., as other keys may move the revision.
  Revision Create(std::string_view name, std::string value, int64_t ttl_seconds = 0);
  Revision Update(std::string_view name, Revision expected, std::string value,
                  int64_t ttl_seconds = 0);
  Revision Delete(std::string_view name, Revision expected);

  RangeResult Range(std::string_view prefix, Revision revision = 0);

  // As Describe, with names instead of keys and the number of the write instead of its revision
  // (`?` for one that is not of this test's making).
  std::string Show(std::vector<KeyValue> records) const;
  std::string Show(std::vector<Event> events) const;

 private:
  Revision Numbered(const WriteResult& result);
  void Localise(KeyValue& record) const;

  std::unique_ptr<StorePlace> place_;
  std::unique_ptr<Store> store_;
  std::string root_;
  std::map<Revision, Revision> number_of_revision_;
};

// The cause of an error, as `ResourceVersionTooLarge`; empty if it has none.
std::string CauseOf(const Error& error);

}  // namespace pintle::storage
