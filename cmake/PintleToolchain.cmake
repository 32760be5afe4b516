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

find_program(PINTLE_CCACHE ccache)
if(PINTLE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${PINTLE_CCACHE})
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
