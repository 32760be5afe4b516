#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmake/upper_pch.h"
#include "pintle/api/handler_for_test.h"
