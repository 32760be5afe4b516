#pragma once

#include <string_view>

namespace pintle::storage::etcd {

// Whether an etcd of this version (`3.5.13`) answers a request for the progress of watches only
// once every event up to the revision it names has been sent: the line 3.4 since 3.4.31, every
// other since 3.5.13. False for a version that cannot be read.
bool HasTrustworthyProgress(std::string_view version);

}  // namespace pintle::storage::etcd
