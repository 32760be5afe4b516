# Compiler, linker and cache settings shared by every target.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")

add_compile_options(-Wall -Wextra -Werror -fno-omit-frame-pointer)
add_compile_definitions(BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_DISABLE_BOOST_COROUTINE
                        SPDLOG_FMT_EXTERNAL)
include_directories(${CMAKE_SOURCE_DIR})

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 finds these in the standard library's strings and in coroutine frames; none is true. clang checks the same.
  add_compile_options(-Wno-mismatched-new-delete -Wno-maybe-uninitialized -Wno-dangling-pointer
                      -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
else()
  # libstdc++ 12 calls a function it deprecates in std::stable_sort.
  add_compile_options(-Wthread-safety -Wno-missing-braces -Wno-deprecated-declarations)
endif()

if(PINTLE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=address,undefined -fsanitize=fuzzer-no-link)
endif()

find_program(PINTLE_MOLD mold)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND PINTLE_MOLD)
  add_link_options(-fuse-ld=mold)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options(-fuse-ld=lld)
endif()

# Where the build folder stands in the repository, as usual, everything is named from there, wherever that is: what one
# checkout compiled serves the others. PINTLE_UP is empty elsewhere.
file(REAL_PATH ${CMAKE_SOURCE_DIR} source)
file(REAL_PATH ${CMAKE_BINARY_DIR} build)
file(RELATIVE_PATH PINTLE_UP ${build} ${source})
file(RELATIVE_PATH as_named ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR})
string(FIND "${build}" "${source}/" position)
if(NOT position EQUAL 0 OR NOT PINTLE_UP STREQUAL as_named)
  set(PINTLE_UP "")
endif()
string(REGEX REPLACE "/$" "" PINTLE_UP "${PINTLE_UP}")
if(PINTLE_UP)
  add_compile_options(-ffile-prefix-map=${PINTLE_UP}/= -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
endif()
find_program(PINTLE_CCACHE ccache)
if(PINTLE_CCACHE)
  if(PINTLE_UP)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_SOURCE_DIR}/cmake/cached-compile
        ${CMAKE_SOURCE_DIR} ${PINTLE_UP} ${CMAKE_BINARY_DIR} ${PINTLE_CCACHE})
  else()
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${PINTLE_CCACHE})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  else()
    add_compile_options(SHELL:-Xclang\ -fno-pch-timestamp)
  endif()
endif()

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(OpenSSL 3 REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
