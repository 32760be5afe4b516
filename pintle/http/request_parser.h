#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/http/server.h"

namespace pintle::http {

// Reads one HTTP/1.x request out of bytes as they arrive. Knows nothing of sockets.
class RequestParser {
 public:
  enum class Progress {
    kNeedMore,      // all that is here has been looked at
    kHead,          // the head is complete, once per request
    kComplete,      // the request is complete
    kBodyTooLarge,  // the head is complete and the body exceeds the limit; the rest is not read
    kBad,           // see error_status, error_text
  };

  // Fills `request` within the sizes of `limits`; both must outlive the parser.
  RequestParser(Request& request, const ServerOptions& limits);
  ~RequestParser();

  // Looks at `bytes` and sets `*consumed`; the caller presents what was not consumed again, with
  // more after it.
  Progress Put(std::string_view bytes, size_t* consumed);

  // From kHead on.
  bool keep_alive() const;
  bool is_http_1_0() const;
  bool expects_continue() const;
  // What the head says of the body, and what of that is missing; nothing if it does not say.
  std::optional<uint64_t> body_length() const;
  std::optional<uint64_t> body_rest() const;
  // What still comes of the body is not kept.
  void DropBody();

  // After kBad: an HTTP status and one line of text.
  int error_status() const;
  const std::string& error_text() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pintle::http
