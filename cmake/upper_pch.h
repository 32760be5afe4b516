#pragma once

#include "apis/core/v1/types.h"
#include "cmake/pch.h"
#include "pintle/base/task.h"
#include "pintle/field/errors.h"
#include "pintle/resource/definition.h"
#include "pintle/storage/store.h"
#include "pintle/validate/operation.h"
