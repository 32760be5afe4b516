#include "pintle/patch/patch_format.h"

namespace pintle::patch {
namespace {

using object::MediaType;

constexpr NamedFormat kFormats[] = {
    {"application/json-patch+json", {PatchType::kJson, MediaType::kJson}},
    {"application/merge-patch+json", {PatchType::kMerge, MediaType::kJson}},
    {"application/strategic-merge-patch+json", {PatchType::kStrategic, MediaType::kJson}},
    {"application/apply-patch+yaml", {PatchType::kApply, MediaType::kYaml}},
    {"application/apply-patch+cbor", {PatchType::kApply, MediaType::kCbor}},
    {"application/strategic-merge-patch+cbor", {PatchType::kStrategic, MediaType::kCbor}, false},
};

}  // namespace

std::span<const NamedFormat> PatchFormats() { return kFormats; }

}  // namespace pintle::patch
