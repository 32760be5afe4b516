#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace pintle::http {

// A gzip stream at the fastest level; about 256 KiB while it lives.
class GzipEncoder {
 public:
  GzipEncoder();
  ~GzipEncoder();
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  // Appends to `out` what `input` adds to the compressed stream, which may be nothing yet.
  void Put(std::string_view input, std::string& out);
  // Appends the rest. Nothing may follow.
  void Finish(std::string& out);

 private:
  void Run(std::string_view input, int flush, std::string& out);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pintle::http
