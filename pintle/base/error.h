#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pintle {

// The machine-readable class of a failure: the `reason` of an API Status.
enum class Reason : uint8_t {
  kUnknown,
  kUnauthorized,
  kForbidden,
  kNotFound,
  kAlreadyExists,
  kConflict,
  kGone,
  kExpired,
  kInvalid,
  kBadRequest,
  kMethodNotAllowed,
  kNotAcceptable,
  kRequestEntityTooLarge,
  kUnsupportedMediaType,
  kTooManyRequests,
  kInternalError,
  kServerTimeout,
  kStorageReadError,
  kServiceUnavailable,
  kTimeout,
};

// The wire text of a reason (`NotFound`); empty for kUnknown.
std::string_view ReasonText(Reason reason);
// The HTTP code that goes with a reason.
int ReasonCode(Reason reason);

// One entry of `details.causes`. `reason` is a cause type such as `FieldValueInvalid`.
struct Cause {
  std::string reason;
  std::string message;
  std::string field;
};

// `details` of a Status. An empty one still prints as `{}`, an absent one does not print.
struct ErrorDetails {
  std::string name;
  std::string group;
  // The plural resource for most reasons, the Kind for Invalid.
  std::string kind;
  std::string uid;
  std::vector<Cause> causes;
  int retry_after_seconds = 0;
};

// Why an operation could not be done, ready to be sent as an API Status. Faults in an input
// document are not Errors while they are being collected: see field::ErrorList.
class Error {
 public:
  Error(Reason reason, std::string message);
  Error(const Error& other);
  Error& operator=(const Error& other);
  Error(Error&&) noexcept = default;
  Error& operator=(Error&&) noexcept = default;
  ~Error() = default;

  Reason reason() const { return rep_->reason; }
  int code() const { return rep_->code; }
  const std::string& message() const { return rep_->message; }
  // Null when the Status has no details.
  const ErrorDetails* details() const { return rep_->details.get(); }
  // `metadata.continue` of the Status; only expired list continuations carry one.
  const std::string& continue_token() const { return rep_->continue_token; }

  Error& WithDetails(ErrorDetails details) &;
  Error& WithContinue(std::string token) &;
  Error&& WithDetails(ErrorDetails details) && {
    return std::move(WithDetails(std::move(details)));
  }
  Error&& WithContinue(std::string token) && { return std::move(WithContinue(std::move(token))); }
  // Puts `prefix` in front of the message.
  Error&& Prefixed(std::string_view prefix) &&;

 private:
  struct Rep {
    Reason reason;
    int code;
    std::string message;
    std::unique_ptr<ErrorDetails> details;
    std::string continue_token;
  };
  std::unique_ptr<Rep> rep_;
};

template <typename T>
using Result = std::expected<T, Error>;
using Status = std::expected<void, Error>;

// Failures without details. Those that name a resource are in object/status.h.
std::unexpected<Error> Fail(Reason reason, std::string message);
std::unexpected<Error> BadRequest(std::string message);
// 500 `Internal error occurred: <message>` with one cause, as the API reports its own faults.
std::unexpected<Error> InternalError(std::string message);

}  // namespace pintle

// PINTLE_TRY(lhs, expression): evaluates a Result, returns its error from the enclosing function,
// or assigns its value to lhs (which may declare a variable). PINTLE_CO_TRY is for coroutines;
// there the expression must not hold non-trivial temporaries across a co_await.
#define PINTLE_CONCAT_INNER(a, b) a##b
#define PINTLE_CONCAT(a, b) PINTLE_CONCAT_INNER(a, b)
#define PINTLE_TRY_IMPL(tmp, lhs, expr, ret)             \
  auto tmp = (expr);                                     \
  if (!tmp) ret std::unexpected(std::move(tmp).error()); \
  lhs = std::move(*tmp)
#define PINTLE_TRY(lhs, expr) PINTLE_TRY_IMPL(PINTLE_CONCAT(try_, __LINE__), lhs, expr, return)
#define PINTLE_CO_TRY(lhs, expr) \
  PINTLE_TRY_IMPL(PINTLE_CONCAT(try_, __LINE__), lhs, expr, co_return)
#define PINTLE_CHECK_IMPL(tmp, expr, ret) \
  if (auto tmp = (expr); !tmp) ret std::unexpected(std::move(tmp).error())
// PINTLE_RETURN_IF_ERROR(expression): the same for a Status or a Result whose value is not needed.
#define PINTLE_RETURN_IF_ERROR(expr) PINTLE_CHECK_IMPL(PINTLE_CONCAT(try_, __LINE__), expr, return)
#define PINTLE_CO_RETURN_IF_ERROR(expr) \
  PINTLE_CHECK_IMPL(PINTLE_CONCAT(try_, __LINE__), expr, co_return)
