#include "pintle/write/stages/metadata.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/codec/document.h"
#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Texts(const field::ErrorList& errors) {
  std::vector<std::string> out;
  for (const field::Error& error : errors) out.push_back(error.Text());
  return out;
}

class MetadataTest : public WriteTest {
 protected:
  std::vector<std::string> Faults(const ResourceDefinition& resource, std::string_view metadata) {
    Object object = Body(resource, R"({"metadata":)" + std::string(metadata) + "}");
    return Texts(ValidateMeta(object.meta(), resource, resource.writing.strategy.name_rule));
  }
  std::vector<std::string> UpdateFaults(std::string_view now, std::string_view before) {
    Object object = Body(config_maps_, R"({"metadata":)" + std::string(now) + "}");
    Object old = Body(config_maps_, R"({"metadata":)" + std::string(before) + "}");
    return Texts(ValidateMetaUpdate(object.meta(), old.meta()));
  }

  const ResourceDefinition& config_maps_ = Resource("configmaps");
  const ResourceDefinition& namespaces_ = Resource("namespaces");
};

TEST_F(MetadataTest, FaultsByThemselves) {
  const std::string key_text =
      "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
      "with an "
      "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
      "validation is "
      "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  const std::string value_text =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
      "'.', and "
      "must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or "
      "'12345', "
      "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
  struct Case {
    std::string more;  // members of metadata besides name and namespace
    std::vector<std::string> faults;
  };
  const std::string owner = R"("apiVersion":"v1","kind":"Pod","name":"p","uid":"u")";
  for (const Case& c : std::vector<Case>{
           {R"("labels":{"a":"b","x.io/a":"","a_b.c":"1"})", {}},
           {R"("labels":{"a b":"1"})", {"metadata.labels: Invalid value: \"a b\": " + key_text}},
           {R"("labels":{"a":"b c"})", {"metadata.labels: Invalid value: \"b c\": " + value_text}},
           {R"("labels":{"a":")" + std::string(64, 'b') + "\"}",
            {"metadata.labels: Invalid value: \"" + std::string(64, 'b') +
             "\": must be no more than 63 bytes"}},
           {R"("labels":{"/a":"b"})",
            {"metadata.labels: Invalid value: \"/a\": prefix part must be non-empty"}},
           // Annotation keys may have capitals in their prefix; values may be anything.
           {R"("annotations":{"X.io/A":"b c"})", {}},
           {R"("annotations":{"a b":""})",
            {"metadata.annotations: Invalid value: \"a b\": " + key_text}},
           {R"("annotations":{"a":")" + std::string(262143, 'x') + "\"}", {}},
           {R"("annotations":{"a":")" + std::string(262144, 'x') + "\"}",
            {"metadata.annotations: Too long: may not be more than 262144 bytes"}},
           {R"("generation":-1)",
            {"metadata.generation: Invalid value: -1: must be greater than or equal to 0"}},
           {R"("ownerReferences":[{)" + owner + "}]", {}},
           {R"("ownerReferences":[{"apiVersion":"apps/","kind":"","name":"","uid":""}])",
            {"metadata.ownerReferences.apiVersion: Invalid value: \"apps/\": version must not be "
             "empty",
             "metadata.ownerReferences.kind: Invalid value: \"\": must not be empty",
             "metadata.ownerReferences.name: Invalid value: \"\": must not be empty",
             "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty"}},
           {R"("ownerReferences":[{"apiVersion":"a/b/c","kind":"X","name":"x","uid":"u"}])",
            {"metadata.ownerReferences.apiVersion: Invalid value: \"a/b/c\": version must not be "
             "empty"}},
           {R"("ownerReferences":[{"controller":true,)" + owner + R"(},{"controller":false,)" +
                owner + "}]",
            {}},
           {R"("finalizers":["x.io/a","orphan"])", {}},
           {R"("finalizers":["orphan","foregroundDeletion"])",
            {"metadata.finalizers: Invalid value: [\"orphan\",\"foregroundDeletion\"]: "
             "finalizer orphan and foregroundDeletion cannot be both set"}},
       }) {
    EXPECT_THAT(Faults(config_maps_, R"({"name":"a","namespace":"ns",)" + c.more + "}"),
                ElementsAreArray(c.faults))
        << c.more.substr(0, 100);
  }
}

TEST_F(MetadataTest, FinalizersOfBuiltInKindsAreStandardOrQualified) {
  const char* finalizers =
      R"({"name":"a","namespace":"ns","finalizers":["kubernetes","orphan","x.io/a","mine"]})";
  EXPECT_THAT(
      Faults(config_maps_, finalizers),
      ElementsAre("metadata.finalizers[3]: Invalid value: \"mine\": name is neither a standard "
                  "finalizer name nor is it fully qualified"));
  ResourceDefinition custom = config_maps_;
  custom.kind.schemas = {{"v1", nullptr}};
  EXPECT_THAT(Faults(custom, finalizers), IsEmpty());
  ResourceDefinition extension = config_maps_;
  extension.names.group = "apiextensions.k8s.io";
  EXPECT_THAT(Faults(extension, finalizers), IsEmpty());
}

TEST_F(MetadataTest, OfEmbeddedResources) {
  Arena arena;
  auto faults = [&](const char* json) {
    field::ErrorList errors;
    ValidateEmbeddedMeta(*codec::ParseJson(json, arena), field::Path("t.metadata"), errors);
    std::vector<std::string> texts;
    for (const field::Error& error : errors) texts.push_back(error.Text());
    return texts;
  };
  EXPECT_THAT(faults("{}"), IsEmpty());
  EXPECT_THAT(faults(R"({"name":"a","namespace":"b","finalizers":["mine"]})"), IsEmpty());
  EXPECT_THAT(faults(R"({"name":"a/b"})"),
              ElementsAre("t.metadata.name: Invalid value: \"a/b\": may not contain '/'"));
  EXPECT_EQ(faults(R"({"namespace":"A","labels":{"a":"x y"}})").size(), 2u);
}

TEST_F(MetadataTest, OneControllerAndNoEventOwns) {
  const std::string owner = R"("apiVersion":"v1","kind":"Pod","uid":"u")";
  EXPECT_THAT(
      Faults(config_maps_, R"({"name":"a","namespace":"ns","ownerReferences":[)"
                           R"({"controller":true,"name":"p",)" +
                               owner + R"(},{"controller":true,"name":"q",)" + owner + "}]}"),
      ElementsAre(HasSubstr("Only one reference can have Controller set to true. Found \"true\" in "
                            "references for Pod/p and Pod/q")));
  EXPECT_THAT(Faults(config_maps_, R"({"name":"a","namespace":"ns","ownerReferences":[)"
                                   R"({"apiVersion":"v1","kind":"Event","name":"e","uid":"u"}]})"),
              ElementsAre(HasSubstr("/v1, Kind=Event is disallowed from being an owner")));
}

TEST_F(MetadataTest, NamespacesBelongToNamespacedKindsOnly) {
  EXPECT_THAT(Faults(config_maps_, R"({"name":"a"})"),
              ElementsAre("metadata.namespace: Required value"));
  EXPECT_THAT(Faults(config_maps_, R"({"name":"a","namespace":"A"})"),
              ElementsAre(HasSubstr(
                  "metadata.namespace: Invalid value: \"A\": a lowercase RFC 1123 label")));
  EXPECT_THAT(Faults(namespaces_, R"({"name":"a","namespace":"ns"})"),
              ElementsAre("metadata.namespace: Forbidden: not allowed on this type"));
}

TEST_F(MetadataTest, FaultsOfAChange) {
  const std::string base = R"("name":"a","namespace":"ns","uid":"u","resourceVersion":"1")";
  const std::string ending =
      base + R"(,"deletionTimestamp":"2020-01-01T00:00:00Z","deletionGracePeriodSeconds":0)";
  struct Case {
    std::string now;
    std::string before;
    std::vector<std::string> faults;
  };
  for (const Case& c : std::vector<Case>{
           {base, base, {}},
           {R"("name":"b","namespace":"other","uid":"v","resourceVersion":"1")",
            base,
            {"metadata.name: Invalid value: \"b\": field is immutable",
             "metadata.namespace: Invalid value: \"other\": field is immutable",
             "metadata.uid: Invalid value: \"v\": field is immutable"}},
           {R"("name":"a","namespace":"ns","uid":"u")",
            base,
            {"metadata.resourceVersion: Invalid value: \"\": must be specified for an update"}},
           {base,
            base + R"(,"generation":2)",
            {"metadata.generation: Invalid value: 0: must not be decremented"}},
           {base + R"(,"generation":3)", base + R"(,"generation":2)", {}},
           {base + R"(,"creationTimestamp":"2020-01-01T00:00:00Z")",
            base,
            {"metadata.creationTimestamp: Invalid value: \"2020-01-01T00:00:00Z\": field is "
             "immutable"}},
           {ending,
            base,
            {"metadata.deletionTimestamp: Invalid value: \"2020-01-01T00:00:00Z\": field is "
             "immutable",
             "metadata.deletionGracePeriodSeconds: Invalid value: 0: field is immutable"}},
           {base,
            ending,
            {"metadata.deletionTimestamp: Invalid value: null: field is immutable",
             "metadata.deletionGracePeriodSeconds: Invalid value: null: field is immutable"}},
           // Finalizers may go while an object is being deleted, not come.
           {ending, ending + R"(,"finalizers":["x.io/a"])", {}},
           {ending + R"(,"finalizers":["x.io/a","x.io/b","x.io/c"])",
            ending + R"(,"finalizers":["x.io/a"])",
            {"metadata.finalizers: Forbidden: no new finalizers can be added if the object is "
             "being "
             "deleted, found new finalizers []string{\"x.io/b\", \"x.io/c\"}"}},
           {base + R"(,"finalizers":["x.io/a"])", base, {}},
       }) {
    EXPECT_THAT(UpdateFaults("{" + c.now + "}", "{" + c.before + "}"), ElementsAreArray(c.faults))
        << c.now;
  }
}

TEST_F(MetadataTest, OwnersThatDifferAnywhereStay) {
  const std::string owner = R"({"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"})";
  const std::string controller =
      R"({"apiVersion":"v1","kind":"Pod","name":"p","uid":"u","controller":false})";
  const std::string second = R"({"apiVersion":"v1","kind":"Pod","name":"q","uid":"w"})";
  struct Case {
    std::string owners;
    size_t left;
    const char* uids;  // null: no warning
  };
  for (const Case& c : std::initializer_list<Case>{
           {owner, 1, nullptr},
           {owner + "," + controller, 2, nullptr},
           {owner + "," + owner + "," + owner, 1, "u"},
           {owner + "," + second + "," + second + "," + owner, 2, "w, u"},
       }) {
    Object object = Body(config_maps_, R"({"metadata":{"ownerReferences":[)" + c.owners + "]}}");
    Warnings warnings;
    DedupOwnerReferences(object, OwnersSeen::kInRequest, warnings);
    EXPECT_EQ(object.meta().owner_references.size(), c.left) << c.owners;
    Warnings later;
    DedupOwnerReferences(object, OwnersSeen::kAfterAdmission, later);
    EXPECT_THAT(later.texts(), IsEmpty());
    if (c.uids == nullptr) {
      EXPECT_THAT(warnings.texts(), IsEmpty());
    } else {
      EXPECT_THAT(warnings.texts(),
                  ElementsAre(::testing::EndsWith("UID(s) observed: " + std::string(c.uids))));
    }
  }
}

// A list of `count` owners, each with `more` besides a uid of its own.
std::string ManyOwners(int count, std::string_view more) {
  std::string owners;
  for (int i = 0; i < count; ++i) {
    owners += fmt::format(R"({}{{"uid":"{}"{}}})", i > 0 ? "," : "", i, more);
  }
  return "[" + owners + "]";
}

TEST_F(MetadataTest, ManyOwnersAreToldApart) {
  constexpr int kCount = 50'000;
  Object object =
      Body(config_maps_, R"({"metadata":{"ownerReferences":)" + ManyOwners(kCount, "") + "}}");
  Warnings warnings;
  DedupOwnerReferences(object, OwnersSeen::kInRequest, warnings);
  EXPECT_EQ(object.meta().owner_references.size(), size_t{kCount});
  EXPECT_THAT(warnings.texts(), IsEmpty());
}

// What is said of a body does not grow with the square of it, and not without end.
TEST_F(MetadataTest, FaultsAreNotWithoutNumber) {
  auto total_bytes = [](const std::vector<std::string>& texts) {
    size_t bytes = 0;
    for (const std::string& text : texts) bytes += text.size();
    return bytes;
  };
  auto faults_of = [&](const std::string& member) {
    return Faults(config_maps_, R"({"name":"a","namespace":"n",)" + member + "}");
  };
  const std::string whole = R"(,"apiVersion":"v1","kind":"Pod","name":"p","controller":true)";
  std::vector<std::string> controllers =
      faults_of(R"("ownerReferences":)" + ManyOwners(5000, whole));
  ASSERT_FALSE(controllers.empty());
  EXPECT_THAT(controllers[0], HasSubstr("Only one reference can have Controller set to true."));
  EXPECT_LT(total_bytes(controllers), size_t{4} * 1024 * 1024);

  std::string labels;
  std::string finalizers;
  for (int i = 0; i < 5000; ++i) {
    labels += fmt::format("{}\"_{}\":\"\"", i > 0 ? "," : "", i);
    finalizers += fmt::format("{}\"_{}\"", i > 0 ? "," : "", i);
  }
  for (const std::string& member :
       {R"("ownerReferences":)" + ManyOwners(5000, ""), R"("labels":{)" + labels + "}",
        R"("annotations":{)" + labels + "}", R"("finalizers":[)" + finalizers + "]"}) {
    const size_t count = faults_of(member).size();
    EXPECT_GE(count, 400u) << member.substr(0, 40);
    EXPECT_LT(count, 1010u) << member.substr(0, 40);
  }
}

TEST(WarningList, HasEachTextOnce) {
  Warnings warnings;
  warnings.Add("a");
  warnings.Add("");
  warnings.Add("b");
  warnings.Add("a");
  EXPECT_THAT(warnings.texts(), ElementsAre("a", "b"));
}

}  // namespace
}  // namespace pintle::write
