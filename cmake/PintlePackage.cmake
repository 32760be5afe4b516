# Lets other CMake projects use this build: find_package(Pintle) with Pintle_DIR set to the build folder gives
# pintle-gen, the libraries that generated code needs, pintle_add_api, and pintle_cel.
export(TARGETS pintle-gen pintle_base pintle_value pintle_field pintle_codec pintle_typeinfo pintle_features
               pintle_validate pintle_cel
       FILE ${CMAKE_BINARY_DIR}/PintleExport.cmake)
configure_file(${CMAKE_SOURCE_DIR}/cmake/PintleConfig.cmake.in ${CMAKE_BINARY_DIR}/PintleConfig.cmake @ONLY)
