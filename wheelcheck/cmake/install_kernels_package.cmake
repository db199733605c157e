# install_kernels_package(NAME <package> LIBS <target>... [VERSION <version>] [DESTINATION <folder>]
#                         [RUNTIME_PACKAGE <package>] [RUNTIME <target>])
#
# Installs shared libraries built by gen_operators_lib(), with a package config, below DESTINATION (default: the
# install prefix):
#   lib/lib<OUTPUT_NAME>.so                 or lib/lib<OUTPUT_NAME>.so.<SOVERSION>
#   lib/cmake/<NAME>/<NAME>-config.cmake    one component <COMPONENT>, target <NAME>::<COMPONENT>, per library
#   lib/cmake/<NAME>/<NAME>-config-version.cmake
#   include/<COMPONENT>/                    header that declares the registration function
function(install_kernels_package)
  set(values NAME VERSION DESTINATION RUNTIME_PACKAGE RUNTIME)
  set(lists LIBS)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${values}" "${lists}")
  _wheelcheck_check_keywords(install_kernels_package NAME LIBS)
  _wheelcheck_set_default(VERSION "${PROJECT_VERSION}")
  _wheelcheck_set_default(DESTINATION .)
  _wheelcheck_set_default(RUNTIME_PACKAGE executorch)
  _wheelcheck_set_default(RUNTIME "${arg_RUNTIME_PACKAGE}::runtime")
  _wheelcheck_check_kernels_package()

  set(components "")
  foreach(library IN LISTS arg_LIBS)
    _wheelcheck_install_library(${library} line)
    string(APPEND components "${line}")
  endforeach()
  set(place "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}-package")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/templates/package-config.cmake.in" "${place}/config.in" @ONLY)
  # A library's file name is known only at generate time.
  file(GENERATE OUTPUT "${place}/${arg_NAME}-config.cmake" INPUT "${place}/config.in")
  include(CMakePackageConfigHelpers)
  write_basic_package_version_file("${place}/${arg_NAME}-config-version.cmake"
    VERSION "${arg_VERSION}" COMPATIBILITY SameMajorVersion)
  install(
    FILES "${place}/${arg_NAME}-config.cmake" "${place}/${arg_NAME}-config-version.cmake"
    DESTINATION "${arg_DESTINATION}/lib/cmake/${arg_NAME}")
endfunction()

# Uses the arg_* variables of its caller.
function(_wheelcheck_install_library library variable)
  get_target_property(component ${library} WHEELCHECK_COMPONENT)
  foreach(property IN ITEMS FOLDER HEADERS IS_MANUAL)
    get_target_property(bindings_${property} ${library}_codegen WHEELCHECK_${property})
  endforeach()
  # Wheels do not preserve symlinks: the name without a version would be a second copy.
  install(TARGETS ${library} LIBRARY DESTINATION "${arg_DESTINATION}/lib" NAMELINK_SKIP)
  set(options "")
  if(NOT bindings_IS_MANUAL)
    string(APPEND options " RETAIN")
  endif()
  if(bindings_HEADERS)
    # The header with the library's own name is first. The one that forwards to it could hide another library's.
    list(GET bindings_HEADERS 0 header)
    install(FILES "${bindings_FOLDER}/${header}" DESTINATION "${arg_DESTINATION}/include/${component}")
    string(APPEND options " INCLUDE \"include/${component}\"")
  endif()
  set(${variable}
    "_${arg_NAME}_component(${component} \"lib/$<TARGET_SONAME_FILE_NAME:${library}>\"${options})\n" PARENT_SCOPE)
endfunction()

# Uses the arg_* variables of its caller.
function(_wheelcheck_check_kernels_package)
  set(function install_kernels_package)
  _wheelcheck_check_name(${function} NAME "[A-Za-z_][A-Za-z0-9_]*")
  _wheelcheck_check_name(${function} VERSION "[0-9]+(\\.[0-9]+)*")
  if(NOT arg_VERSION)
    message(FATAL_ERROR "${function}(): VERSION is required, since project() sets none")
  endif()
  if(IS_ABSOLUTE "${arg_DESTINATION}")
    message(FATAL_ERROR
      "${function}(): DESTINATION is '${arg_DESTINATION}', expected a folder below the install prefix")
  endif()
  set(components "")
  foreach(library IN LISTS arg_LIBS)
    set(component "")
    set(type "missing target")
    if(TARGET ${library})
      get_target_property(component ${library} WHEELCHECK_COMPONENT)
      get_target_property(type ${library} TYPE)
    endif()
    if(NOT component OR NOT type STREQUAL "SHARED_LIBRARY")
      message(FATAL_ERROR
        "${function}(): LIBS has '${library}' (${type}), expected a library built by gen_operators_lib(... SHARED)")
    endif()
    if(component IN_LIST components)
      message(FATAL_ERROR "${function}(): two libraries have component '${component}'")
    endif()
    list(APPEND components ${component})
  endforeach()
endfunction()
