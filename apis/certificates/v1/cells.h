#pragma once

#include "pintle/resource/strategy.h"

namespace pintle::apis::certificates::v1 {

write::Table CertificateSigningRequestTable();

}  // namespace pintle::apis::certificates::v1
