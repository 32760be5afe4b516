#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/value/value.h"

// What is said to conversion webhooks and how their answers are judged: ConversionReview of
// apiextensions.k8s.io. Errors are bare causes.
namespace pintle::extensions {

// One review.
struct Review {
  std::string version;  // of ConversionReview
  std::string uid;
  std::string desired_api_version;
};

// The first of the versions a webhook understands that is known here too.
Result<std::string> ChooseReviewVersion(const std::vector<std::string>& understood);

std::string EncodeReview(const Review& review, std::span<const Value> objects);

// The converted objects of an answer, however many.
Result<std::vector<Value>> DecodeReview(const Review& review, std::string_view answer,
                                        Arena& arena);

// A converted object with the metadata of the original. Of its own metadata only labels and
// annotations count; name, namespace and uid must be the same.
Result<Value> AcceptConverted(const Review& review, const Value& original, const Value& converted,
                              Arena& arena);

}  // namespace pintle::extensions
