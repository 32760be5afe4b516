#include "apis/core/v1/memory_forms.h"

namespace pintle::apis::core::v1 {
namespace {

constexpr std::string_view kPodSpec[] = {"Volumes",
                                         "InitContainers",
                                         "Containers",
                                         "EphemeralContainers",
                                         "RestartPolicy",
                                         "TerminationGracePeriodSeconds",
                                         "ActiveDeadlineSeconds",
                                         "DNSPolicy",
                                         "NodeSelector",
                                         "ServiceAccountName",
                                         "AutomountServiceAccountToken",
                                         "NodeName",
                                         "SecurityContext",
                                         "ImagePullSecrets",
                                         "Hostname",
                                         "Subdomain",
                                         "SetHostnameAsFQDN",
                                         "Affinity",
                                         "SchedulerName",
                                         "Tolerations",
                                         "HostAliases",
                                         "PriorityClassName",
                                         "Priority",
                                         "PreemptionPolicy",
                                         "DNSConfig",
                                         "ReadinessGates",
                                         "RuntimeClassName",
                                         "Overhead",
                                         "EnableServiceLinks",
                                         "TopologySpreadConstraints",
                                         "OS",
                                         "SchedulingGates",
                                         "ResourceClaims",
                                         "Resources",
                                         "HostnameOverride",
                                         "SchedulingGroup"};

constexpr std::string_view kHostUse[] = {"HostNetwork", "HostPID", "HostIPC",
                                         "ShareProcessNamespace", "HostUsers"};

constexpr std::string_view kPodSecurityContext[] = {"SELinuxOptions",
                                                    "WindowsOptions",
                                                    "RunAsUser",
                                                    "RunAsGroup",
                                                    "RunAsNonRoot",
                                                    "SupplementalGroups",
                                                    "SupplementalGroupsPolicy",
                                                    "FSGroup",
                                                    "FSGroupChangePolicy",
                                                    "Sysctls",
                                                    "SeccompProfile",
                                                    "AppArmorProfile",
                                                    "SELinuxChangePolicy"};

constexpr std::string_view kVolumeSource[] = {"HostPath",
                                              "EmptyDir",
                                              "GCEPersistentDisk",
                                              "AWSElasticBlockStore",
                                              "GitRepo",
                                              "Secret",
                                              "NFS",
                                              "ISCSI",
                                              "Glusterfs",
                                              "PersistentVolumeClaim",
                                              "RBD",
                                              "Quobyte",
                                              "FlexVolume",
                                              "Cinder",
                                              "CephFS",
                                              "Flocker",
                                              "DownwardAPI",
                                              "FC",
                                              "AzureFile",
                                              "ConfigMap",
                                              "VsphereVolume",
                                              "AzureDisk",
                                              "PhotonPersistentDisk",
                                              "Projected",
                                              "PortworxVolume",
                                              "ScaleIO",
                                              "StorageOS",
                                              "CSI",
                                              "Ephemeral",
                                              "Image"};

constexpr std::string_view kPersistentVolumeSource[] = {"GCEPersistentDisk",
                                                        "AWSElasticBlockStore",
                                                        "HostPath",
                                                        "Glusterfs",
                                                        "NFS",
                                                        "RBD",
                                                        "Quobyte",
                                                        "ISCSI",
                                                        "FlexVolume",
                                                        "Cinder",
                                                        "CephFS",
                                                        "FC",
                                                        "Flocker",
                                                        "AzureFile",
                                                        "VsphereVolume",
                                                        "AzureDisk",
                                                        "PhotonPersistentDisk",
                                                        "PortworxVolume",
                                                        "ScaleIO",
                                                        "Local",
                                                        "StorageOS",
                                                        "CSI"};

}  // namespace

validate::ShownForms MemoryForms() {
  using typeinfo::TypeOf;
  static const validate::ShownForm kForms[] = {
      {&TypeOf<PodSpec>(), kPodSpec, "SecurityContext", kHostUse},
      {&TypeOf<PodSecurityContext>(), kPodSecurityContext},
      {&TypeOf<VolumeSource>(), kVolumeSource},
      {&TypeOf<PersistentVolumeSource>(), kPersistentVolumeSource},
  };
  return kForms;
}

}  // namespace pintle::apis::core::v1
