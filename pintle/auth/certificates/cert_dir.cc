#include "pintle/auth/certificates/cert_dir.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "pintle/auth/identity/signing_keys.h"
#include "pintle/auth/user.h"
#include "pintle/base/log.h"
#include "pintle/base/strings.h"

namespace pintle::auth {
namespace {

constexpr int kCaDays = 3650;
// Own certificates are replaced this long before they run out.
constexpr std::chrono::hours kRenewBefore{30 * 24};
constexpr mode_t kKeyMode = 0600;
constexpr mode_t kCertificateMode = 0644;

std::unexpected<Error> FileError(std::string_view what, const std::string& path) {
  return Fail(Reason::kUnknown, fmt::format("{} {}: {}", what, path, std::strerror(errno)));
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  return text.str();
}

// Not synced to disk: what a power failure damages is made again at the next start.
Status WriteFile(const std::string& path, const std::string& text, mode_t mode) {
  std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  ::unlink(temporary.c_str());
  int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd < 0) return FileError("create", temporary);
  std::string_view left = text;
  while (!left.empty()) {
    ssize_t size = ::write(fd, left.data(), left.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) break;
    left.remove_prefix(static_cast<size_t>(size));
  }
  bool written = left.empty();
  if (::close(fd) != 0 || !written || ::rename(temporary.c_str(), path.c_str()) != 0) {
    auto error = FileError("write", path);
    ::unlink(temporary.c_str());
    return error;
  }
  return {};
}

// Where `name` is kept; empty: nowhere.
std::string PathIn(const std::string& directory, std::string_view name) {
  return directory.empty() ? std::string() : fmt::format("{}/{}", directory, name);
}

http::KeyPair ReadPair(const std::string& stem) {
  if (stem.empty()) return {};
  return {ReadFile(stem + ".crt"), ReadFile(stem + ".key")};
}

Status WritePair(const std::string& stem, const http::KeyPair& pair) {
  if (stem.empty()) return {};
  PINTLE_RETURN_IF_ERROR(WriteFile(stem + ".key", pair.private_key_pem, kKeyMode));
  return WriteFile(stem + ".crt", pair.certificate_pem, kCertificateMode);
}

Result<http::KeyPair> EnsureCa(const std::string& stem) {
  http::KeyPair ca = ReadPair(stem);
  if (http::IsUsablePair(ca, kRenewBefore)) return ca;
  if (!ca.certificate_pem.empty()) {
    LogWarning(
        "the certificate authority has run out or does not match its key; making a new one, which "
        "clients have to be told to trust",
        {{"file", stem + ".crt"}});
  }
  PINTLE_TRY(ca, http::GenerateCa("pintle-ca", kCaDays));
  PINTLE_RETURN_IF_ERROR(WritePair(stem, ca));
  return ca;
}

bool KeepServing(const http::KeyPair& serving, const http::KeyPair& ca, const ServingNames& names) {
  if (!http::IsIssuedBy(serving.certificate_pem, ca.certificate_pem)) {
    return http::IsUsablePair(serving, std::chrono::seconds(0));
  }
  return http::IsUsablePair(serving, kRenewBefore) &&
         http::CoversNames(serving.certificate_pem, names.dns_names, names.ips);
}

Result<http::KeyPair> EnsureServing(const std::string& stem, const http::KeyPair& ca,
                                    const ServingNames& names) {
  http::KeyPair serving = ReadPair(stem);
  if (KeepServing(serving, ca, names)) return serving;
  if (!serving.certificate_pem.empty()) {
    LogWarning(
        "the serving certificate has run out, lacks a name or does not match its key; "
        "making a new one",
        {{"file", stem + ".crt"}});
  }
  PINTLE_TRY(serving, http::IssueServing(ca, names.dns_names, names.ips));
  PINTLE_RETURN_IF_ERROR(WritePair(stem, serving));
  return serving;
}

Result<http::KeyPair> EnsureAdmin(const std::string& stem, const http::KeyPair& ca) {
  http::KeyPair admin = ReadPair(stem);
  if (http::IsUsablePair(admin, kRenewBefore) &&
      http::IsIssuedBy(admin.certificate_pem, ca.certificate_pem)) {
    return admin;
  }
  PINTLE_TRY(admin, http::IssueClient(ca, "admin", {std::string(kMastersGroup)}));
  PINTLE_RETURN_IF_ERROR(WritePair(stem, admin));
  return admin;
}

Status EnsureFolder(const std::string& directory) {
  if (directory.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (!error) return {};
  return Fail(Reason::kUnknown, fmt::format("create {}: {}", directory, error.message()));
}

}  // namespace

ServingNames DefaultServingNames(const std::vector<std::string>& extra_ips) {
  ServingNames names;
  names.dns_names = {"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc",
                     "kubernetes.default.svc.cluster.local"};
  char host[256] = {};
  if (::gethostname(host, sizeof(host) - 1) == 0 && host[0] != '\0') {
    std::string host_name = ToLower(host);
    if (std::ranges::find(names.dns_names, host_name) == names.dns_names.end()) {
      names.dns_names.push_back(std::move(host_name));
    }
  }
  names.ips = {"127.0.0.1", "::1"};
  for (const std::string& ip : extra_ips) {
    bool known = std::ranges::find(names.ips, ip) != names.ips.end();
    if (!known && !ip.empty() && ip != "0.0.0.0" && ip != "::") names.ips.push_back(ip);
  }
  return names;
}

Result<ServingMaterial> EnsureServingMaterial(const std::string& directory,
                                              const ServingNames& names) {
  PINTLE_RETURN_IF_ERROR(EnsureFolder(directory));
  ServingMaterial material;
  PINTLE_TRY(material.ca, EnsureCa(PathIn(directory, "ca")));
  PINTLE_TRY(material.serving, EnsureServing(PathIn(directory, "apiserver"), material.ca, names));
  PINTLE_TRY(material.admin, EnsureAdmin(PathIn(directory, "admin"), material.ca));
  bool own = http::IsIssuedBy(material.serving.certificate_pem, material.ca.certificate_pem);
  material.trust_pem = own ? material.ca.certificate_pem : material.serving.certificate_pem;
  return material;
}

Result<std::string> EnsureTokenKey(const std::string& directory) {
  PINTLE_RETURN_IF_ERROR(EnsureFolder(directory));
  const std::string path = PathIn(directory, "sa.key");
  if (path.empty()) return SigningKey::GeneratePem();
  std::string pem = ReadFile(path);
  if (SigningKey::FromPem(pem)) return pem;
  if (!pem.empty()) {
    LogWarning("the key for tokens of service accounts cannot be read; making a new one",
               {{"file", path}});
  }
  PINTLE_TRY(pem, SigningKey::GeneratePem());
  PINTLE_RETURN_IF_ERROR(WriteFile(path, pem, kKeyMode));
  return pem;
}

}  // namespace pintle::auth
