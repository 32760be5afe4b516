#include "pintle/base/error.h"

#include <iterator>

namespace pintle {
namespace {

struct ReasonRow {
  std::string_view text;
  int code;
};

// Indexed by Reason.
constexpr ReasonRow kReasons[] = {
    {"", 500},
    {"Unauthorized", 401},
    {"Forbidden", 403},
    {"NotFound", 404},
    {"AlreadyExists", 409},
    {"Conflict", 409},
    {"Gone", 410},
    {"Expired", 410},
    {"Invalid", 422},
    {"BadRequest", 400},
    {"MethodNotAllowed", 405},
    {"NotAcceptable", 406},
    {"RequestEntityTooLarge", 413},
    {"UnsupportedMediaType", 415},
    {"TooManyRequests", 429},
    {"InternalError", 500},
    {"ServerTimeout", 500},
    {"StorageReadError", 500},
    {"ServiceUnavailable", 503},
    {"Timeout", 504},
};
static_assert(std::size(kReasons) == static_cast<size_t>(Reason::kTimeout) + 1);

}  // namespace

std::string_view ReasonText(Reason reason) { return kReasons[static_cast<size_t>(reason)].text; }

int ReasonCode(Reason reason) { return kReasons[static_cast<size_t>(reason)].code; }

Error::Error(Reason reason, std::string message)
    : rep_(new Rep{reason, ReasonCode(reason), std::move(message), nullptr, {}}) {}

Error::Error(const Error& other)
    : rep_(new Rep{
          other.rep_->reason, other.rep_->code, other.rep_->message,
          other.rep_->details ? std::make_unique<ErrorDetails>(*other.rep_->details) : nullptr,
          other.rep_->continue_token}) {}

Error& Error::operator=(const Error& other) {
  if (this != &other) *this = Error(other);
  return *this;
}

Error& Error::WithDetails(ErrorDetails details) & {
  rep_->details = std::make_unique<ErrorDetails>(std::move(details));
  return *this;
}

Error& Error::WithContinue(std::string token) & {
  rep_->continue_token = std::move(token);
  return *this;
}

Error&& Error::Prefixed(std::string_view prefix) && {
  rep_->message.insert(0, prefix);
  return std::move(*this);
}

std::unexpected<Error> Fail(Reason reason, std::string message) {
  return std::unexpected(Error(reason, std::move(message)));
}

std::unexpected<Error> BadRequest(std::string message) {
  return Fail(Reason::kBadRequest, std::move(message));
}

std::unexpected<Error> InternalError(std::string message) {
  ErrorDetails details;
  details.causes.push_back(Cause{"", message, ""});
  return std::unexpected(
      Error(Reason::kInternalError, "Internal error occurred: " + std::move(message))
          .WithDetails(std::move(details)));
}

}  // namespace pintle
