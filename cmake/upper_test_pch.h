#pragma once

#include "cmake/upper_pch.h"
#include "pintle/api/handler_for_test.h"
