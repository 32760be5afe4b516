#include "apis/meta/v1/validation_selector.h"
#include "apis/networking/v1/validation_ingress.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/ports.h"

namespace pintle::apis::networking::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr size_t kMaxPolicyTypes = 2;

class PolicyCheck {
 public:
  // CIDRs of the old object are not checked again.
  PolicyCheck(const ValidationOptions& options, validate::OldTexts old_cidrs, ErrorList& errors)
      : options_(options), old_cidrs_(std::move(old_cidrs)), errors_(errors) {}

  void Run(const NetworkPolicySpec& spec) {
    ValidateLabelSelector(spec.pod_selector, Path("spec.podSelector"), SelectorOptions(), errors_);
    Path ingress("spec.ingress");
    for (size_t i = 0; i < spec.ingress.size(); ++i) {
      Rule(spec.ingress[i].ports, spec.ingress[i].from, "from", ingress.Index(i));
    }
    Path egress("spec.egress");
    for (size_t i = 0; i < spec.egress.size(); ++i) {
      Rule(spec.egress[i].ports, spec.egress[i].to, "to", egress.Index(i));
    }
    Path types("spec.policyTypes");
    if (spec.policy_types.size() > kMaxPolicyTypes) {
      errors_.push_back(field::Invalid(types, validate::Shown(spec.policy_types),
                                       "may not specify more than two policyTypes"));
      return;
    }
    for (size_t i = 0; i < spec.policy_types.size(); ++i) {
      validate::OneOf(types.Index(i), spec.policy_types[i], {kPolicyTypeIngress, kPolicyTypeEgress},
                      errors_);
    }
  }

 private:
  meta::v1::SelectorOptions SelectorOptions() const {
    return {.tolerate_bad_values = options_.tolerate_bad_selector_values};
  }

  void Rule(const typeinfo::List<NetworkPolicyPort>& ports,
            const typeinfo::List<NetworkPolicyPeer>& peers, std::string_view peers_name,
            const Path& path) {
    Path ports_path = path.Child("ports");
    for (size_t i = 0; i < ports.size(); ++i) Port(ports[i], ports_path.Index(i));
    Path peers_path = path.Child(peers_name);
    for (size_t i = 0; i < peers.size(); ++i) Peer(peers[i], peers_path.Index(i));
  }

  void Port(const NetworkPolicyPort& port, const Path& path) {
    validate::OneOf(path.Child("protocol"), port.protocol, {"TCP", "UDP", "SCTP"}, errors_);
    Path end = path.Child("endPort");
    if (!port.port) {
      if (port.end_port) {
        errors_.push_back(field::Invalid(end, *port.end_port,
                                         "may not be specified when `port` is not specified"));
      }
      return;
    }
    if (!port.port.value.is_text) {
      validate::AddMessages(path.Child("port"), port.port.value.number,
                            validate::IsPortNumber(port.port.value.number), errors_);
      if (!port.end_port) return;
      if (*port.end_port < port.port.value.number) {
        errors_.push_back(
            field::Invalid(end, port.port.value.number, "must be greater than or equal to `port`"));
      }
      validate::AddMessages(end, *port.end_port, validate::IsPortNumber(*port.end_port), errors_);
      return;
    }
    if (port.end_port) {
      errors_.push_back(
          field::Invalid(end, *port.end_port, "may not be specified when `port` is non-numeric"));
    }
    validate::Form(path.Child("port"), port.port.value.text, validate::IsPortName, errors_);
  }

  void Peer(const NetworkPolicyPeer& peer, const Path& path) {
    bool selects = peer.pod_selector || peer.namespace_selector;
    ValidateLabelSelector(peer.pod_selector, path.Child("podSelector"), SelectorOptions(), errors_);
    ValidateLabelSelector(peer.namespace_selector, path.Child("namespaceSelector"),
                          SelectorOptions(), errors_);
    if (peer.ip_block) Block(*peer.ip_block, path.Child("ipBlock"));
    if (!selects && !peer.ip_block) {
      errors_.push_back(field::Required(path, "must specify a peer"));
    } else if (selects && peer.ip_block) {
      errors_.push_back(field::Forbidden(path, "may not specify both ipBlock and another peer"));
    }
  }

  void Cidr(const Path& path, Str text) {
    validate::Cidr(path, text, options_.strict_addresses, old_cidrs_, errors_);
  }

  void Block(const IPBlock& block, const Path& path) {
    Path cidr = path.Child("cidr");
    if (!validate::NotEmpty(cidr, block.cidr, errors_)) return;
    Cidr(cidr, block.cidr);
    std::optional<validate::IpNetwork> whole = validate::ParseCidr(block.cidr);
    if (!whole) return;
    Path list = path.Child("except");
    for (size_t i = 0; i < block.except.size(); ++i) {
      Path item = list.Index(i);
      Cidr(item, block.except[i]);
      std::optional<validate::IpNetwork> part = validate::ParseCidr(block.except[i]);
      if (!part) continue;
      if (!part->IsWithin(*whole) || part->prefix_bits <= whole->prefix_bits) {
        errors_.push_back(
            field::Invalid(item, block.except[i], "must be a strict subset of `cidr`"));
      }
    }
  }

  const ValidationOptions& options_;
  const validate::OldTexts old_cidrs_;
  ErrorList& errors_;
};

template <typename Visit>
void VisitPeers(const NetworkPolicySpec& spec, Visit visit) {
  for (const auto& rule : spec.ingress) {
    for (const auto& peer : rule.from) visit(peer);
  }
  for (const auto& rule : spec.egress) {
    for (const auto& peer : rule.to) visit(peer);
  }
}

}  // namespace

ErrorList ValidateNetworkPolicy(const NetworkPolicy& policy, const ValidationOptions& options) {
  ErrorList errors;
  PolicyCheck(options, {}, errors).Run(policy.spec);
  return errors;
}

ErrorList ValidateNetworkPolicyUpdate(const NetworkPolicy& policy, const NetworkPolicy& old,
                                      ValidationOptions options) {
  validate::OldTexts old_cidrs;
  bool bad = HasBadSelectorValue(old.spec.pod_selector);
  VisitPeers(old.spec, [&](const NetworkPolicyPeer& peer) {
    if (peer.ip_block) {
      old_cidrs.insert(peer.ip_block->cidr);
      old_cidrs.insert(peer.ip_block->except.begin(), peer.ip_block->except.end());
    }
    bad = bad || (peer.pod_selector && HasBadSelectorValue(*peer.pod_selector)) ||
          (peer.namespace_selector && HasBadSelectorValue(*peer.namespace_selector));
  });
  options.tolerate_bad_selector_values |= bad;
  ErrorList errors;
  PolicyCheck(options, std::move(old_cidrs), errors).Run(policy.spec);
  return errors;
}

}  // namespace pintle::apis::networking::v1
