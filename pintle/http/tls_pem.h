#pragma once

#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/http/certificates.h"
#include "pintle/http/openssl_handles.h"

namespace pintle::http {

// From PEM texts to OpenSSL. `what` names them in messages. Anything but certificates is passed
// over; none, or one that cannot be read, is an error.
Result<std::vector<X509Handle>> ReadCertificates(const std::string& pem, const std::string& what);
// The certificate (with its chain) and key that `context` proves itself with.
Status UseServingPair(SSL_CTX* context, const KeyPair& pair);

// The text of OpenSSL's oldest queued error; empties the queue.
std::string TakeOpenSslError();

}  // namespace pintle::http
