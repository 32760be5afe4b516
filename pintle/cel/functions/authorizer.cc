#include "pintle/cel/functions/library.h"

// Questions to whoever decides what users may do. No variable of custom resource rules has such a
// type, so nothing is ever run: the functions are there so that their names are known.
namespace pintle::cel {
namespace {

constexpr Row kRows[] = {
    {"path", "authorizer_path", "authorizer.(string) pathCheck"},
    {"group", "authorizer_group", "authorizer.(string) groupCheck"},
    {"serviceAccount", "authorizer_serviceaccount", "authorizer.(string, string) authorizer"},
    {"resource", "groupcheck_resource", "groupCheck.(string) resourceCheck"},
    {"subresource", "resourcecheck_subresource", "resourceCheck.(string) resourceCheck"},
    {"namespace", "resourcecheck_namespace", "resourceCheck.(string) resourceCheck"},
    {"name", "resourcecheck_name", "resourceCheck.(string) resourceCheck"},
    {"fieldSelector", "authorizer_fieldselector", "resourceCheck.(string) resourceCheck"},
    {"labelSelector", "authorizer_labelselector", "resourceCheck.(string) resourceCheck"},
    {"check", "pathcheck_check", "pathCheck.(string) decision"},
    {"check", "resourcecheck_check", "resourceCheck.(string) decision"},
    {"errored", "decision_errored", "decision.() bool"},
    {"error", "decision_error", "decision.() string"},
    {"allowed", "decision_allowed", "decision.() bool"},
    {"reason", "decision_reason", "decision.() string"},
};

}  // namespace

std::span<const Row> AuthorizerRows() { return kRows; }

}  // namespace pintle::cel
