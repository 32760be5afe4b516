#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::certificates::v1 {

write::Table CertificateSigningRequestTable();

}  // namespace pintle::apis::certificates::v1
