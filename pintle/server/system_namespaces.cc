#include "pintle/server/system_namespaces.h"

#include "apis/core/v1/types.h"
#include "pintle/write/write_path.h"

namespace pintle::server {

Task<Status> EnsureSystemNamespaces(write::Effects& effects,
                                    const write::ResourceDefinition& namespaces) {
  using apis::core::v1::Namespace;
  for (const char* name : {"kube-system", "kube-public", "kube-node-lease", "default"}) {
    auto arena = std::make_shared<Arena>();
    auto* ns = arena->New<Namespace>();
    ns->metadata.name = name;
    write::Object object =
        write::Object::Typed(std::move(arena), typeinfo::TypeOf<Namespace>(), ns);
    write::Context context;
    context.user.name = "system:apiserver";
    context.version = "v1";
    Result<write::WriteOutcome> created =
        co_await write::Create(effects, context, namespaces, std::move(object));
    if (!created && created.error().reason() != Reason::kAlreadyExists) {
      co_return std::unexpected(created.error());
    }
  }
  co_return Status();
}

}  // namespace pintle::server
