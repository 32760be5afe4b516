#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/http/client.h"

namespace pintle::http {

// Reads the answer to one HTTP/1.x request out of bytes as they arrive; skips interim answers.
// Knows nothing of sockets.
class ResponseParser {
 public:
  ResponseParser(bool head_request, size_t max_body_bytes);
  ~ResponseParser();

  // True once the answer is complete. The next call sees only what comes after `bytes`.
  Result<bool> Put(std::string_view bytes);
  // The server has closed the connection: an answer may end there.
  Result<bool> PutEnd();

  // Once complete.
  ClientResponse Take();
  // The connection can be used again.
  bool keep_alive() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pintle::http
