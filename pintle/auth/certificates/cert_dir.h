#pragma once

#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/http/certificates.h"

namespace pintle::auth {

// What a serving certificate must be good for.
struct ServingNames {
  std::vector<std::string> dns_names;
  std::vector<std::string> ips;
};

// The names by which a server on this machine is reached: localhost and its addresses, the
// in-cluster names of the API service, the host name; plus `extra_ips` (the bind address;
// unspecified addresses are left out).
ServingNames DefaultServingNames(const std::vector<std::string>& extra_ips);

struct ServingMaterial {
  http::KeyPair ca;
  http::KeyPair serving;
  // CN=admin, O=system:masters; signed by `ca`, which the server must therefore accept as a client
  // CA.
  http::KeyPair admin;
  // What clients have to trust: the CA, or the serving certificate itself if another CA signed it.
  std::string trust_pem;
};

// Reads ca, apiserver and admin (.crt and .key each) in `directory`, making what is missing, has
// run out, or does not fit together. A serving pair that somebody else put there is kept as long as
// it is usable. Keys are written with mode 0600; files are replaced in one step. Without a
// directory all of it is made, and kept nowhere.
Result<ServingMaterial> EnsureServingMaterial(const std::string& directory,
                                              const ServingNames& names);

// Reads sa.key in `directory`, with which tokens of service accounts are signed; makes it if it is
// not there or not usable. Without a directory it is made, and kept nowhere.
Result<std::string> EnsureTokenKey(const std::string& directory);

}  // namespace pintle::auth
