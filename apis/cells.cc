#include "apis/cells.h"

#include <fmt/format.h>

#include <algorithm>

namespace pintle::apis {
namespace {

std::string RequirementText(const meta::v1::LabelSelectorRequirement& requirement) {
  if (requirement.operator_ == meta::v1::kLabelSelectorOpExists)
    return std::string(requirement.key);
  if (requirement.operator_ == meta::v1::kLabelSelectorOpDoesNotExist) {
    return fmt::format("!{}", requirement.key);
  }
  std::vector<std::string_view> values(requirement.values.begin(), requirement.values.end());
  std::ranges::sort(values);
  bool in = requirement.operator_ == meta::v1::kLabelSelectorOpIn;
  return fmt::format("{} {} ({})", requirement.key, in ? "in" : "notin", fmt::join(values, ","));
}

}  // namespace

std::string CellContext::Since(const typeinfo::Time& time) const {
  if (!time) return std::string(kUnknown);
  return HumanDuration(now_seconds - time.seconds);
}

Value Number(int64_t number) { return Value(number); }

std::string_view TextOr(std::string_view text, std::string_view fallback) {
  return text.empty() ? fallback : text;
}

std::string LabelsText(const typeinfo::Map<typeinfo::Str>& labels) {
  if (labels.empty()) return std::string(kNone);
  std::string text;
  for (const auto& [key, value] : labels) {
    if (!text.empty()) text += ',';
    text += fmt::format("{}={}", key, value);
  }
  return text;
}

std::string SelectorText(const meta::v1::LabelSelector& selector) {
  // Keys may be named by labels and expressions both; labels come first then.
  std::vector<std::pair<std::string_view, std::string>> parts;
  for (const auto& [key, value] : selector.match_labels) {
    parts.emplace_back(key, fmt::format("{}={}", key, value));
  }
  for (const auto& requirement : selector.match_expressions) {
    parts.emplace_back(requirement.key, RequirementText(requirement));
  }
  std::ranges::stable_sort(parts, {}, [](const auto& part) { return part.first; });
  std::string text;
  for (const auto& [key, part] : parts) {
    if (!text.empty()) text += ',';
    text += part;
  }
  return text;
}

std::string SelectorOrNone(const meta::v1::LabelSelector* selector) {
  std::string text = selector == nullptr ? "" : SelectorText(*selector);
  return std::string(TextOr(text, kNone));
}

std::string ContainerNames(const core::v1::PodSpec& pod) {
  std::vector<std::string_view> names;
  for (const auto& container : pod.containers) names.push_back(container.name);
  return fmt::format("{}", fmt::join(names, ","));
}

std::string ContainerImages(const core::v1::PodSpec& pod) {
  std::vector<std::string_view> images;
  for (const auto& container : pod.containers) images.push_back(container.image);
  return fmt::format("{}", fmt::join(images, ","));
}

std::string FirstFew(std::span<const std::string> items, size_t limit, std::string_view separator) {
  return FirstOf(items.first(std::min(limit, items.size())), items.size(), separator);
}

std::string FirstOf(std::span<const std::string> shown, size_t count, std::string_view separator) {
  std::string text = fmt::format("{}", fmt::join(shown, separator));
  if (count > shown.size()) text += fmt::format(" + {} more...", count - shown.size());
  return text;
}

std::string HostPort(std::string_view host, int32_t port) {
  if (host.find(':') != std::string_view::npos) return fmt::format("[{}]:{}", host, port);
  return fmt::format("{}:{}", host, port);
}

}  // namespace pintle::apis
