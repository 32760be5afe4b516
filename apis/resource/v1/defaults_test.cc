#include "apis/functions_for_test.h"
#include "apis/resource/v1/types.h"

namespace pintle::apis::resource::v1 {
namespace {

TEST(ResourceDefaults, OfDeviceRequests) {
  ExpectDefaults<ExactDeviceRequest>({
      {"allocationMode", "{}", R"("ExactCount")"},
      {"allocationMode", R"({"allocationMode":"All"})", R"("All")"},
      {"count", "{}", "1"},
      {"count", R"({"allocationMode":"ExactCount","count":3})", "3"},
      {"count", R"({"allocationMode":"All"})", "absent"},
  });
  ExpectDefaults<DeviceSubRequest>({
      {"allocationMode", "{}", R"("ExactCount")"},
      {"allocationMode", R"({"allocationMode":"All"})", R"("All")"},
      {"count", "{}", "1"},
      {"count", R"({"allocationMode":"ExactCount","count":3})", "3"},
      {"count", R"({"allocationMode":"All"})", "absent"},
  });
  ExpectDefaults<ResourceClaimTemplate>({
      {"spec.spec.devices.requests.0.exactly.count",
       R"({"spec":{"spec":{"devices":{"requests":[{"exactly":{}}]}}}})", "1"},
      {"spec.spec.devices.requests.0.firstAvailable.0.allocationMode",
       R"({"spec":{"spec":{"devices":{"requests":[{"firstAvailable":[{}]}]}}}})",
       R"("ExactCount")"},
  });
}

TEST(ResourceDefaults, OfTolerations) {
  ExpectDefaults<DeviceToleration>(
      {{"operator", "{}", R"("Equal")"}, {"operator", R"({"operator":"Exists"})", R"("Exists")"}});
}

TEST(ResourceDefaults, OfDevices) {
  ExpectDefaults<DeviceTaint>({
      {"timeAdded", "{}", R"("2001-09-09T01:46:40Z")"},
      {"timeAdded", R"({"timeAdded":"2000-01-01T00:00:00Z"})", R"("2000-01-01T00:00:00Z")"},
  });
  ExpectDefaults<Device>({
      {"nodeAllocatableResourceMappings.cpu.allocationMultiplier",
       R"({"nodeAllocatableResourceMappings":{"cpu":{}}})", R"("1")"},
      {"nodeAllocatableResourceMappings.cpu.allocationMultiplier",
       R"({"nodeAllocatableResourceMappings":{"cpu":{"allocationMultiplier":"2"}}})", R"("2")"},
      {"nodeAllocatableResourceMappings", "{}", "absent"},
      {"taints.0.timeAdded", R"({"taints":[{}]})", R"("2001-09-09T01:46:40Z")"},
  });
}

}  // namespace
}  // namespace pintle::apis::resource::v1
