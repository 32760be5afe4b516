#include "apis/core/v1/validation_projection.h"

#include <fmt/format.h>

#include <set>

#include "apis/core/v1/validation_environment.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/paths.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;
using validate::NotEmpty;

constexpr int64_t kMinTokenSeconds = 10 * 60;
constexpr int64_t kMaxTokenSeconds = int64_t{1} << 32;
constexpr int64_t kMinCertificateSeconds = 60 * 60;
// Of certificates by signers of the project itself, and by others.
constexpr int64_t kMaxOwnCertificateSeconds = 24 * 60 * 60;
constexpr int64_t kMaxCertificateSeconds = 91 * 24 * 60 * 60;

class ProjectionCheck {
 public:
  ProjectionCheck(const Path& path, ErrorList& errors) : path_(path), errors_(errors) {}

  void Run(const VolumeProjection& source, const Path& path) {
    int count = 0;
    if (source.secret) {
      ++count;
      Keys(*source.secret, path.Child("secret"));
    }
    if (source.config_map) {
      ++count;
      Keys(*source.config_map, path.Child("configMap"));
    }
    if (source.downward_api) {
      ++count;
      ValidateDownwardFiles(source.downward_api->items, path.Child("downwardAPI"), errors_);
      for (const DownwardAPIVolumeFile& file : source.downward_api->items) {
        Target(file.path, file.path);
      }
    }
    if (source.service_account_token) {
      ++count;
      Token(*source.service_account_token, path.Child("serviceAccountToken"));
    }
    if (source.cluster_trust_bundle) {
      ++count;
      TrustBundle(*source.cluster_trust_bundle, path.Child("clusterTrustBundle"));
    }
    if (source.pod_certificate) {
      ++count;
      Certificate(*source.pod_certificate, path.Child("podCertificate"));
    }
    if (count > 1) {
      errors_.push_back(
          field::Forbidden(path, "may not specify more than 1 volume type per source"));
    }
  }

 private:
  // Every file has a place of its own; those of tokens are not looked at.
  void Target(Str target, Str shown) {
    if (target.empty() || targets_.insert(target).second) return;
    errors_.push_back(field::Invalid(path_, shown, "conflicting duplicate paths"));
  }

  template <typename T>
  void Keys(const T& source, const Path& path) {
    Str name = source.local_object_reference.name;
    NotEmpty(path.Child("name"), name, errors_);
    ValidateKeysToPaths(source.items, path.Child("items"), errors_);
    for (const KeyToPath& item : source.items) Target(item.path, name);
  }

  void Token(const ServiceAccountTokenProjection& token, const Path& path) {
    Path seconds = path.Child("expirationSeconds");
    if (token.expiration_seconds && *token.expiration_seconds < kMinTokenSeconds) {
      errors_.push_back(field::Invalid(seconds, *token.expiration_seconds,
                                       "may not specify a duration less than 10 minutes"));
    }
    if (token.expiration_seconds && *token.expiration_seconds > kMaxTokenSeconds) {
      errors_.push_back(field::Invalid(seconds, *token.expiration_seconds,
                                       "may not specify a duration larger than 2^32 seconds"));
    }
    if (NotEmpty(path_.Child("path"), token.path, errors_)) {
      validate::LocalPath(path_.Child("path"), token.path, errors_);
    }
  }

  void TrustBundle(const ClusterTrustBundleProjection& bundle, const Path& path) {
    if (bundle.name && bundle.signer_name) {
      errors_.push_back(field::Invalid(path, validate::Shown(bundle),
                                       "only one of name and signerName may be used"));
    } else if (!bundle.name && !bundle.signer_name) {
      errors_.push_back(field::Required(path, "either name or signerName must be specified"));
    } else if (bundle.name) {
      if (bundle.name.value.empty()) {
        errors_.push_back(field::Required(path.Child("name"), "must be a valid object name"));
      }
      if (bundle.label_selector) {
        errors_.push_back(field::Invalid(path.Child("labelSelector"),
                                         validate::Shown(bundle.label_selector),
                                         "labelSelector must be unset if name is specified"));
      }
    } else {
      if (bundle.signer_name.value.empty()) {
        errors_.push_back(field::Required(path.Child("signerName"), "must be a valid signer name"));
      }
      ValidateLabelSelector(bundle.label_selector, path.Child("labelSelector"), {}, errors_);
    }
    if (NotEmpty(path.Child("path"), bundle.path, errors_)) {
      validate::LocalPath(path.Child("path"), bundle.path, errors_);
      Target(bundle.path, bundle.path);
    }
  }

  void Certificate(const PodCertificateProjection& certificate, const Path& path) {
    validate::OneOf(path.Child("keyType"), certificate.key_type,
                    {"RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"},
                    errors_);
    bool own = certificate.signer_name.starts_with("kubernetes.io/");
    int64_t max = own ? kMaxOwnCertificateSeconds : kMaxCertificateSeconds;
    Path seconds = path.Child("maxExpirationSeconds");
    if (certificate.max_expiration_seconds) {
      int64_t given = *certificate.max_expiration_seconds;
      if (given < kMinCertificateSeconds) {
        errors_.push_back(
            field::Invalid(seconds, given, "if provided, maxExpirationSeconds must be >= 3600"));
      } else if (given > max) {
        errors_.push_back(field::Invalid(
            seconds, given, fmt::format("if provided, maxExpirationSeconds must be <= {}", max)));
      }
    }
    CertificatePaths(certificate, path);
  }

  void CertificatePaths(const PodCertificateProjection& certificate, const Path& path) {
    if (certificate.credential_bundle_path.empty() && certificate.key_path.empty() &&
        certificate.certificate_chain_path.empty()) {
      errors_.push_back(field::Required(
          path, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath"));
    }
    auto target = [&](Str text, std::string_view name) {
      if (text.empty()) return;
      validate::LocalPath(path.Child(name), text, errors_);
      Target(text, text);
    };
    target(certificate.credential_bundle_path, "credentialBundlePath");
    target(certificate.key_path, "keyPath");
    target(certificate.certificate_chain_path, "certificateChainPath");
  }

  const Path& path_;
  ErrorList& errors_;
  std::set<Str> targets_;
};

}  // namespace

void ValidateProjectedVolume(const ProjectedVolumeSource& source, const Path& path,
                             ErrorList& errors) {
  if (source.default_mode) {
    validate::FileMode(path.Child("defaultMode"), *source.default_mode, errors);
  }
  ProjectionCheck check(path, errors);
  Path sources = path.Child("sources");
  for (size_t i = 0; i < source.sources.size(); ++i) check.Run(source.sources[i], sources.Index(i));
}

void ValidateKeysToPaths(const typeinfo::List<KeyToPath>& items, const Path& path,
                         ErrorList& errors) {
  for (size_t i = 0; i < items.size(); ++i) {
    Path item = path.Index(i);
    NotEmpty(item.Child("key"), items[i].key, errors);
    if (NotEmpty(item.Child("path"), items[i].path, errors)) {
      validate::LocalPath(item.Child("path"), items[i].path, errors);
    }
    if (items[i].mode) validate::FileMode(item.Child("mode"), *items[i].mode, errors);
  }
}

}  // namespace pintle::apis::core::v1
