#include "pintle/extensions/custom_api_for_test.h"

#include <utility>

#include "pintle/extensions/pause.h"

namespace pintle::extensions {

CustomApiTest::CustomApiTest(CustomResourceOptions options)
    : options_(std::move(options)), api_([this](write::ResourceDefinition& definition) {
        if (definition.names.plural != "customresourcedefinitions") return;
        definition.storing.on_written = [this](const write::Object& object, bool deleted) {
          return custom_->OnWritten(object, deleted);
        };
      }) {
  Load();
}

CustomApiTest::~CustomApiTest() = default;

void CustomApiTest::TearDown() {
  Settle();
  api_.thread->Stop();
  custom_.reset();  // before the store that its caches follow
}

CustomResourceOptions CustomApiTest::QuickOptions() {
  CustomResourceOptions options;
  options.cleanup.interval = std::chrono::milliseconds(10);
  options.cleanup.settle = std::chrono::milliseconds(1);
  return options;
}

void CustomApiTest::Load() {
  custom_ = std::make_unique<CustomResources>(api_.world, api_.registry, options_,
                                              std::make_shared<storage::EncodingBudget>(1 << 20));
  EXPECT_TRUE(BlockOn(custom_->Load(DefinitionsResource())));
}

std::shared_ptr<const api::ServedResource> CustomApiTest::DefinitionsResource() {
  return api_.registry.Current()->Find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
}

api::TestReply CustomApiTest::Define(const std::string& plural, const std::string& kind,
                                     const std::string& versions) {
  return api_.Post(kDefinitions, DefinitionJson("example.com", plural, kind, versions));
}

std::string CustomApiTest::PathOf(const std::string& plural) {
  return std::string(kDefinitions) + "/" + plural + ".example.com";
}

api::TestReply CustomApiTest::Patch(const std::string& path, std::string body) {
  return api_.Do("PATCH", path, std::move(body), kMergePatch);
}

api::TestReply CustomApiTest::MakeThing(const std::string& name, const std::string& members) {
  return api_.Post(kThings,
                   R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":")" + name +
                       "\"}" + members + "}");
}

std::string CustomApiTest::Condition(const api::TestReply& crd, std::string_view type) {
  Value conditions = crd.Json().FindPath({"status", "conditions"});
  if (!conditions.is_list()) return "";
  for (const Value& condition : conditions.items()) {
    if (condition.FindString("type") == type) {
      return std::string(condition.FindString("status")) + "/" +
             std::string(condition.FindString("reason"));
    }
  }
  return "";
}

bool CustomApiTest::Gone(const std::string& plural) {
  return Eventually([&] {
    return Definition(plural).status == 404 &&
           api_.registry.Current()->Find("example.com", "v1", plural) == nullptr;
  });
}

// Timers fire in the order of their times: whoever slept has been woken before. The store answers
// in order and the thread runs in order: whoever waits for a write has gone on when a later one is
// answered. If nobody has written between two, nobody goes on.
void CustomApiTest::Settle() {
  api_.OnThread([&] { return Sleep(options_.cleanup.interval); });
  auto mark = [&] {
    auto written = BlockOn(api_.store->Create("/marks/" + std::to_string(marks_++), Bytes(), 0));
    EXPECT_TRUE(written);
    api_.OnThread([]() -> Task<void> { co_return; });
    return written ? written->revision : 0;
  };
  EXPECT_TRUE(Eventually([&] {
    const storage::Revision before = mark();
    return mark() == before + 1;
  }));
}

}  // namespace pintle::extensions
