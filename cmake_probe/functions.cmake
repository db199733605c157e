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
