#pragma once

#include <span>
#include <string_view>

#include "pintle/cel/function.h"

// The libraries that StandardFunctions() is made of. Each is a table of rows; a row is one overload
// with its signature as text.
namespace pintle::cel {

// The names of library types.
inline constexpr std::string_view kUrlType = "kubernetes.URL";
inline constexpr std::string_view kQuantityType = "kubernetes.Quantity";
inline constexpr std::string_view kFormatType = "kubernetes.NamedFormat";
inline constexpr std::string_view kSemverType = "kubernetes.Semver";
inline constexpr std::string_view kIpType = "net.IP";
inline constexpr std::string_view kCidrType = "net.CIDR";

struct Row {
  std::string_view name;  // of the function
  std::string_view id;    // of the overload
  // `(string, int) bool`, or `string.(int) bool` for a member. Capital letters are type parameters.
  std::string_view signature;
  decltype(Overload::run) run = nullptr;
  decltype(Overload::cost) cost = nullptr;
  decltype(Overload::estimate) estimate = nullptr;
  int pattern_argument = -1;
};

std::span<const Row> OperatorRows();
std::span<const Row> ArithmeticRows();
std::span<const Row> ComparisonRows();
std::span<const Row> ContainerRows();
std::span<const Row> ConversionRows();
std::span<const Row> TextRows();
std::span<const Row> TimeRows();
std::span<const Row> StringRows();
std::span<const Row> ListRows();
std::span<const Row> MoreListRows();
std::span<const Row> RegexRows();
std::span<const Row> UrlRows();
std::span<const Row> OptionalRows();
std::span<const Row> QuantityRows();
std::span<const Row> SetRows();
std::span<const Row> NetworkRows();
std::span<const Row> FormatRows();
std::span<const Row> SemverRows();
std::span<const Row> AuthorizerRows();

}  // namespace pintle::cel
