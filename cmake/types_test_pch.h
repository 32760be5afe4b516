#pragma once

#include "cmake/upper_pch.h"
#include "pintle/codec/json_reader.h"
#include "pintle/typeinfo/decode.h"
