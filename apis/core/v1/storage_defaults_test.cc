#include "apis/core/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

TEST(VolumeDefaults, OfVolumes) {
  ExpectDefaults<Volume>({
      {"", R"({"name":"v"})", R"({"name":"v","emptyDir":{}})"},
      {"emptyDir", R"({"name":"v","nfs":{"server":"s","path":"/"}})", "absent"},
      {"emptyDir", R"({"name":"v","emptyDir":{"medium":"Memory"}})", R"({"medium":"Memory"})"},
      {"image.pullPolicy", R"({"image":{"reference":"a/b:latest"}})", R"("Always")"},
      {"image.pullPolicy", R"({"image":{"reference":"a/b"}})", R"("Always")"},
      {"image.pullPolicy", R"({"image":{"reference":"a/b:1"}})", R"("IfNotPresent")"},
      {"image.pullPolicy", R"({"image":{}})", R"("IfNotPresent")"},
      {"image.pullPolicy", R"({"image":{"reference":"a/b:latest","pullPolicy":"Never"}})",
       R"("Never")"},
  });
}

TEST(VolumeDefaults, OfFileModes) {
  ExpectDefaults<SecretVolumeSource>(
      {{"defaultMode", "{}", "420"}, {"defaultMode", R"({"defaultMode":0})", "0"}});
  ExpectDefaults<ConfigMapVolumeSource>(
      {{"defaultMode", "{}", "420"}, {"defaultMode", R"({"defaultMode":256})", "256"}});
  ExpectDefaults<DownwardAPIVolumeSource>(
      {{"defaultMode", "{}", "420"}, {"defaultMode", R"({"defaultMode":256})", "256"}});
  ExpectDefaults<ProjectedVolumeSource>(
      {{"defaultMode", "{}", "420"}, {"defaultMode", R"({"defaultMode":256})", "256"}});
}

TEST(VolumeDefaults, OfSources) {
  ExpectDefaults<ServiceAccountTokenProjection>({
      {"expirationSeconds", "{}", "3600"},
      {"expirationSeconds", R"({"expirationSeconds":600})", "600"},
  });
  ExpectDefaults<HostPathVolumeSource>(
      {{"type", "{}", R"("")"}, {"type", R"({"type":"Directory"})", R"("Directory")"}});
  ExpectDefaults<ISCSIVolumeSource>(
      {{"iscsiInterface", "{}", R"("default")"},
       {"iscsiInterface", R"({"iscsiInterface":"eth0"})", R"("eth0")"}});
  ExpectDefaults<ISCSIPersistentVolumeSource>(
      {{"iscsiInterface", "{}", R"("default")"},
       {"iscsiInterface", R"({"iscsiInterface":"eth0"})", R"("eth0")"}});
  ExpectDefaults<AzureDiskVolumeSource>({
      {"cachingMode", "{}", R"("ReadWrite")"},
      {"cachingMode", R"({"cachingMode":"None"})", R"("None")"},
      {"fsType", "{}", R"("ext4")"},
      {"fsType", R"({"fsType":"xfs"})", R"("xfs")"},
      {"readOnly", "{}", "false"},
      {"readOnly", R"({"readOnly":true})", "true"},
      {"kind", "{}", R"("Shared")"},
      {"kind", R"({"kind":"Managed"})", R"("Managed")"},
  });
}

// Sources that volumes of pods and persistent volumes have each of their own.
template <typename Source>
void ExpectRbdDefaults() {
  ExpectDefaults<Source>({
      {"pool", "{}", R"("rbd")"},
      {"pool", R"({"pool":"p"})", R"("p")"},
      {"user", "{}", R"("admin")"},
      {"user", R"({"user":"u"})", R"("u")"},
      {"keyring", "{}", R"("/etc/ceph/keyring")"},
      {"keyring", R"({"keyring":"k"})", R"("k")"},
  });
}
template <typename Source>
void ExpectScaleIODefaults() {
  ExpectDefaults<Source>({
      {"storageMode", "{}", R"("ThinProvisioned")"},
      {"storageMode", R"({"storageMode":"ThickProvisioned"})", R"("ThickProvisioned")"},
      {"fsType", "{}", R"("xfs")"},
      {"fsType", R"({"fsType":"ext4"})", R"("ext4")"},
  });
}

TEST(VolumeDefaults, OfRbdAndScaleIO) {
  ExpectRbdDefaults<RBDVolumeSource>();
  ExpectRbdDefaults<RBDPersistentVolumeSource>();
  ExpectScaleIODefaults<ScaleIOVolumeSource>();
  ExpectScaleIODefaults<ScaleIOPersistentVolumeSource>();
}

TEST(VolumeDefaults, OfPersistentVolumes) {
  ExpectDefaults<PersistentVolume>({
      {"status.phase", "{}", R"("Pending")"},
      {"status.phase", R"({"status":{"phase":"Bound"}})", R"("Bound")"},
      {"spec.persistentVolumeReclaimPolicy", "{}", R"("Retain")"},
      {"spec.persistentVolumeReclaimPolicy",
       R"({"spec":{"persistentVolumeReclaimPolicy":"Delete"}})", R"("Delete")"},
      {"spec.volumeMode", "{}", R"("Filesystem")"},
      {"spec.volumeMode", R"({"spec":{"volumeMode":"Block"}})", R"("Block")"},
      {"spec.iscsi.iscsiInterface", R"({"spec":{"iscsi":{}}})", R"("default")"},
  });
}

TEST(VolumeDefaults, OfClaims) {
  ExpectDefaults<PersistentVolumeClaim>({
      {"status.phase", "{}", R"("Pending")"},
      {"status.phase", R"({"status":{"phase":"Lost"}})", R"("Lost")"},
      {"spec.volumeMode", "{}", R"("Filesystem")"},
  });
  ExpectDefaults<PersistentVolumeClaimSpec>(
      {{"volumeMode", "{}", R"("Filesystem")"},
       {"volumeMode", R"({"volumeMode":"Block"})", R"("Block")"}});
}

}  // namespace
}  // namespace pintle::apis::core::v1
