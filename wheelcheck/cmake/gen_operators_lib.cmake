# gen_operators_lib(LIB_NAME <name> [SHARED]
#                   [KERNEL_LIBS <target>...] [DEPS <target>...] [RUNTIME <target>]
#                   [COMPONENT <name>] [OUTPUT_NAME <name>] [SOVERSION <number>] [RUNTIME_PATHS <folder>...]
#                   [DTYPE_SELECTIVE_BUILD OFF])
#
# Output: library <LIB_NAME>, built from what generate_bindings_for_kernels(LIB_NAME <name>) generated, with file
# name lib<OUTPUT_NAME>; COMPONENT defaults to LIB_NAME, OUTPUT_NAME to COMPONENT. Nothing is installed.
function(gen_operators_lib)
  set(values LIB_NAME RUNTIME COMPONENT OUTPUT_NAME SOVERSION DTYPE_SELECTIVE_BUILD)
  set(lists KERNEL_LIBS DEPS RUNTIME_PATHS)
  cmake_parse_arguments(PARSE_ARGV 0 arg SHARED "${values}" "${lists}")
  _wheelcheck_check_keywords(gen_operators_lib LIB_NAME)
  _wheelcheck_set_default(RUNTIME executorch::runtime)
  _wheelcheck_set_default(COMPONENT "${arg_LIB_NAME}")
  _wheelcheck_set_default(OUTPUT_NAME "${arg_COMPONENT}")
  _wheelcheck_check_operators_lib()
  # The names of the runtime in upstream's own build.
  list(TRANSFORM arg_DEPS REPLACE "^executorch(_core|_shared)?$" "${arg_RUNTIME}")
  list(REMOVE_DUPLICATES arg_DEPS)

  foreach(property IN ITEMS FOLDER SOURCE IS_MANUAL)
    get_target_property(bindings_${property} ${arg_LIB_NAME}_codegen WHEELCHECK_${property})
  endforeach()
  # Only the folder of the other call knows that it is generated.
  set_source_files_properties("${bindings_SOURCE}" PROPERTIES GENERATED ON)
  if(arg_SHARED)
    add_library(${arg_LIB_NAME} SHARED "${bindings_SOURCE}")
    _wheelcheck_shape_shared()
  else()
    add_library(${arg_LIB_NAME} STATIC "${bindings_SOURCE}")
    target_link_libraries(${arg_LIB_NAME} PUBLIC ${arg_KERNEL_LIBS})
    _wheelcheck_whole(retention ${arg_LIB_NAME})
  endif()
  add_dependencies(${arg_LIB_NAME} ${arg_LIB_NAME}_codegen)
  set_target_properties(${arg_LIB_NAME} PROPERTIES
    OUTPUT_NAME "${arg_OUTPUT_NAME}"
    WHEELCHECK_COMPONENT "${arg_COMPONENT}")
  target_compile_features(${arg_LIB_NAME} PUBLIC cxx_std_17)
  target_include_directories(${arg_LIB_NAME} PUBLIC "$<BUILD_INTERFACE:${bindings_FOLDER}>")
  target_link_libraries(${arg_LIB_NAME} PRIVATE ${arg_DEPS} PUBLIC ${arg_RUNTIME})
  # With manual registration, the call of the function already keeps the library.
  if(NOT bindings_IS_MANUAL)
    target_link_options(${arg_LIB_NAME} INTERFACE "${retention}")
  endif()
endfunction()

# Uses the arg_* variables of its caller, and sets `retention` there.
function(_wheelcheck_shape_shared)
  set(target ${arg_LIB_NAME})
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    WHEELCHECK_SHIPS ON)
  if(arg_SOVERSION)
    set_target_properties(${target} PROPERTIES SOVERSION "${arg_SOVERSION}")
  endif()
  if(NOT APPLE)
    target_link_options(${target} PRIVATE
      LINKER:-z,defs LINKER:-z,relro LINKER:-z,now LINKER:--as-needed LINKER:--enable-new-dtags)
  endif()
  _wheelcheck_runtime_path(${target} ${arg_RUNTIME_PATHS})
  # Options precede archives on the command line, so nothing is left for a static core to define.
  _wheelcheck_retaining(runtime ${arg_RUNTIME})
  target_link_options(${target} PRIVATE "${runtime}")
  _wheelcheck_for_applications(${arg_RUNTIME} ${arg_DEPS} ${arg_KERNEL_LIBS})
  foreach(library IN LISTS arg_KERNEL_LIBS)
    _wheelcheck_make_position_independent("${library}")
    # The archive is now part of the library: whatever links the library must not link the kernels again.
    target_link_libraries(${target} PRIVATE "${library}")
    if(TARGET "${library}")
      target_link_libraries(${target} INTERFACE "$<COMPILE_ONLY:${library}>")
    endif()
  endforeach()
  _wheelcheck_retaining(retention ${target})
  set(retention "${retention}" PARENT_SCOPE)
endfunction()

# Unless the project decided otherwise: code in a shared library must be position-independent.
function(_wheelcheck_make_position_independent library)
  if(NOT TARGET "${library}")
    return()
  endif()
  get_target_property(is_imported "${library}" IMPORTED)
  get_target_property(type "${library}" TYPE)
  get_property(is_decided TARGET "${library}" PROPERTY POSITION_INDEPENDENT_CODE SET)
  if(NOT is_imported AND NOT is_decided AND type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set_target_properties("${library}" PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endfunction()

function(_wheelcheck_set_default keyword value)
  if("${arg_${keyword}}" STREQUAL "")
    set(arg_${keyword} "${value}" PARENT_SCOPE)
  endif()
endfunction()

# Uses the arg_* variables of its caller.
function(_wheelcheck_check_operators_lib)
  set(function gen_operators_lib)
  _wheelcheck_refuse_dtype_selection(${function})
  _wheelcheck_check_name(${function} COMPONENT "[A-Za-z0-9_.+-]+")
  _wheelcheck_check_name(${function} OUTPUT_NAME "[A-Za-z0-9_.+-]+")
  _wheelcheck_check_name(${function} SOVERSION "[0-9]+(\\.[0-9]+)*")
  _wheelcheck_check_new(${function} ${arg_LIB_NAME})
  if(NOT TARGET ${arg_LIB_NAME}_codegen)
    message(FATAL_ERROR
      "${function}(): LIB_NAME ${arg_LIB_NAME} has no generated code; "
      "call generate_bindings_for_kernels(LIB_NAME ${arg_LIB_NAME} ...) first")
  endif()
  if(NOT TARGET ${arg_RUNTIME})
    message(FATAL_ERROR
      "${function}(): there is no target '${arg_RUNTIME}'; "
      "call find_package(executorch CONFIG REQUIRED) first, or name the runtime with RUNTIME")
  endif()
  if(NOT arg_SHARED AND (arg_SOVERSION OR arg_RUNTIME_PATHS))
    message(FATAL_ERROR "${function}(): SOVERSION and RUNTIME_PATHS need a SHARED library")
  endif()
  if(arg_SHARED AND WIN32)
    message(FATAL_ERROR "${function}(): the SDK has no shared runtime on Windows; remove SHARED")
  endif()
  get_target_property(type ${arg_RUNTIME} TYPE)
  if(arg_SHARED AND NOT type STREQUAL "SHARED_LIBRARY")
    message(FATAL_ERROR
      "${function}(): runtime '${arg_RUNTIME}' is a ${type}; a shared library that contains it has its own "
      "registry, so RUNTIME must be a shared library too")
  endif()
  foreach(folder IN LISTS arg_RUNTIME_PATHS)
    if(IS_ABSOLUTE "${folder}" OR folder MATCHES "^[$@]")
      message(FATAL_ERROR
        "${function}(): RUNTIME_PATHS has '${folder}', expected a folder relative to the library's own")
    endif()
  endforeach()
endfunction()
