#include "pintle/extensions/kind/webhook_converter.h"

#include <fmt/format.h>

#include "pintle/extensions/kind/conversion_review.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;

// Asks the webhook of one definition. Nothing that it answers is kept, failures neither.
class WebhookConverter final : public object::Converter {
 public:
  WebhookConverter(std::string group, std::vector<std::string> review_versions,
                   webhook::ClientConfig config, ConversionEnvironment environment)
      : group_(std::move(group)),
        review_versions_(std::move(review_versions)),
        environment_(std::move(environment)),
        caller_(std::make_unique<webhook::Caller>(std::move(config), environment_.webhooks)) {}

  Task<Result<std::vector<Value>>> Convert(std::vector<Value> documents, std::string version,
                                           Arena& arena) const override {
    Review review;
    PINTLE_CO_TRY(review.version, ChooseReviewVersion(review_versions_));
    review.uid = environment_.new_uid();
    review.desired_api_version = group_ + "/" + version;
    const std::string name = fmt::format("conversion webhook for {}, Kind={}",
                                         documents.front().FindString("apiVersion"),
                                         documents.front().FindString("kind"));
    auto calling = caller_->Post(EncodeReview(review, documents), environment_.timeout);
    Result<std::string> answer = co_await calling;
    if (!answer) co_return Failed(name, answer.error());
    Result<std::vector<Value>> objects = DecodeReview(review, *answer, arena);
    if (!objects) co_return Failed(name, objects.error());
    if (objects->size() != documents.size()) {
      co_return Fail(Reason::kUnknown, fmt::format("{} returned {} objects, expected {}", name,
                                                   objects->size(), documents.size()));
    }
    for (size_t i = 0; i < documents.size(); ++i) {
      Result<Value> accepted = AcceptConverted(review, documents[i], (*objects)[i], arena);
      if (!accepted) {
        co_return Fail(Reason::kUnknown, fmt::format("{} returned invalid object at index {}: {}",
                                                     name, i, accepted.error().message()));
      }
      (*objects)[i] = *accepted;
    }
    co_return objects;
  }

 private:
  static std::unexpected<Error> Failed(const std::string& name, const Error& cause) {
    return Fail(Reason::kUnknown, fmt::format("{} failed: {}", name, cause.message()));
  }

  const std::string group_;
  const std::vector<std::string> review_versions_;
  const ConversionEnvironment environment_;
  const std::unique_ptr<webhook::Caller> caller_;  // thread-safe
};

webhook::ClientConfig ConfigOf(const v1::WebhookClientConfig& from) {
  webhook::ClientConfig config;
  config.url = from.url.value_or("");
  config.ca_pem = from.ca_bundle.view();
  if (from.service) {
    const v1::ServiceReference& service = *from.service;
    config.service = {.namespace_name = std::string(service.namespace_),
                      .name = std::string(service.name),
                      .path = std::string(service.path.value_or("")),
                      .port = static_cast<uint16_t>(service.port.value_or(webhook::kHttpsPort))};
  }
  return config;
}

}  // namespace

std::shared_ptr<const object::Converter> MakeConverter(const v1::CustomResourceDefinition& crd,
                                                       const ConversionEnvironment& environment) {
  const v1::CustomResourceConversion* conversion = crd.spec.conversion.get();
  if (conversion == nullptr || conversion->strategy != v1::kWebhookConverter ||
      !conversion->webhook || !conversion->webhook->client_config) {
    return nullptr;
  }
  const auto& versions = conversion->webhook->conversion_review_versions;
  return std::make_shared<WebhookConverter>(
      std::string(crd.spec.group), std::vector<std::string>(versions.begin(), versions.end()),
      ConfigOf(*conversion->webhook->client_config), environment);
}

}  // namespace pintle::extensions
