#pragma once

#include "pintle/resource/strategy.h"

namespace pintle::apis::coordination::v1 {

write::Table LeaseTable();

}  // namespace pintle::apis::coordination::v1
