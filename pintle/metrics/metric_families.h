#pragma once

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

// Families of metrics by name, for the files that count. Help texts begin with the stability of the
// metric, as the API's documentation has it.
namespace pintle::api {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;
using prometheus::Labels;
using Buckets = prometheus::Histogram::BucketBoundaries;

inline Family<Counter>& AddCounter(prometheus::Registry& registry, const char* name,
                                   const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}
inline Family<Gauge>& AddGauge(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
}
inline Family<Histogram>& AddHistogram(prometheus::Registry& registry, const char* name,
                                       const char* help) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
}

// Of how long requests to this server take, and its requests to the store.
const Buckets& RequestBuckets();

}  // namespace pintle::api
