# pintle_library(<name> <folder> [UPPER] [DEPS ...] [TEST_DEPS ...] [EXCLUDE <folder>]): a static library of the .cc files in
# <folder> (and below, but for EXCLUDE), and, if it has *_test.cc files, one test program <name>_test for them. What tests
# share stands in *_for_test.h; its *_for_test.cc, if there are any, are the library <name>_for_test.
# UPPER is for folders above pintle_write.
# pintle_precompile(<target> [upper_]): the standard library and fmt, compiled once; with upper_ also the headers that
# nearly every file above pintle_write includes.
# pintle_precompile_test(<target> [upper_]): those and gmock, and what tests up there share. Tests are half of all code:
# what they call is optimised (and watched for undefined behaviour in the sanitizer build), they are not, which halves
# the time it takes to compile them.
# pintle_optimise_less(<target>): for code that serves no request, so that it compiles faster. Without sibling calls
# coroutines that never wait would deepen the stack.

add_library(pintle_pch STATIC ${CMAKE_SOURCE_DIR}/cmake/pch.cc)
target_link_libraries(pintle_pch PUBLIC fmt::fmt)
target_precompile_headers(pintle_pch PRIVATE ${CMAKE_SOURCE_DIR}/cmake/pch.h)

add_library(pintle_upper_pch STATIC ${CMAKE_SOURCE_DIR}/cmake/pch.cc)
target_link_libraries(pintle_upper_pch PUBLIC pintle_write)
target_precompile_headers(pintle_upper_pch PRIVATE ${CMAKE_SOURCE_DIR}/cmake/upper_pch.h)

if(PINTLE_TESTS)
  if(PINTLE_SANITIZE)
    set(PINTLE_TEST_OPTIONS -O0 -fno-sanitize=undefined)
  else()
    set(PINTLE_TEST_OPTIONS $<$<CONFIG:Release>:-Og>)
  endif()
  add_library(pintle_test_pch STATIC ${CMAKE_SOURCE_DIR}/cmake/pch.cc)
  target_link_libraries(pintle_test_pch PUBLIC fmt::fmt GTest::gmock)
  target_compile_options(pintle_test_pch PRIVATE ${PINTLE_TEST_OPTIONS})
  target_precompile_headers(pintle_test_pch PRIVATE ${CMAKE_SOURCE_DIR}/cmake/pch.h <gmock/gmock.h> <gtest/gtest.h>)
  add_library(pintle_upper_test_pch STATIC ${CMAKE_SOURCE_DIR}/cmake/pch.cc)
  target_link_libraries(pintle_upper_test_pch PUBLIC pintle_api GTest::gmock)
  target_compile_options(pintle_upper_test_pch PRIVATE ${PINTLE_TEST_OPTIONS})
  target_precompile_headers(pintle_upper_test_pch PRIVATE ${CMAKE_SOURCE_DIR}/cmake/upper_test_pch.h)
endif()

function(pintle_precompile target)
  target_link_libraries(${target} PRIVATE fmt::fmt)
  target_precompile_headers(${target} REUSE_FROM pintle_${ARGN}pch)
endfunction()

function(pintle_optimise_less target)
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O1;-foptimize-sibling-calls>")
endfunction()

function(pintle_precompile_test target)
  target_link_libraries(${target} PRIVATE fmt::fmt)
  target_compile_options(${target} PRIVATE ${PINTLE_TEST_OPTIONS})
  target_precompile_headers(${target} REUSE_FROM pintle_${ARGN}test_pch)
endfunction()

function(pintle_test name)
  cmake_parse_arguments(ARG "" "LAYER" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gmock GTest::gtest_main)
  pintle_precompile_test(${name} ${ARG_LAYER})
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endfunction()

function(pintle_library name folder)
  cmake_parse_arguments(ARG "UPPER" "EXCLUDE" "DEPS;TEST_DEPS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  if(ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "/${ARG_EXCLUDE}/")
  endif()
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  set(shared_by_tests ${tests})
  list(FILTER shared_by_tests INCLUDE REGEX "_for_test\\.cc$")
  list(FILTER tests EXCLUDE REGEX "_for_test\\.cc$")
  if(NOT sources)  # headers only, or a folder whose part has not come yet
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARG_DEPS})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC ${ARG_DEPS})
  set(layer "")
  if(ARG_UPPER)
    set(layer upper_)
  endif()
  pintle_precompile(${name} ${layer})
  if(PINTLE_TESTS AND shared_by_tests)
    add_library(${name}_for_test STATIC ${shared_by_tests})
    target_link_libraries(${name}_for_test PUBLIC ${name} ${ARG_TEST_DEPS} GTest::gmock)
    pintle_precompile_test(${name}_for_test ${layer})
    list(APPEND ARG_TEST_DEPS ${name}_for_test)
  endif()
  if(PINTLE_TESTS AND tests)
    pintle_test(${name}_test LAYER ${layer} SOURCES ${tests} DEPS ${name} ${ARG_TEST_DEPS})
  endif()
endfunction()
