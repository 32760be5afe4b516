#include "apis/functions_for_test.h"
#include "apis/storage/v1/types.h"

namespace pintle::apis::storage::v1 {
namespace {

TEST(StorageDefaults, OfStorageClasses) {
  ExpectDefaults<StorageClass>({
      {"reclaimPolicy", "{}", R"("Delete")"},
      {"reclaimPolicy", R"({"reclaimPolicy":"Retain"})", R"("Retain")"},
      {"volumeBindingMode", "{}", R"("Immediate")"},
      {"volumeBindingMode", R"({"volumeBindingMode":"WaitForFirstConsumer"})",
       R"("WaitForFirstConsumer")"},
  });
}

TEST(StorageDefaults, OfDrivers) {
  ExpectDefaults<CSIDriver>({
      {"spec.attachRequired", "{}", "true"},
      {"spec.attachRequired", R"({"spec":{"attachRequired":false}})", "false"},
      {"spec.podInfoOnMount", "{}", "false"},
      {"spec.podInfoOnMount", R"({"spec":{"podInfoOnMount":true}})", "true"},
      {"spec.storageCapacity", "{}", "false"},
      {"spec.storageCapacity", R"({"spec":{"storageCapacity":true}})", "true"},
      {"spec.fsGroupPolicy", "{}", R"("ReadWriteOnceWithFSType")"},
      {"spec.fsGroupPolicy", R"({"spec":{"fsGroupPolicy":"File"}})", R"("File")"},
      {"spec.volumeLifecycleModes", "{}", R"(["Persistent"])"},
      {"spec.volumeLifecycleModes", R"({"spec":{"volumeLifecycleModes":["Ephemeral"]}})",
       R"(["Ephemeral"])"},
      {"spec.requiresRepublish", "{}", "false"},
      {"spec.requiresRepublish", R"({"spec":{"requiresRepublish":true}})", "true"},
      {"spec.seLinuxMount", "{}", "false"},  // its gate is locked to on
      {"spec.seLinuxMount", R"({"spec":{"seLinuxMount":true}})", "true"},
      {"spec.preventPodSchedulingIfMissing", "{}", "false", "VolumeLimitScaling=true"},
      {"spec.preventPodSchedulingIfMissing", "{}", "absent"},
      {"spec.preventPodSchedulingIfMissing", R"({"spec":{"preventPodSchedulingIfMissing":true}})",
       "true", "VolumeLimitScaling=true"},
  });
}

}  // namespace
}  // namespace pintle::apis::storage::v1
