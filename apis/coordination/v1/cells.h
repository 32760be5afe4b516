#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::coordination::v1 {

write::Table LeaseTable();

}  // namespace pintle::apis::coordination::v1
