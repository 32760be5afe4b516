// The example of docs/api-types.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "apis/core/v1/types.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/owned.h"

namespace pintle::apis {
namespace {

namespace v1 = core::v1;

std::string ExampleProgram() {
  auto pod = typeinfo::Owned<v1::Pod>::New();
  Arena& arena = pod.arena();
  pod->metadata.name = "web";
  pod->metadata.labels.Set(arena, "app", "web");

  // Members that are left out have their zero value.
  v1::Container& container = pod->spec.containers.Append(arena, {.name = "main", .image = "nginx"});
  container.ports.Append(arena, {.container_port = 8080, .protocol = v1::kProtocolTCP});
  container.security_context.Ensure(arena).run_as_non_root = true;
  container.resources.limits.Set(arena, "memory", {"64Mi"});

  // Reading needs no chain of conditions.
  bool non_root = container.security_context.OrEmpty().run_as_non_root.value_or(false);
  std::string_view app = pod->metadata.labels.value_or("app", "none");

  std::string json;
  codec::JsonWriter writer(json);
  typeinfo::Encode(typeinfo::TypeOf<v1::Pod>(), pod.get(), writer);

  auto read = typeinfo::Owned<v1::Pod>::New();
  field::Findings findings;  // unknown and repeated fields
  Status status =
      typeinfo::DecodeJson(json, typeinfo::TypeOf<v1::Pod>(), read.get(), read.arena(), &findings);
  if (!status) return "cannot read it: " + status.error().message();
  if (!typeinfo::SemanticEqual(*read, *pod)) return "something got lost";

  // A copy refers to the same labels: clone them before changing them.
  v1::Pod canary = *read;
  canary.metadata.labels = canary.metadata.labels.Clone(read.arena());
  canary.metadata.labels.Set(read.arena(), "track", "canary");

  return fmt::format("{} {} {} {}", app, non_root, read->metadata.labels.size(),
                     canary.metadata.labels.size());
}

TEST(ApiTypesExampleTest, Runs) { EXPECT_EQ(ExampleProgram(), "web true 1 2"); }

std::string TextBetween(const std::string& path, std::string_view begin, std::string_view end) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  std::string all = std::move(text).str();
  size_t from = all.find(begin);
  if (from == std::string::npos) return path;
  from += begin.size();
  return all.substr(from, all.find(end, from) - from);
}

TEST(ApiTypesExampleTest, IsTheOneInTheDocumentation) {
  EXPECT_EQ(TextBetween("docs/api-types.md", "```cpp\n", "```"),
            TextBetween("apis/api_types_example_test.cc", "std::string ExampleProgram() {\n",
                        "}\n\nTEST"));
}

}  // namespace
}  // namespace pintle::apis
