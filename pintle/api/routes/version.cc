#include "pintle/api/routes/version.h"

#include <string>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::api {
namespace {

std::string Document(std::string_view server_version) {
  // `v1.36.4+...`: major and minor are the first two numbers.
  std::vector<std::string_view> numbers = Split(server_version.substr(1), '.');
  // Data and gates of the release before are understood.
  const std::string oldest = std::to_string(ParseInt64(numbers[1]).value_or(1) - 1);
  Arena arena;
  Value version = Value::Object(arena, {{"major", Value(numbers[0])},
                                        {"minor", Value(numbers[1])},
                                        {"emulationMajor", Value(numbers[0])},
                                        {"emulationMinor", Value(numbers[1])},
                                        {"minCompatibilityMajor", Value(numbers[0])},
                                        {"minCompatibilityMinor", Value(std::string_view(oldest))},
                                        {"gitVersion", Value(server_version)},
                                        {"gitCommit", Value("")},
                                        {"gitTreeState", Value("clean")},
                                        {"buildDate", Value("1970-01-01T00:00:00Z")},
                                        {"goVersion", Value("none")},
                                        {"compiler", Value("g++")},
                                        {"platform", Value("linux/amd64")}});
  return codec::ToPrettyJson(version);
}

}  // namespace

void AddVersion(Routes& routes, std::string_view version) {
  // With all below, which is not there: like resources, not for those who want to read no body.
  routes.Add(
      {.path = "/version",
       .reach = Route::Reach::kAllBelow,
       .methods = {"GET"},
       .serve = [document = Bytes(Document(version))](Exchange& exchange, std::string_view below) {
         if (!below.empty()) return ReplyNothingThere(exchange);
         std::vector<Bytes> body;
         body.push_back(document);
         return Reply(exchange, 200, "application/json", std::move(body));
       }});
}

}  // namespace pintle::api
