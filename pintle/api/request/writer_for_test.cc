#include "pintle/api/request/writer_for_test.h"

namespace pintle::api {

Task<Status> TestWriter::Send(http::Response sent) {
  Keep(std::move(sent), true);
  co_return Status();
}

Task<Status> TestWriter::Start(int status, http::Headers headers, http::StreamKind) {
  http::Response started;
  started.status = status;
  started.headers = std::move(headers);
  Keep(std::move(started), false);
  co_return Status();
}

Task<Status> TestWriter::Write(std::vector<Bytes> pieces) {
  std::scoped_lock lock(mutex_);
  for (Bytes& piece : pieces) response.body.push_back(std::move(piece));
  changed_.notify_all();
  co_return Status();
}

Task<Status> TestWriter::Finish() {
  std::scoped_lock lock(mutex_);
  finished_ = true;
  changed_.notify_all();
  co_return Status();
}

void TestWriter::OnGone(std::function<void()> callback) {
  std::scoped_lock lock(mutex_);
  gone_ = std::move(callback);
}

void TestWriter::Disconnect() {
  std::function<void()> gone;
  disconnected_ = true;
  {
    std::scoped_lock lock(mutex_);
    gone = gone_;
  }
  if (gone) gone();
}

std::string TestWriter::Body() {
  std::scoped_lock lock(mutex_);
  return BodyLocked();
}

std::string TestWriter::WaitFor(std::string_view text) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience,
                    [&] { return finished_ || BodyLocked().find(text) != std::string::npos; });
  return BodyLocked();
}

void TestWriter::Keep(http::Response kept, bool whole) {
  std::scoped_lock lock(mutex_);
  response = std::move(kept);
  finished_ = whole;
  changed_.notify_all();
}

std::string TestWriter::BodyLocked() const {
  std::string text;
  for (const Bytes& piece : response.body) text += piece.view();
  return text;
}

}  // namespace pintle::api
