#include "apis/networking/v1/validation_ingress.h"

#include <fmt/format.h>

#include "apis/core/v1/validation_service.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/domains.h"
#include "pintle/validate/ports.h"

namespace pintle::apis::networking::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int64_t kMaxControllerBytes = 250;
constexpr std::string_view kBadPathParts[] = {"//", "/./", "/../", "%2f", "%2F"};
constexpr std::string_view kBadPathEnds[] = {"/..", "/."};

void ValidateServiceBackend(const IngressServiceBackend& service, const Path& path,
                            const ValidationOptions& options, ErrorList& errors) {
  Path at = path.Child("service");
  auto rule = options.relaxed_service_names ? validate::IsDns1123Label : validate::IsDns1035Label;
  validate::RequiredForm(at.Child("name"), service.name, rule, errors);
  bool named = !service.port.name.empty();
  Path port = at.Child("port");
  if (named && service.port.number != 0) {
    errors.push_back(field::Invalid(path, "", "cannot set both port name & port number"));
  } else if (named) {
    validate::Form(port.Child("name"), service.port.name, validate::IsPortName, errors);
  } else if (service.port.number != 0) {
    validate::AddMessages(port.Child("number"), service.port.number,
                          validate::IsPortNumber(service.port.number), errors);
  } else {
    errors.push_back(field::Required(path, "port name or number is required"));
  }
}

void ValidateResourceBackend(const core::v1::TypedLocalObjectReference& resource, const Path& path,
                             ErrorList& errors) {
  if (resource.api_group) {
    validate::Form(path.Child("apiGroup"), *resource.api_group, validate::IsDns1123Subdomain,
                   errors);
  }
  validate::RequiredForm(path.Child("kind"), resource.kind, validate::IsPathSegmentName, errors);
  validate::RequiredForm(path.Child("name"), resource.name, validate::IsPathSegmentName, errors);
}

void ValidateBackend(const IngressBackend& backend, const Path& path,
                     const ValidationOptions& options, ErrorList& errors) {
  if (backend.resource && backend.service) {
    errors.push_back(field::Invalid(path, "", "cannot set both resource and service backends"));
  } else if (backend.resource) {
    ValidateResourceBackend(*backend.resource, path.Child("resource"), errors);
  } else if (backend.service) {
    ValidateServiceBackend(*backend.service, path, options, errors);
  } else {
    errors.push_back(field::Invalid(path, "", "resource or service backend is required"));
  }
}

void ValidateHost(Str host, const Path& path, ErrorList& errors) {
  if (host.find('*') != Str::npos) {
    validate::Form(path, host, validate::IsWildcardDns1123Subdomain, errors);
  } else {
    validate::Form(path, host, validate::IsDns1123Subdomain, errors);
  }
}

void ValidateStrictPath(Str text, const Path& path, ErrorList& errors) {
  if (!text.starts_with('/')) {
    errors.push_back(field::Invalid(path, text, "must be an absolute path"));
  }
  for (std::string_view part : kBadPathParts) {
    if (text.find(part) != Str::npos) {
      errors.push_back(field::Invalid(path, text, fmt::format("must not contain '{}'", part)));
    }
  }
  for (std::string_view end : kBadPathEnds) {
    if (text.ends_with(end)) {
      errors.push_back(field::Invalid(path, text, fmt::format("cannot end with '{}'", end)));
    }
  }
}

void ValidateHttpPath(const HTTPIngressPath& http_path, const Path& path,
                      const ValidationOptions& options, ErrorList& errors) {
  if (!http_path.path_type) {
    errors.push_back(field::Required(path.Child("pathType"), "pathType must be specified"));
    return;
  }
  Str type = *http_path.path_type;
  Path at = path.Child("path");
  if (type == kPathTypeExact || type == kPathTypePrefix) {
    ValidateStrictPath(http_path.path, at, errors);
  } else if (type == kPathTypeImplementationSpecific) {
    if (!http_path.path.empty() && !http_path.path.starts_with('/')) {
      errors.push_back(field::Invalid(at, http_path.path, "must be an absolute path"));
    }
  } else {
    validate::OneOf(path.Child("pathType"), type,
                    {kPathTypeExact, kPathTypeImplementationSpecific, kPathTypePrefix}, errors);
  }
  ValidateBackend(http_path.backend, path.Child("backend"), options, errors);
}

void ValidateRule(const IngressRule& rule, const Path& path, const ValidationOptions& options,
                  ErrorList& errors) {
  if (!rule.host.empty()) {
    validate::NotIp(path.Child("host"), rule.host, errors);
    ValidateHost(rule.host, path.Child("host"), errors);
  }
  const auto& http = rule.ingress_rule_value.http;
  if (!http) return;
  Path http_path = path.Child("http");
  Path paths = http_path.Child("paths");
  if (http->paths.empty()) errors.push_back(field::Required(paths));
  for (size_t i = 0; i < http->paths.size(); ++i) {
    ValidateHttpPath(http->paths[i], paths.Index(i), options, errors);
  }
}

void ValidateTls(const typeinfo::List<IngressTLS>& tls, bool check_secrets, ErrorList& errors) {
  Path path("spec.tls");
  for (size_t i = 0; i < tls.size(); ++i) {
    Path item = path.Index(i);
    Path hosts = item.Child("hosts");
    for (size_t j = 0; j < tls[i].hosts.size(); ++j) {
      ValidateHost(tls[i].hosts[j], hosts.Index(j), errors);
    }
    if (check_secrets) {
      validate::FormIfGiven(item.Child("secretName"), tls[i].secret_name,
                            validate::IsDns1123Subdomain, errors);
    }
  }
}

bool HasBadSecretName(const Ingress& ingress) {
  for (const IngressTLS& tls : ingress.spec.tls) {
    if (!tls.secret_name.empty() && !validate::IsDns1123Subdomain(tls.secret_name).empty()) {
      return true;
    }
  }
  return false;
}

void ValidateSpec(const IngressSpec& spec, bool check_secrets, const ValidationOptions& options,
                  ErrorList& errors) {
  if (spec.rules.empty() && !spec.default_backend) {
    errors.push_back(field::Invalid(Path("spec"), validate::Shown(spec.rules),
                                    "either `defaultBackend` or `rules` must be specified"));
  }
  if (spec.default_backend) {
    ValidateBackend(*spec.default_backend, Path("spec.defaultBackend"), options, errors);
  }
  Path rules("spec.rules");
  for (size_t i = 0; i < spec.rules.size(); ++i) {
    ValidateRule(spec.rules[i], rules.Index(i), options, errors);
  }
  ValidateTls(spec.tls, check_secrets, errors);
  if (spec.ingress_class_name) {
    validate::Form(Path("spec.ingressClassName"), *spec.ingress_class_name,
                   validate::IsDns1123Subdomain, errors);
  }
}

void ValidateParameters(const IngressClassParametersReference& parameters, ErrorList& errors) {
  Path path("spec.parameters");
  if (parameters.api_group) {
    validate::Form(path.Child("apiGroup"), *parameters.api_group, validate::IsDns1123Subdomain,
                   errors);
  }
  validate::RequiredForm(path.Child("kind"), parameters.kind, validate::IsPathSegmentName, errors);
  validate::RequiredForm(path.Child("name"), parameters.name, validate::IsPathSegmentName, errors);
  Path scope = path.Child("scope");
  Path name = path.Child("namespace");
  if (!parameters.scope) {
    errors.push_back(field::Required(scope));
    return;
  }
  validate::OneOf(scope, *parameters.scope, {"Cluster", "Namespace"}, errors);
  if (*parameters.scope == "Namespace") {
    if (!parameters.namespace_) {
      errors.push_back(field::Required(name, "`parameters.scope` is set to 'Namespace'"));
    } else {
      validate::Form(name, *parameters.namespace_, validate::IsDns1123Label, errors);
    }
  } else if (*parameters.scope == "Cluster" && parameters.namespace_) {
    errors.push_back(field::Forbidden(name, "`parameters.scope` is set to 'Cluster'"));
  }
}

}  // namespace

ErrorList ValidateIngress(const Ingress& ingress, const ValidationOptions& options) {
  ErrorList errors;
  ValidateSpec(ingress.spec, true, options, errors);
  const Str* annotated = ingress.metadata.annotations.Find(kIngressClassAnnotation);
  if (annotated != nullptr && ingress.spec.ingress_class_name &&
      *annotated != *ingress.spec.ingress_class_name) {
    Path annotations("annotations");
    errors.push_back(field::Invalid(annotations.Child(kIngressClassAnnotation), *annotated,
                                    "must match `ingressClassName` when both are specified"));
  }
  return errors;
}

ErrorList ValidateIngressUpdate(const Ingress& ingress, const Ingress& old,
                                const ValidationOptions& options) {
  ErrorList errors;
  ValidateSpec(ingress.spec, !HasBadSecretName(old), options, errors);
  return errors;
}

ErrorList ValidateIngressStatusUpdate(const Ingress& ingress, const Ingress& old,
                                      const ValidationOptions& options) {
  ErrorList errors;
  validate::OldTexts known;
  for (const auto& entry : old.status.load_balancer.ingress) known.insert(entry.ip);
  Path path("status.loadBalancer.ingress");
  const auto& entries = ingress.status.load_balancer.ingress;
  for (size_t i = 0; i < entries.size(); ++i) {
    Path item = path.Index(i);
    if (!entries[i].ip.empty()) {
      validate::Ip(item.Child("ip"), entries[i].ip, options.strict_addresses, known, errors);
    }
    core::v1::ValidateLoadBalancerHostname(entries[i].hostname, item.Child("hostname"), errors);
  }
  return errors;
}

ErrorList ValidateIngressClass(const IngressClass& ingress_class) {
  ErrorList errors;
  Path controller("spec.controller");
  if (ingress_class.spec.controller.size() > kMaxControllerBytes) {
    errors.push_back(field::TooLong(controller, kMaxControllerBytes));
  }
  validate::DomainPath(controller, ingress_class.spec.controller, errors);
  if (ingress_class.spec.parameters) ValidateParameters(*ingress_class.spec.parameters, errors);
  return errors;
}

ErrorList ValidateIngressClassUpdate(const IngressClass& ingress_class, const IngressClass& old) {
  ErrorList errors;
  validate::Unchanged(Path("spec.controller"), ingress_class.spec.controller, old.spec.controller,
                      errors);
  field::Append(errors, ValidateIngressClass(ingress_class));
  return errors;
}

}  // namespace pintle::apis::networking::v1
