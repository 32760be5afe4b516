#include "apis/certificates/v1/cells.h"

#include <fmt/format.h>

#include "apis/cells.h"
#include "apis/certificates/v1/types.h"
#include "pintle/base/human_duration.h"

namespace pintle::apis::certificates::v1 {
namespace {

std::string ConditionText(const CertificateSigningRequest& request) {
  bool approved = false;
  bool denied = false;
  bool failed = false;
  for (const auto& condition : request.status.conditions) {
    approved |= condition.type == kCertificateApproved;
    denied |= condition.type == kCertificateDenied;
    failed |= condition.type == kCertificateFailed;
  }
  std::string text = denied ? "Denied" : approved ? "Approved" : "Pending";
  if (failed) text += ",Failed";
  if (request.status.certificate.size != 0) text += ",Issued";
  return text;
}

CellList CertificateSigningRequestCells(const CertificateSigningRequest& request,
                                        const CellContext& context) {
  const auto& spec = request.spec;
  std::string duration(kNone);
  if (spec.expiration_seconds) duration = HumanDuration(*spec.expiration_seconds);
  return {context.Text(request.metadata.name),
          context.Age(request.metadata),
          context.Text(TextOr(spec.signer_name, kNone)),
          context.Text(spec.username),
          context.Text(duration),
          context.Text(ConditionText(request))};
}

}  // namespace

write::Table CertificateSigningRequestTable() {
  return TableOf<CertificateSigningRequest>(
      {NameColumn(), AgeColumn(), TextColumn("SignerName", "Who is asked to sign."),
       TextColumn("Requestor", "The user who created the request."),
       TextColumn("RequestedDuration",
                  "How long the certificate should be valid; the signer may choose otherwise."),
       TextColumn("Condition",
                  "Whether the request is approved, denied or has failed, and whether the "
                  "certificate is issued.")},
      CertificateSigningRequestCells);
}

}  // namespace pintle::apis::certificates::v1
