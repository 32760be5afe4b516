#include <fmt/format.h>

#include <vector>

#include "pintle/base/strings.h"
#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"
#include "pintle/cel/functions/url_text.h"

namespace pintle::cel {
namespace {

class UrlDatum final : public OpaqueDatum {
 public:
  UrlDatum(std::string_view text, const UrlParts& parts) : text(text), parts(parts) {}
  std::string_view type_name() const override { return kUrlType; }
  bool Equals(const OpaqueDatum& other) const override {
    return text == static_cast<const UrlDatum&>(other).text;
  }
  std::string_view text;
  UrlParts parts;
};

const UrlParts& Parts(const Datum& datum) {
  return static_cast<const UrlDatum&>(datum.opaque()).parts;
}

Datum Parse(Evaluation& evaluation, Arguments arguments) {
  std::string error;
  std::string_view text = evaluation.arena().Copy(arguments[0].text());
  std::optional<UrlParts> parts = ParseUrl(text, error);
  if (parts) return Datum::Opaque(evaluation.arena().New<UrlDatum>(text, *parts));
  return NewError(evaluation.arena(), "URL parse error during conversion from string: " + error);
}
Datum IsUrl(Evaluation&, Arguments arguments) {
  std::string error;
  return Datum::Bool(ParseUrl(arguments[0].text(), error).has_value());
}

Datum Scheme(Evaluation& evaluation, Arguments arguments) {
  return NewString(evaluation.arena(), ToLower(Parts(arguments[0]).scheme));
}
Datum Host(Evaluation&, Arguments arguments) { return Datum::String(Parts(arguments[0]).host); }

// The colon before the port; the end of the host if there is none.
size_t PortColon(std::string_view host) {
  size_t colon = host.rfind(':');
  size_t bracket = host.rfind(']');
  bool within = bracket != std::string_view::npos && colon < bracket;
  return colon == std::string_view::npos || within ? host.size() : colon;
}
Datum Hostname(Evaluation&, Arguments arguments) {
  std::string_view host = Parts(arguments[0]).host;
  host = host.substr(0, PortColon(host));
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return Datum::String(host);
}
Datum Port(Evaluation&, Arguments arguments) {
  std::string_view host = Parts(arguments[0]).host;
  size_t colon = PortColon(host);
  return Datum::String(colon == host.size() ? "" : host.substr(colon + 1));
}
Datum Path(Evaluation& evaluation, Arguments arguments) {
  return NewString(evaluation.arena(), EscapedPath(Parts(arguments[0]).path));
}

// Pairs that cannot be read are left out.
Datum Query(Evaluation& evaluation, Arguments arguments) {
  Arena& arena = evaluation.arena();
  auto* map = arena.New<HashMapDatum>();
  for (std::string_view pair : Split(Parts(arguments[0]).query, '&')) {
    if (pair.empty() || pair.find(';') != std::string_view::npos) continue;
    size_t equals = std::min(pair.find('='), pair.size());
    std::optional<std::string> key = Unescape(pair.substr(0, equals), true);
    std::optional<std::string> value =
        Unescape(pair.substr(std::min(equals + 1, pair.size())), true);
    if (!key || !value) continue;
    Datum name = NewString(arena, *key);
    std::optional<Datum> known = map->Find(arena, name);
    if (!known) {
      known = Datum::List(arena.New<ArrayDatum>());
      map->Insert(arena, name, *known);
    }
    const_cast<ArrayDatum&>(static_cast<const ArrayDatum&>(known->list()))
        .Append(arena, NewString(arena, *value));
  }
  return Datum::Map(map);
}

constexpr Row kRows[] = {
    {"url", "string_to_url", "(string) url", Parse, TextCost, TextEstimate},
    {"isURL", "is_url_string", "(string) bool", IsUrl},
    {"getScheme", "url_get_scheme", "url.() string", Scheme},
    {"getHost", "url_get_host", "url.() string", Host},
    {"getHostname", "url_get_hostname", "url.() string", Hostname},
    {"getPort", "url_get_port", "url.() string", Port},
    {"getEscapedPath", "url_get_escaped_path", "url.() string", Path},
    {"getQuery", "url_get_query", "url.() map(string, list(string))", Query},
};

}  // namespace

std::span<const Row> UrlRows() { return kRows; }

}  // namespace pintle::cel
