#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/http/query.h"
#include "pintle/object/media_type.h"
#include "pintle/write/stages/deletion.h"

namespace pintle::api {

enum class FieldValidation : uint8_t { kIgnore, kWarn, kStrict };

// Told where a YAML body goes on behind its first document.
inline constexpr std::string_view kFirstDocumentOnly =
    "the body has more than one YAML document; only the first is read";

// The gate without which every request is answered as if it had said Ignore.
inline constexpr std::string_view kFieldValidationGate = "ServerSideFieldValidation";

// Options of create, update and patch.
struct WriteOptions {
  bool dry_run = false;
  std::string field_manager;
  FieldValidation field_validation = FieldValidation::kWarn;
};

// An apply is a patch with rules of its own.
enum class WriteVerb : uint8_t { kCreate, kUpdate, kPatch, kApply };

// 422 for unknown values, all faults together.
Result<WriteOptions> ParseWriteOptions(const http::Query& query, WriteVerb verb);

// Options of list and watch.
struct ListOptions {
  std::string label_selector;
  std::string field_selector;
  std::string resource_version;  // as sent
  std::string resource_version_match;
  std::string continue_token;
  int64_t limit = 0;
  bool watch = false;
  bool allow_bookmarks = false;
  std::optional<bool> send_initial_events;
  std::optional<int64_t> timeout_seconds;
};

// What each parameter says by itself; 400 for numbers that are none.
Result<ListOptions> ParseListOptions(const http::Query& query, bool watch);
// 422 for parameters that do not go together, all faults together.
Status CheckListOptions(const ListOptions& options);

// Options of a deletion: the body if there is one, else the query. `dry_run` is returned apart.
struct DeleteRequest {
  write::DeleteOptions options;
  bool dry_run = false;
  // Whether the body has more documents than the one that is read.
  bool more_documents = false;
};
// Members of the body that are unknown or repeated go to `findings`, which is null if nobody wants
// to know; neither they nor further documents stop a deletion.
Result<DeleteRequest> ParseDeleteOptions(const http::Query& query, std::string_view body,
                                         object::MediaType media, std::string_view group_version,
                                         field::Findings* findings);

// A resourceVersion parameter; empty is 0. 400 for what is no number.
Result<uint64_t> ParseResourceVersion(std::string_view text);

// Where a paged list goes on.
struct ContinueToken {
  int64_t revision = 0;
  std::string start;  // key relative to the list's prefix
};
std::string EncodeContinue(const ContinueToken& token);
Result<ContinueToken> DecodeContinue(std::string_view text);

}  // namespace pintle::api
