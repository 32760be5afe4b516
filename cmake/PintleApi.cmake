# pintle_add_api(<target> ROOT <folder> PACKAGES <folders...> [AS_NEEDED <folders...>]
#                [NAMESPACES folder=a::b ...] [IMPORTS path=folder ...] [REFERENCE_ROOTS <folders...>]
#                [GATES <file>] [OUTPUT <folder>] [DEPS <targets...>])
#
# A static library of the C++ that pintle-gen makes of API packages: folders with .go files, relative to ROOT or one
# of REFERENCE_ROOTS. Headers are included as "<package>/types.h" and "<package>/validation.h"; they are written below
# OUTPUT, by default the build folder. A package has validation if one of its files says +k8s:validation-gen=.
# If one says +pintle:conversionHub=<package> there is a conversion.h too; its conversion.cc calls functions that are
# written by hand and so is not part of <target>: add ${<target>_CONVERSIONS} to the sources of the target with those.
# A package whose types say +k8s:prerelease-lifecycle-gen:introduced= has a lifecycle.h, for tables of pintle/scheme.
#
#   PACKAGES         all their types are generated
#   AS_NEEDED        packages of which only the types are generated that others refer to
#   IMPORTS          folder of an import path, or of all import paths that begin so; without one the import path is
#                    the folder
#   NAMESPACES       C++ namespace of the packages below a folder; by default the folder with :: for /
#   GATES            file with the feature gates that fields may be marked with, a name a line; without one +featureGate may
#                    name anything
#   DEPS             libraries with the C++ of packages that are imported and stand in neither list
#
# In other projects the function comes with the package:
#
#   find_package(Pintle REQUIRED)    # cmake -DPintle_DIR=<build folder of Pintle>
#   pintle_add_api(my_api ROOT ${CMAKE_SOURCE_DIR} PACKAGES api/v1
#     REFERENCE_ROOTS ${CMAKE_SOURCE_DIR}/vendor AS_NEEDED k8s.io/apimachinery/pkg/apis/meta/v1)
#   target_link_libraries(my_program PRIVATE my_api)    # #include "api/v1/types.h"
function(pintle_add_api target)
  cmake_parse_arguments(ARG "" "ROOT;OUTPUT;GATES" "PACKAGES;AS_NEEDED;NAMESPACES;IMPORTS;REFERENCE_ROOTS;DEPS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_ROOT OR NOT ARG_PACKAGES)
    message(FATAL_ERROR "pintle_add_api(${target}): needs ROOT and PACKAGES; unknown: '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT ARG_OUTPUT)
    set(ARG_OUTPUT ${CMAKE_BINARY_DIR})
  endif()
  set(arguments --output ${ARG_OUTPUT})
  foreach(root IN LISTS ARG_ROOT ARG_REFERENCE_ROOTS)
    list(APPEND arguments --root ${root})
  endforeach()
  foreach(pair IN LISTS ARG_NAMESPACES)
    list(APPEND arguments --namespace ${pair})
  endforeach()
  foreach(pair IN LISTS ARG_IMPORTS)
    list(APPEND arguments --import ${pair})
  endforeach()
  foreach(package IN LISTS ARG_PACKAGES)
    list(APPEND arguments --package ${package})
  endforeach()
  foreach(package IN LISTS ARG_AS_NEEDED)
    list(APPEND arguments --as-needed ${package})
  endforeach()
  if(ARG_GATES)
    list(APPEND arguments --gates ${ARG_GATES})
  endif()

  set(inputs ${ARG_GATES})
  set(headers "")
  set(sources "")
  set(conversions "")
  set(library pintle_typeinfo)
  foreach(package IN LISTS ARG_PACKAGES ARG_AS_NEEDED)
    set(files "")
    foreach(root IN LISTS ARG_ROOT ARG_REFERENCE_ROOTS)
      if(NOT files)
        file(GLOB files CONFIGURE_DEPENDS ${root}/${package}/*.go)
      endif()
    endforeach()
    list(APPEND inputs ${files})
    list(APPEND headers ${ARG_OUTPUT}/${package}/types.h ${ARG_OUTPUT}/${package}/tables.h)
    list(APPEND sources ${ARG_OUTPUT}/${package}/types.cc)
    foreach(file IN LISTS files)
      file(STRINGS ${file} marks REGEX "\\+k8s:validation-gen=" LIMIT_COUNT 1)
      if(marks)
        set(library pintle_validate)
        list(APPEND headers ${ARG_OUTPUT}/${package}/validation.h)
        list(APPEND sources ${ARG_OUTPUT}/${package}/validation.cc)
        # Adding or removing the mark changes the list of files.
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        break()
      endif()
    endforeach()
    foreach(file IN LISTS files)
      file(STRINGS ${file} marks REGEX "\\+k8s:prerelease-lifecycle-gen:" LIMIT_COUNT 1)
      if(marks)
        list(APPEND headers ${ARG_OUTPUT}/${package}/lifecycle.h)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        break()
      endif()
    endforeach()
    foreach(file IN LISTS files)
      file(STRINGS ${file} marks REGEX "\\+pintle:conversionHub=" LIMIT_COUNT 1)
      if(marks)
        list(APPEND headers ${ARG_OUTPUT}/${package}/conversion.h)
        list(APPEND conversions ${ARG_OUTPUT}/${package}/conversion.cc)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        break()
      endif()
    endforeach()
  endforeach()

  add_custom_command(
    OUTPUT ${headers} ${sources} ${conversions}
    COMMAND pintle-gen generate ${arguments}
    DEPENDS pintle-gen ${inputs}
    COMMENT "Compiling API packages of ${target}"
    VERBATIM)
  add_library(${target} STATIC ${sources} ${headers})
  # Most of the time goes into what they all include, and none of their names clash.
  pintle_unite(${target} 12)
  target_include_directories(${target} PUBLIC ${ARG_OUTPUT})
  target_link_libraries(${target} PUBLIC ${library} ${ARG_DEPS})
  set(${target}_CONVERSIONS "" PARENT_SCOPE)
  if(conversions)
    add_library(${target}_conversions OBJECT ${conversions} ${headers})
    target_link_libraries(${target}_conversions PUBLIC ${target})
    set(${target}_CONVERSIONS $<TARGET_OBJECTS:${target}_conversions> PARENT_SCOPE)
  endif()
endfunction()

# pintle_unite(<target> <count>): compiles the sources that the target has so far <count> at a time. CMake's own UNITY_BUILD
# does the same, but names sources by absolute paths, so that a compiler cache serves one folder only; that is done here
# only where nothing else is right (PINTLE_UP in cmake/PintleToolchain.cmake).
function(pintle_unite target count)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(LENGTH sources total)
  set(first 0)
  while(first LESS total)
    list(SUBLIST sources ${first} ${count} batch)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}_units/${first}.cc)
    get_filename_component(folder ${unit} DIRECTORY)
    set(text "")
    foreach(source IN LISTS batch)
      set(path ${source})
      if(PINTLE_UP)
        file(RELATIVE_PATH path ${folder} ${source})
      endif()
      string(APPEND text "#include \"${path}\"  // NOLINT(bugprone-suspicious-include)\n")
    endforeach()
    file(CONFIGURE OUTPUT ${unit} CONTENT "${text}" @ONLY)
    target_sources(${target} PRIVATE ${unit})
    math(EXPR first "${first} + ${count}")
  endwhile()
  set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY ON)
endfunction()
