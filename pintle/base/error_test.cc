#include "pintle/base/error.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(Error, ReasonsHaveTheirTextAndCode) {
  const struct {
    Reason reason;
    const char* text;
    int code;
  } kRows[] = {
      {Reason::kUnknown, "", 500},
      {Reason::kUnauthorized, "Unauthorized", 401},
      {Reason::kForbidden, "Forbidden", 403},
      {Reason::kNotFound, "NotFound", 404},
      {Reason::kAlreadyExists, "AlreadyExists", 409},
      {Reason::kConflict, "Conflict", 409},
      {Reason::kGone, "Gone", 410},
      {Reason::kExpired, "Expired", 410},
      {Reason::kInvalid, "Invalid", 422},
      {Reason::kBadRequest, "BadRequest", 400},
      {Reason::kMethodNotAllowed, "MethodNotAllowed", 405},
      {Reason::kNotAcceptable, "NotAcceptable", 406},
      {Reason::kRequestEntityTooLarge, "RequestEntityTooLarge", 413},
      {Reason::kUnsupportedMediaType, "UnsupportedMediaType", 415},
      {Reason::kTooManyRequests, "TooManyRequests", 429},
      {Reason::kInternalError, "InternalError", 500},
      {Reason::kServerTimeout, "ServerTimeout", 500},
      {Reason::kStorageReadError, "StorageReadError", 500},
      {Reason::kServiceUnavailable, "ServiceUnavailable", 503},
      {Reason::kTimeout, "Timeout", 504},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(ReasonText(row.reason), row.text);
    EXPECT_EQ(ReasonCode(row.reason), row.code) << row.text;
    EXPECT_EQ(Error(row.reason, "m").code(), row.code) << row.text;
  }
}

TEST(Error, CopiesAreIndependent) {
  ErrorDetails details;
  details.name = "n";
  Error first = Error(Reason::kConflict, "m").WithDetails(std::move(details));
  Error second = first;
  second.WithContinue("token");
  second = std::move(second).Prefixed("in front: ");
  EXPECT_EQ(first.code(), 409);
  EXPECT_EQ(first.message(), "m");
  EXPECT_EQ(first.continue_token(), "");
  EXPECT_EQ(second.message(), "in front: m");
  EXPECT_EQ(second.continue_token(), "token");
  EXPECT_EQ(second.details()->name, "n");
  EXPECT_NE(second.details(), first.details());
}

TEST(Error, InternalOnesCarryACause) {
  Status status = InternalError("disk is gone");
  const Error& error = status.error();
  EXPECT_EQ(error.reason(), Reason::kInternalError);
  EXPECT_EQ(error.message(), "Internal error occurred: disk is gone");
  ASSERT_EQ(error.details()->causes.size(), 1U);
  EXPECT_EQ(error.details()->causes[0].message, "disk is gone");
  EXPECT_EQ(error.details()->causes[0].reason, "");
}

Result<int> Half(int n) {
  if (n % 2 != 0) return BadRequest("odd");
  return n / 2;
}

Result<int> Quarter(int n) {
  PINTLE_TRY(int half, Half(n));
  PINTLE_RETURN_IF_ERROR(Half(half));
  return half / 2;
}

TEST(Error, MacrosPassErrorsOn) {
  EXPECT_EQ(*Quarter(8), 2);
  EXPECT_EQ(Quarter(6).error().message(), "odd");
  EXPECT_EQ(Quarter(5).error().reason(), Reason::kBadRequest);
}

}  // namespace
}  // namespace pintle
