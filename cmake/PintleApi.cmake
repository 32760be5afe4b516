# pintle_add_api(<target> ROOT <folder> PACKAGES <folders...>
#                [NAMESPACES folder=a::b ...] [IMPORTS path=folder ...] [REFERENCE_ROOTS <folders...>]
#                [OUTPUT <folder>] [DEPS <targets...>])
#
# A static library of the C++ that pintle-gen makes of API packages (folders with types.go, relative to ROOT).
# Headers are included as "<package>/types.h" and "<package>/validation.h"; they are written below OUTPUT, by
# default the build folder. A package has validation if one of its files says +k8s:validation-gen=. Packages that
# are only imported are read from ROOT or REFERENCE_ROOTS; their library goes to DEPS.
function(pintle_add_api target)
  cmake_parse_arguments(ARG "" "ROOT;OUTPUT" "PACKAGES;NAMESPACES;IMPORTS;REFERENCE_ROOTS;DEPS" ${ARGN})
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

  set(inputs "")
  set(headers "")
  set(sources "")
  set(library pintle_typeinfo)
  foreach(package IN LISTS ARG_PACKAGES)
    list(APPEND arguments --package ${package})
    file(GLOB files CONFIGURE_DEPENDS ${ARG_ROOT}/${package}/*.go)
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
  endforeach()

  add_custom_command(
    OUTPUT ${headers} ${sources}
    COMMAND pintle-gen generate ${arguments}
    DEPENDS pintle-gen ${inputs}
    COMMENT "Compiling API packages of ${target}"
    VERBATIM)
  add_library(${target} STATIC ${sources} ${headers})
  target_include_directories(${target} PUBLIC ${ARG_OUTPUT})
  target_link_libraries(${target} PUBLIC ${library} ${ARG_DEPS})
endfunction()
