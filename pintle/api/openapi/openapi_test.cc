#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "pintle/api/openapi/openapi_for_test.h"

namespace pintle::api {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;

TEST_F(OpenApiTest, DocumentFrame) {
  Value document = V3("api/v1");
  EXPECT_EQ(document.FindString("openapi"), "3.0.0");
  EXPECT_EQ(codec::ToJson(document.Find("info")), R"({"title":"Kubernetes","version":"v1.36.4"})");
  EXPECT_TRUE(document.FindPath({"components", "securitySchemes", "BearerToken"}).is_object());
  EXPECT_EQ(V3("apis/stable.example.com/v1").Find("info").FindString("title"),
            "Kubernetes CRD Swagger");
  EXPECT_FALSE(documents_.V3(*registry_, "api/v2"));
  EXPECT_FALSE(documents_.V3(*registry_, "apis/none.example.com/v1"));
  EXPECT_FALSE(documents_.V3(*registry_, ""));
}

TEST_F(OpenApiTest, ReferencesResolve) {
  for (std::string_view path :
       {"api/v1", "apis/apiextensions.k8s.io/v1", "apis/coordination.k8s.io/v1",
        "apis/stable.example.com/v1", "apis/stable.example.com/v2"}) {
    SCOPED_TRACE(path);
    Value document = V3(path);
    ExpectReferencesResolve(document, "#/components/schemas/",
                            document.FindPath({"components", "schemas"}));
  }
  Value document = V2();
  ExpectReferencesResolve(document, "#/definitions/", document.Find("definitions"));
}

TEST_F(OpenApiTest, Paths) {
  EXPECT_THAT(
      Keys(V3("api/v1").Find("paths")),
      ElementsAre("/api/v1/configmaps", "/api/v1/namespaces",
                  "/api/v1/namespaces/{namespace}/configmaps",
                  "/api/v1/namespaces/{namespace}/configmaps/{name}", "/api/v1/namespaces/{name}",
                  "/api/v1/namespaces/{name}/finalize", "/api/v1/namespaces/{name}/status"));
  constexpr const char* kCollection = "/apis/stable.example.com/v1/namespaces/{namespace}/widgets";
  Value paths = V3("apis/stable.example.com/v1").Find("paths");
  EXPECT_THAT(Keys(paths), ElementsAre(kCollection, std::string(kCollection) + "/{name}",
                                       std::string(kCollection) + "/{name}/status",
                                       "/apis/stable.example.com/v1/widgets"));
  EXPECT_THAT(Keys(paths.Find(kCollection)), ElementsAre("delete", "get", "parameters", "post"));
  EXPECT_THAT(Keys(paths.Find(std::string(kCollection) + "/{name}")),
              ElementsAre("delete", "get", "parameters", "patch", "put"));
  EXPECT_THAT(Keys(paths.Find(std::string(kCollection) + "/{name}/status")),
              ElementsAre("get", "parameters", "patch", "put"));
  EXPECT_THAT(Keys(V3("api/v1").FindPath({"paths", "/api/v1/namespaces/{name}/finalize"})),
              ElementsAre("parameters", "put"));
  EXPECT_THAT(Keys(V3("api/v1").FindPath({"paths", "/api/v1/namespaces"})),
              ElementsAre("get", "parameters", "post"));
}

TEST_F(OpenApiTest, OperationIds) {
  const struct {
    const char* document;
    const char* path;
    const char* method;
    const char* id;
    const char* action;
  } kCases[] = {
      {"api/v1", "/api/v1/configmaps", "get", "listCoreV1ConfigMapForAllNamespaces", "list"},
      {"api/v1", "/api/v1/namespaces/{namespace}/configmaps", "get",
       "listCoreV1NamespacedConfigMap", "list"},
      {"api/v1", "/api/v1/namespaces/{namespace}/configmaps", "post",
       "createCoreV1NamespacedConfigMap", "post"},
      {"api/v1", "/api/v1/namespaces/{namespace}/configmaps", "delete",
       "deleteCoreV1CollectionNamespacedConfigMap", "deletecollection"},
      {"api/v1", "/api/v1/namespaces/{namespace}/configmaps/{name}", "get",
       "readCoreV1NamespacedConfigMap", "get"},
      {"api/v1", "/api/v1/namespaces/{namespace}/configmaps/{name}", "put",
       "replaceCoreV1NamespacedConfigMap", "put"},
      {"api/v1", "/api/v1/namespaces/{namespace}/configmaps/{name}", "patch",
       "patchCoreV1NamespacedConfigMap", "patch"},
      {"api/v1", "/api/v1/namespaces/{namespace}/configmaps/{name}", "delete",
       "deleteCoreV1NamespacedConfigMap", "delete"},
      {"api/v1", "/api/v1/namespaces/{name}/status", "patch", "patchCoreV1NamespaceStatus",
       "patch"},
      {"apis/coordination.k8s.io/v1", "/apis/coordination.k8s.io/v1/leases", "get",
       "listCoordinationV1LeaseForAllNamespaces", "list"},
      {"apis/stable.example.com/v1",
       "/apis/stable.example.com/v1/namespaces/{namespace}/widgets/{name}", "patch",
       "patchStableExampleComV1NamespacedWidget", "patch"},
  };
  for (const auto& [document, path, method, id, action] : kCases) {
    Value operation = V3(document).FindPath({"paths", path, method});
    EXPECT_EQ(operation.FindString("operationId"), id);
    EXPECT_EQ(operation.FindString("x-kubernetes-action"), action) << id;
  }
  Value operation = V3("apis/stable.example.com/v1")
                        .FindPath({"paths", "/apis/stable.example.com/v1/widgets", "get"});
  EXPECT_EQ(codec::ToJson(operation.Find("tags")), R"(["stableExampleCom_v1"])");
}

// What kubectl looks for before it asks the server for strict validation.
TEST_F(OpenApiTest, EveryPatchDeclaresItsParameters) {
  for (const Value& document :
       {V3("api/v1"), V3("apis/apiextensions.k8s.io/v1"), V3("apis/stable.example.com/v1"), V2()}) {
    int patches = 0;
    for (const Member& path : document.Find("paths").members()) {
      SCOPED_TRACE(path.key());
      Value patch = path.value.Find("patch");
      if (patch.is_null()) continue;
      ++patches;
      EXPECT_THAT(ParameterNames(patch),
                  IsSupersetOf({"dryRun", "fieldManager", "fieldValidation", "force"}));
      Value kind = patch.Find("x-kubernetes-group-version-kind");
      EXPECT_TRUE(kind.is_object());
      EXPECT_THAT(Keys(kind), ElementsAre("group", "kind", "version"));
    }
    EXPECT_GT(patches, 0);
  }
}

TEST_F(OpenApiTest, WritesDeclareTheirParameters) {
  for (const Member& path : V3("api/v1").Find("paths").members()) {
    for (const char* method : {"post", "put"}) {
      Value operation = path.value.Find(method);
      if (operation.is_null()) continue;
      EXPECT_THAT(ParameterNames(operation),
                  ElementsAre("dryRun", "fieldManager", "fieldValidation"))
          << path.key();
    }
  }
  Value item = V3("api/v1").FindPath({"paths", "/api/v1/namespaces/{namespace}/configmaps/{name}"});
  EXPECT_THAT(ParameterNames(item), ElementsAre("namespace", "name", "pretty"));
  EXPECT_THAT(ParameterNames(item.Find("delete")), Contains("propagationPolicy"));
}

TEST_F(OpenApiTest, MediaTypes) {
  constexpr const char* kItem = "/api/v1/namespaces/{namespace}/configmaps/{name}";
  auto patch_types = [&](const Value& document, std::string_view path) {
    return Keys(document.FindPath({"paths", path, "patch", "requestBody", "content"}));
  };
  EXPECT_THAT(patch_types(V3("api/v1"), kItem),
              ElementsAre("application/json-patch+json", "application/merge-patch+json",
                          "application/strategic-merge-patch+json"));
  EXPECT_THAT(patch_types(V3("apis/stable.example.com/v1"),
                          "/apis/stable.example.com/v1/namespaces/{namespace}/widgets/{name}"),
              ElementsAre("application/json-patch+json", "application/merge-patch+json"));
  auto answer_types = [&](const Value& document, std::string_view path) {
    return Keys(document.FindPath({"paths", path, "get", "responses", "200", "content"}));
  };
  EXPECT_THAT(answer_types(V3("api/v1"), kItem),
              ElementsAre("application/json", "application/yaml"));

  options_.cbor = true;
  options_.apply = true;
  Value document = OpenApiV3Document(arena_, options_, "", *registry_->FindVersion("", "v1"));
  EXPECT_THAT(patch_types(document, kItem),
              IsSupersetOf({"application/apply-patch+yaml", "application/apply-patch+cbor"}));
  EXPECT_THAT(answer_types(document, kItem), Contains("application/cbor"));
  EXPECT_THAT(answer_types(document, "/api/v1/configmaps"),
              IsSupersetOf({"application/cbor", "application/cbor-seq"}));
}

TEST_F(OpenApiTest, CompiledInKinds) {
  Value document = V3("api/v1");
  Value schema = Schema(document, kConfigMap);
  EXPECT_EQ(schema.FindString("type"), "object");
  EXPECT_FALSE(schema.FindString("description").empty());
  EXPECT_EQ(codec::ToJson(schema.Find("x-kubernetes-group-version-kind")),
            R"([{"group":"","kind":"ConfigMap","version":"v1"}])");
  Value properties = schema.Find("properties");
  EXPECT_THAT(Keys(properties),
              ElementsAre("apiVersion", "binaryData", "data", "immutable", "kind", "metadata"));
  EXPECT_FALSE(properties.FindPath({"kind", "description"}).is_null());
  EXPECT_FALSE(properties.FindPath({"apiVersion", "description"}).is_null());
  EXPECT_EQ(properties.FindPath({"data", "type"}).as_string(), "object");
  EXPECT_EQ(properties.FindPath({"data", "additionalProperties", "type"}).as_string(), "string");
  EXPECT_EQ(properties.FindPath({"data", "additionalProperties", "default"}).as_string(), "");
  EXPECT_EQ(codec::ToJson(properties.FindPath({"binaryData", "additionalProperties"})),
            R"({"format":"byte","type":"string"})");
  EXPECT_EQ(properties.FindPath({"immutable", "type"}).as_string(), "boolean");
  EXPECT_FALSE(properties.Find("immutable").Has("default"));
  EXPECT_EQ(codec::ToJson(properties.FindPath({"metadata", "allOf"})),
            R"([{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}])");
  EXPECT_EQ(codec::ToJson(properties.FindPath({"metadata", "default"})), "{}");
}

TEST_F(OpenApiTest, ListExtensionsAndFormats) {
  Value meta = Schema(V3("api/v1"), std::string(kMeta) + "ObjectMeta").Find("properties");
  Value owners = meta.Find("ownerReferences");
  EXPECT_EQ(owners.FindString("x-kubernetes-list-type"), "map");
  EXPECT_EQ(codec::ToJson(owners.Find("x-kubernetes-list-map-keys")), R"(["uid"])");
  EXPECT_EQ(owners.FindString("x-kubernetes-patch-strategy"), "merge");
  EXPECT_EQ(owners.FindString("x-kubernetes-patch-merge-key"), "uid");
  EXPECT_EQ(codec::ToJson(owners.FindPath({"items", "default"})), "{}");
  EXPECT_EQ(meta.FindPath({"finalizers", "x-kubernetes-list-type"}).as_string(), "set");
  EXPECT_EQ(meta.FindPath({"generation", "format"}).as_string(), "int64");
  Value time = Schema(V3("api/v1"), std::string(kMeta) + "Time");
  EXPECT_EQ(time.FindString("type"), "string");
  EXPECT_EQ(time.FindString("format"), "date-time");
  Value owner = Schema(V3("api/v1"), std::string(kMeta) + "OwnerReference");
  EXPECT_EQ(codec::ToJson(owner.Find("required")), R"(["apiVersion","kind","name","uid"])");
}

TEST(SchemaSetTest, NumbersThatMayBeTexts) {
  Arena arena;
  const std::string port = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
  const std::string quantity = "io.k8s.apimachinery.pkg.api.resource.Quantity";
  auto models = [&arena](OpenApiDialect dialect) {
    SchemaSet set(arena, dialect);
    set.Reference(typeinfo::TypeOf<apis::core::v1::ServicePort>());
    set.Reference(typeinfo::TypeOf<apis::core::v1::ResourceRequirements>());
    return set.Build();
  };
  Value v3 = models(OpenApiDialect::kV3);
  EXPECT_EQ(codec::ToJson(v3.FindPath({port, "oneOf"})),
            R"([{"type":"integer"},{"type":"string"}])");
  EXPECT_EQ(v3.FindPath({port, "format"}).as_string(), "int-or-string");
  EXPECT_FALSE(v3.Find(port).Has("type"));
  EXPECT_EQ(codec::ToJson(v3.FindPath({quantity, "oneOf"})),
            R"([{"type":"number"},{"type":"string"}])");
  Value properties = v3.FindPath({"io.k8s.api.core.v1.ServicePort", "properties"});
  EXPECT_EQ(codec::ToJson(properties.FindPath({"targetPort", "allOf"})),
            R"([{"$ref":"#/components/schemas/)" + port + R"("}])");
  Value v2 = models(OpenApiDialect::kV2);
  EXPECT_EQ(v2.FindPath({port, "type"}).as_string(), "string");
  EXPECT_EQ(v2.FindPath({quantity, "type"}).as_string(), "string");
  EXPECT_EQ(codec::ToJson(v2.FindPath({"io.k8s.api.core.v1.ResourceRequirements", "properties",
                                       "limits", "additionalProperties"})),
            R"({"$ref":"#/definitions/)" + quantity + R"("})");
}

TEST_F(OpenApiTest, Lists) {
  for (const auto& [path, name, kind] :
       {std::tuple{"api/v1", "io.k8s.api.core.v1.ConfigMapList", "ConfigMapList"},
        {"apis/stable.example.com/v1", "com.example.stable.v1.WidgetList", "WidgetList"}}) {
    Value schema = Schema(V3(path), name);
    EXPECT_EQ(codec::ToJson(schema.Find("required")), R"(["items"])") << name;
    EXPECT_THAT(Keys(schema.Find("properties")),
                ElementsAre("apiVersion", "items", "kind", "metadata"));
    Value kinds = schema.Find("x-kubernetes-group-version-kind");
    ASSERT_EQ(kinds.size(), 1u);
    EXPECT_EQ(kinds.items()[0].FindString("kind"), kind);
  }
}

TEST_F(OpenApiTest, UnionsAreUntyped) {
  constexpr std::string_view kPrefix = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.";
  Value document = V3("apis/apiextensions.k8s.io/v1");
  Value schema = Schema(document, std::string(kPrefix) + "JSONSchemaPropsOrArray");
  ASSERT_TRUE(schema.is_object());
  EXPECT_FALSE(schema.Has("type"));
  EXPECT_FALSE(schema.Has("properties"));
  EXPECT_TRUE(Schema(document, std::string(kPrefix) + "JSONSchemaProps").is_object());
}

TEST_F(OpenApiTest, V2Document) {
  Value document = V2();
  EXPECT_EQ(document.FindString("swagger"), "2.0");
  EXPECT_EQ(codec::ToJson(document.Find("info")), R"({"title":"Kubernetes","version":"v1.36.4"})");
  EXPECT_THAT(Keys(document.Find("paths")),
              IsSupersetOf({"/api/v1/configmaps", "/apis/stable.example.com/v1/widgets",
                            "/apis/stable.example.com/v2/widgets"}));
  Value post = document.FindPath({"paths", "/api/v1/namespaces/{namespace}/configmaps", "post"});
  EXPECT_EQ(ParameterNames(post).front(), "body");
  Value metadata = document.FindPath({"definitions", kConfigMap, "properties", "metadata"});
  EXPECT_EQ(metadata.FindString("$ref"), "#/definitions/" + std::string(kMeta) + "ObjectMeta");
  Walk(document.Find("definitions"), [](const Value& object) {
    if (object.FindString("type") == "object" && object.Has("additionalProperties")) {
      EXPECT_FALSE(object.Find("additionalProperties").Has("default"));
    }
  });
}

// One field of a message: its number, and its bytes if it has a length.
struct WireField {
  uint64_t number = 0;
  std::string_view bytes = {};
};

uint64_t TakeVarint(std::string_view& text) {
  uint64_t value = 0;
  for (int shift = 0; !text.empty(); shift += 7) {
    auto byte = static_cast<unsigned char>(text.front());
    text.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

std::vector<WireField> Fields(std::string_view message) {
  std::vector<WireField> fields;
  while (!message.empty()) {
    uint64_t tag = TakeVarint(message);
    WireField field{.number = tag >> 3};
    if ((tag & 7) == 2) {
      uint64_t size = TakeVarint(message);
      EXPECT_LE(size, message.size());
      field.bytes = message.substr(0, size);
      message.remove_prefix(std::min<uint64_t>(size, message.size()));
    } else if ((tag & 7) == 0) {
      TakeVarint(message);
    } else {
      EXPECT_EQ(tag & 7, 1u);
      message.remove_prefix(std::min<size_t>(8, message.size()));
    }
    fields.push_back(field);
  }
  return fields;
}

std::string_view FieldBytes(std::string_view message, uint64_t number) {
  for (const WireField& field : Fields(message)) {
    if (field.number == number) return field.bytes;
  }
  return {};
}

// The value of the entry called `name` among the map entries numbered `number`.
std::string_view NamedBytes(std::string_view message, uint64_t number, std::string_view name) {
  for (const WireField& field : Fields(message)) {
    if (field.number == number && FieldBytes(field.bytes, 1) == name) {
      return FieldBytes(field.bytes, 2);
    }
  }
  return {};
}

TEST_F(OpenApiTest, V2AsProtobuf) {
  OpenApiProtobuf document = documents_.V2Protobuf(*registry_);
  EXPECT_EQ(document.hash, documents_.V2(*registry_).hash);
  EXPECT_EQ(documents_.V2Protobuf(*registry_).protobuf.shared(), document.protobuf.shared());
  std::string_view root = document.protobuf.view();
  EXPECT_EQ(FieldBytes(root, 1), "2.0");
  EXPECT_EQ(FieldBytes(FieldBytes(root, 2), 2), "v1.36.4");

  std::string_view config_map = NamedBytes(FieldBytes(root, 9), 1, kConfigMap);
  EXPECT_EQ(FieldBytes(FieldBytes(config_map, 22), 1), "object");
  std::string_view kind = NamedBytes(config_map, 31, "x-kubernetes-group-version-kind");
  EXPECT_EQ(FieldBytes(kind, 2), "[{\"group\":\"\",\"kind\":\"ConfigMap\",\"version\":\"v1\"}]\n");
  std::string_view data = NamedBytes(FieldBytes(config_map, 25), 1, "data");
  EXPECT_EQ(FieldBytes(FieldBytes(FieldBytes(FieldBytes(data, 21), 1), 22), 1), "string");
  std::string_view metadata = NamedBytes(FieldBytes(config_map, 25), 1, "metadata");
  EXPECT_EQ(FieldBytes(metadata, 1), "#/definitions/" + std::string(kMeta) + "ObjectMeta");

  std::string_view path =
      NamedBytes(FieldBytes(root, 8), 2, "/api/v1/namespaces/{namespace}/configmaps/{name}");
  std::string_view patch = FieldBytes(path, 8);
  EXPECT_EQ(FieldBytes(patch, 5), "patchCoreV1NamespacedConfigMap");
  std::vector<std::string> names;
  for (const WireField& field : Fields(patch)) {
    if (field.number != 8) continue;
    std::string_view other = FieldBytes(FieldBytes(field.bytes, 1), 2);
    if (!other.empty()) names.emplace_back(FieldBytes(FieldBytes(other, 3), 4));
  }
  EXPECT_THAT(names, ElementsAre("dryRun", "fieldManager", "fieldValidation", "force"));
}

TEST_F(OpenApiTest, WithoutFieldValidationTheParameterIsNotNamed) {
  options_.field_validation = false;
  OpenApiDocuments documents(options_);
  constexpr std::string_view kPath = "/api/v1/namespaces/{namespace}/configmaps/{name}";
  for (const Value& document : {Parse(documents.V2(*registry_).json.view()),
                                Parse(documents.V3(*registry_, "api/v1")->json.view())}) {
    Value patch = document.FindPath({"paths", kPath, "patch"});
    EXPECT_THAT(ParameterNames(patch), IsSupersetOf({"dryRun", "fieldManager", "force"}));
    EXPECT_THAT(ParameterNames(patch), testing::Not(Contains("fieldValidation")));
  }
}

TEST_F(OpenApiTest, IndexNamesEveryDocumentByItsHash) {
  Value paths = Parse(documents_.V3Index(*registry_).json.view()).Find("paths");
  EXPECT_THAT(Keys(paths),
              ElementsAre("api/v1", "apis/apiextensions.k8s.io/v1", "apis/coordination.k8s.io/v1",
                          "apis/stable.example.com/v1", "apis/stable.example.com/v2"));
  for (const Member& path : paths.members()) {
    OpenApiDocument document = *documents_.V3(*registry_, path.key());
    EXPECT_EQ(document.hash, ContentHash(document.json.view()));
    EXPECT_EQ(path.value.FindString("serverRelativeURL"),
              "/openapi/v3/" + std::string(path.key()) + "?hash=" + document.hash);
  }
}

TEST_F(OpenApiTest, V3ProtobufHasTheHashOfItsJson) {
  std::optional<OpenApiProtobuf> first = documents_.V3Protobuf(*registry_, "api/v1");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->hash, documents_.V3(*registry_, "api/v1")->hash);
  EXPECT_EQ(documents_.V3Protobuf(*registry_, "api/v1")->protobuf.shared(),
            first->protobuf.shared());
  Arena arena;
  Value document = OpenApiV3Document(arena, options_, "", *registry_->FindVersion("", "v1"));
  EXPECT_EQ(first->protobuf.view(), OpenApiV3Protobuf(document));
  EXPECT_FALSE(documents_.V3Protobuf(*registry_, "api/v2"));
}

TEST_F(OpenApiTest, ANewKindCostsOnlyItsGroup) {
  Bytes core = documents_.V3(*registry_, "api/v1")->json;
  OpenApiDocument index = documents_.V3Index(*registry_);
  EXPECT_EQ(documents_.V3Index(*registry_).json.shared(), index.json.shared());
  Bytes widgets = documents_.V3(*registry_, "apis/stable.example.com/v1")->json;

  resources_.widgets = CustomDefinition("stable.example.com", {"v1"}, R"({"type":"object"})");
  std::shared_ptr<const Registry> changed = resources_.Build(2);
  EXPECT_EQ(documents_.V3(*changed, "api/v1")->json.shared(), core.shared());
  EXPECT_NE(documents_.V3(*changed, "apis/stable.example.com/v1")->json.view(), widgets.view());
  EXPECT_NE(documents_.V3Index(*changed).hash, index.hash);
  EXPECT_FALSE(documents_.V3(*changed, "apis/stable.example.com/v2"));
  EXPECT_EQ(documents_.V3(*changed, "api/v1")->json.shared(), core.shared());
}

TEST_F(OpenApiTest, V2FollowsTheRegistry) {
  OpenApiDocument before = documents_.V2(*registry_);
  EXPECT_EQ(documents_.V2(*registry_).json.shared(), before.json.shared());
  resources_.widgets.reset();
  EXPECT_NE(documents_.V2(*resources_.Build(2)).hash, before.hash);
}

TEST_F(OpenApiTest, ManyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this] {
      EXPECT_TRUE(documents_.V3(*registry_, "api/v1"));
      EXPECT_TRUE(documents_.V3Index(*registry_).json);
      EXPECT_TRUE(documents_.V2(*registry_).json);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace pintle::api
