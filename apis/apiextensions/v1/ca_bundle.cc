#include "apis/apiextensions/v1/ca_bundle.h"

#include <string>

#include "pintle/http/tls_pem.h"

namespace pintle::apis::apiextensions::v1 {

bool HasBadCaBundle(const CustomResourceDefinition& crd) {
  const auto& conversion = crd.spec.conversion;
  if (!conversion || !conversion->webhook || !conversion->webhook->client_config) return false;
  std::string pem(conversion->webhook->client_config->ca_bundle.view());
  return !pem.empty() && !http::ReadCertificates(pem, "caBundle");
}

}  // namespace pintle::apis::apiextensions::v1
