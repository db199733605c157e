# Functions for the generated folders; each folder finds the SDK on its own, as a project would.

set(WHEELCHECK_FOLDER "${CMAKE_CURRENT_LIST_DIR}")

# wheelcheck_consumer(<target> [STANDARD <n>] [SOURCES ...] [LIBRARIES ...] [DEFINITIONS ...]
#                     [INCLUDE ...] [LIBRARY_FOLDERS ...])
#
# Common settings of every kind of consumer, for an existing target.
function(wheelcheck_consumer target)
  cmake_parse_arguments(
    PARSE_ARGV 1 arg "" "STANDARD" "SOURCES;LIBRARIES;DEFINITIONS;INCLUDE;LIBRARY_FOLDERS"
  )
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "wheelcheck_consumer(): no keyword accepts '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  target_sources("${target}" PRIVATE ${arg_SOURCES})
  target_include_directories("${target}" PRIVATE "${WHEELCHECK_FOLDER}/include" ${arg_INCLUDE})
  target_link_directories("${target}" PRIVATE ${arg_LIBRARY_FOLDERS})
  target_compile_definitions("${target}" PRIVATE ${arg_DEFINITIONS})
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(arg_STANDARD AND "CXX" IN_LIST languages)
    target_compile_features("${target}" PRIVATE "cxx_std_${arg_STANDARD}")
  endif()
  target_link_libraries("${target}" PRIVATE ${arg_LIBRARIES})
  set_target_properties(
    "${target}"
    PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/applications"
               LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/applications"
  )
endfunction()

# wheelcheck_executable(<name> [RELOCATABLE <search path>] ...)
#
# An application. RELOCATABLE adds a second one from the same objects, <name>_deploy, whose only own search path is
# the one given, as in an installed program.
function(wheelcheck_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "RELOCATABLE;SOURCES;LIBRARIES;REST")
  add_executable("${name}")
  wheelcheck_consumer("${name}" SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} ${arg_REST})
  if(arg_RELOCATABLE)
    add_executable("${name}_deploy")
    wheelcheck_consumer(
      "${name}_deploy" SOURCES $<TARGET_OBJECTS:${name}> LIBRARIES ${arg_LIBRARIES} ${arg_REST}
    )
    set_target_properties(
      "${name}_deploy" PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${arg_RELOCATABLE}"
                                LINKER_LANGUAGE CXX
    )
  endif()
endfunction()

# wheelcheck_plugin(<name> ...): a shared library that is opened, not linked.
function(wheelcheck_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES;REST")
  add_library("${name}" MODULE)
  wheelcheck_consumer("${name}" SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} ${arg_REST})
endfunction()

# wheelcheck_extension(<name> <import name> <python> ...): a Python extension module.
#
# <python> is an interpreter outside of the environment and gives the headers: the environment's own one starts
# what `.pth` files of the wheel say, and what lies in CMAKE_PREFIX_PATH are programs of the wheel.
function(wheelcheck_extension name import_name python)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "SOURCES;LIBRARIES;REST")
  set(CMAKE_PREFIX_PATH "")
  set(Python_EXECUTABLE "${python}")
  find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
  add_library("${name}" MODULE)
  wheelcheck_consumer(
    "${name}" SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} Python::Module ${arg_REST}
  )
  set_target_properties(
    "${name}" PROPERTIES PREFIX "" OUTPUT_NAME "${import_name}" SUFFIX ".so"
                         LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/applications/${name}"
  )
endfunction()

# wheelcheck_objects(<name> ...): compiled with the consumer's flags, linked into nothing.
function(wheelcheck_objects name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES;REST")
  add_library("${name}" OBJECT EXCLUDE_FROM_ALL)
  wheelcheck_consumer("${name}" SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} ${arg_REST})
endfunction()

# wheelcheck_write(<file name> <value>): stores a value for wheelcheck in the current binary folder.
function(wheelcheck_write name value)
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${name}" "${value}")
endfunction()

# wheelcheck_write_offers(<package>): stores what this folder has been given: for each imported library its name and
# file; for each variable of libraries the files that it names. What <package>_LIBRARIES names may be missing.
function(wheelcheck_write_offers package)
  set(lines "")
  get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  get_property(own DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets own)
    get_target_property(type "${target}" TYPE)
    get_target_property(is_imported "${target}" IMPORTED)
    set(location "")
    if(is_imported AND type MATCHES "^(SHARED|STATIC|UNKNOWN)_LIBRARY$")
      get_target_property(location "${target}" LOCATION_RELEASE)
    endif()
    if(type MATCHES "^(SHARED|STATIC|UNKNOWN|INTERFACE)_LIBRARY$")
      get_target_property(sources "${target}" INTERFACE_SOURCES)
      if(sources)
        string(APPEND lines "sources\t${target}\t\n")
      else()
        string(APPEND lines "target\t${target}\t${location}\n")
      endif()
    endif()
  endforeach()
  get_property(names DIRECTORY PROPERTY VARIABLES)
  foreach(name IN LISTS names)
    if(name MATCHES "_[Ll][Ii][Bb][Rr][Aa][Rr]([Yy]|[Ii][Ee][Ss])$" AND NOT name MATCHES "^CMAKE_")
      foreach(value IN LISTS "${name}")
        if(IS_ABSOLUTE "${value}" AND (EXISTS "${value}" OR name MATCHES "^${package}_[^_]+$"))
          string(APPEND lines "library\t${name}\t${value}\n")
        endif()
      endforeach()
    endif()
  endforeach()
  wheelcheck_write(offers "${lines}")
endfunction()

# wheelcheck_link(<name> <library>): a one-line program that links a target, whether or not it uses it.
function(wheelcheck_link name library)
  if(TARGET "${library}")
    add_executable("${name}" "${WHEELCHECK_FOLDER}/applications/one_line.cpp")
    if(NOT APPLE)
      target_link_options("${name}" PRIVATE LINKER:--no-as-needed)
    endif()
    target_link_libraries("${name}" PRIVATE "${library}")
    set_target_properties("${name}" PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/applications")
  endif()
endfunction()
