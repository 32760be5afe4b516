# pintle_library(<name> <folder> [DEPS ...] [TEST_DEPS ...] [EXCLUDE <folder>]): a static library of the .cc files in
# <folder> (and below, but for EXCLUDE), and, if it has *_test.cc files, one test program <name>_test for them.
# pintle_precompile(<target>): the standard library and fmt, compiled once.
# pintle_optimise_less(<target>): for code that serves no request, so that it compiles faster.
# pintle_precompile_test(<target>): those and gmock. Tests are half of all code: what they call is optimised (and watched
# for undefined behaviour in the sanitizer build), they are not, which halves the time it takes to compile them.

add_library(pintle_pch STATIC ${CMAKE_SOURCE_DIR}/cmake/pch.cc)
target_link_libraries(pintle_pch PUBLIC fmt::fmt)
target_precompile_headers(pintle_pch PRIVATE ${CMAKE_SOURCE_DIR}/cmake/pch.h)

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
endif()

function(pintle_precompile target)
  target_link_libraries(${target} PRIVATE fmt::fmt)
  target_precompile_headers(${target} REUSE_FROM pintle_pch)
endfunction()

function(pintle_optimise_less target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

function(pintle_precompile_test target)
  target_link_libraries(${target} PRIVATE fmt::fmt)
  target_compile_options(${target} PRIVATE ${PINTLE_TEST_OPTIONS})
  target_precompile_headers(${target} REUSE_FROM pintle_test_pch)
endfunction()

function(pintle_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gmock GTest::gtest_main)
  pintle_precompile_test(${name})
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endfunction()

function(pintle_library name folder)
  cmake_parse_arguments(ARG "" "EXCLUDE" "DEPS;TEST_DEPS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  if(ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "/${ARG_EXCLUDE}/")
  endif()
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  if(NOT sources)  # headers only, or a folder whose part has not come yet
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARG_DEPS})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC ${ARG_DEPS})
  pintle_precompile(${name})
  if(PINTLE_TESTS AND tests)
    pintle_test(${name}_test SOURCES ${tests} DEPS ${name} ${ARG_TEST_DEPS})
  endif()
endfunction()
