# pintle_library(<name> <folder> [LAYER <layer>] [DEPS ...] [TEST_DEPS ...] [EXCLUDE <folders>]): a static library of the
# .cc files in <folder> (and below, but for EXCLUDE: folders that are libraries of their own), and, if it has *_test.cc
# files, one test program <name>_test for them. What tests share stands in *_for_test.h; its *_for_test.cc, if there are
# any, are the library <name>_for_test.
# pintle_precompile(<target> [<layer>]): the standard library and fmt, compiled once; with layer upper_, which is for what
# stands above pintle_write, also the headers that nearly every file there includes.
# pintle_precompile_test(<target> [<layer>]): those and gmock; with layer types_ what the tests of built-in kinds include,
# with upper_ what tests of the API share. Tests are half of all code: what they call is optimised (and watched for
# undefined behaviour in the sanitizer build), they are not, which halves the time it takes to compile them.
# pintle_compile_together(<target> <count>): so many files at a time, where PINTLE_COMPILE_TOGETHER is on, for folders of
# many small files that include much the same. What stands in an anonymous namespace is then seen by neighbours.
# pintle_optimise_less(<target>): for code that serves no request, so that it compiles faster. Without sibling calls
# coroutines that never wait would deepen the stack.

function(pintle_pch name)
  cmake_parse_arguments(ARG "" "" "LINK;OPTIONS;HEADERS" ${ARGN})
  add_library(${name} STATIC ${CMAKE_SOURCE_DIR}/cmake/pch.cc)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

# In angle brackets: other forms become absolute paths in what CMake writes, which no other checkout can use.
pintle_pch(pintle_pch LINK fmt::fmt HEADERS <cmake/pch.h>)
pintle_pch(pintle_upper_pch LINK pintle_write HEADERS <cmake/upper_pch.h>)
if(PINTLE_TESTS)
  if(PINTLE_SANITIZE)
    set(PINTLE_TEST_OPTIONS -O0 -fno-sanitize=undefined)
  else()
    set(PINTLE_TEST_OPTIONS $<$<CONFIG:Release>:-Og>)
  endif()
  set(for_tests LINK GTest::gmock OPTIONS ${PINTLE_TEST_OPTIONS} HEADERS <gmock/gmock.h> <gtest/gtest.h>)
  pintle_pch(pintle_test_pch ${for_tests} <cmake/pch.h> LINK fmt::fmt)
  pintle_pch(pintle_types_test_pch ${for_tests} <cmake/types_test_pch.h> LINK pintle_write)
  pintle_pch(pintle_upper_test_pch ${for_tests} <cmake/upper_test_pch.h> LINK pintle_api)
endif()

function(pintle_precompile target)
  target_link_libraries(${target} PRIVATE fmt::fmt)
  set(pch pintle_${ARGN}pch)
  if(NOT TARGET ${pch})
    set(pch pintle_pch)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${pch})
endfunction()

function(pintle_compile_together target count)
  if(NOT PINTLE_COMPILE_TOGETHER)
    return()
  endif()
  pintle_unite(${target} ${count})
  # Frames of coroutines in anonymous namespaces: the file they are in counts as a header.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
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
  pintle_count_cases(${name})
endfunction()

# pintle_count_cases(<test>): it is a program of gtest tests; what it did is counted (tests/harness/unit_count.py).
function(pintle_count_cases name)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT GTEST_OUTPUT=xml:${CMAKE_BINARY_DIR}/gtest/${name}.xml)
  set_property(GLOBAL APPEND PROPERTY PINTLE_COUNTED_TESTS ${name})
endfunction()

function(pintle_library name folder)
  cmake_parse_arguments(ARG "" "LAYER" "DEPS;TEST_DEPS;EXCLUDE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  foreach(excluded IN LISTS ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "/${excluded}/")
  endforeach()
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
  pintle_precompile(${name} ${ARG_LAYER})
  if(PINTLE_TESTS AND shared_by_tests)
    add_library(${name}_for_test STATIC ${shared_by_tests})
    target_link_libraries(${name}_for_test PUBLIC ${name} ${ARG_TEST_DEPS} GTest::gmock)
    pintle_precompile_test(${name}_for_test ${ARG_LAYER})
    list(APPEND ARG_TEST_DEPS ${name}_for_test)
  endif()
  if(PINTLE_TESTS AND tests)
    pintle_test(${name}_test LAYER ${ARG_LAYER} SOURCES ${tests} DEPS ${name} ${ARG_TEST_DEPS})
  endif()
endfunction()
