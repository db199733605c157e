# generate_bindings_for_kernels(LIB_NAME <name>
#                               [CUSTOM_OPS_YAML <file>] [FUNCTIONS_YAML <file>] [ATEN_YAML <file>]
#                               [OP_SELECTION_YAML <file>] [ADD_EXCEPTION_BOUNDARY]
#                               [MANUAL_REGISTRATION [REGISTRATION_NAME <name>]]
#                               [DTYPE_SELECTIVE_BUILD OFF])
#
# Outputs in <binary dir>/<LIB_NAME>/, by target <LIB_NAME>_codegen:
#   NativeFunctions.h                              declarations of the kernels
#   RegisterCodegenUnboxedKernelsEverything.cpp    static registration
#   RegisterKernelsEverything.cpp                  manual registration
#   RegisterKernels.h                              manual registration
#   register_<REGISTRATION_NAME>_kernels.h         manual registration with a name
#
# Link <LIB_NAME>_bindings to get the folder on the include path. As upstream, the caller's variable
# gen_command_sources is set to the paths of the files.
function(generate_bindings_for_kernels)
  set(flags ADD_EXCEPTION_BOUNDARY MANUAL_REGISTRATION)
  set(files CUSTOM_OPS_YAML FUNCTIONS_YAML ATEN_YAML OP_SELECTION_YAML)
  set(values LIB_NAME REGISTRATION_NAME DTYPE_SELECTIVE_BUILD ${files})
  set(lists "")
  cmake_parse_arguments(PARSE_ARGV 0 arg "${flags}" "${values}" "${lists}")
  _wheelcheck_check_keywords(generate_bindings_for_kernels LIB_NAME)
  _wheelcheck_check_bindings()
  _wheelcheck_absolute(generate_bindings_for_kernels ${files})
  _wheelcheck_interpreter(python)

  set(selected "")
  if(NOT arg_OP_SELECTION_YAML AND TARGET ${arg_LIB_NAME}_selected_ops)
    set(selected ${arg_LIB_NAME}_selected_ops)
    get_target_property(arg_OP_SELECTION_YAML ${selected} WHEELCHECK_YAML)
  endif()
  set(inputs "")
  set(options "")
  foreach(keyword IN LISTS files)
    if(arg_${keyword})
      string(REPLACE "_" "-" option "${keyword}")
      string(TOLOWER "${option}" option)
      list(APPEND options "--${option}" "${arg_${keyword}}")
      list(APPEND inputs "${arg_${keyword}}")
    endif()
  endforeach()
  if(arg_ADD_EXCEPTION_BOUNDARY)
    list(APPEND options --add-exception-boundary)
  endif()
  set(source RegisterCodegenUnboxedKernelsEverything.cpp)
  set(headers "")
  if(arg_MANUAL_REGISTRATION)
    list(APPEND options --manual-registration)
    set(source RegisterKernelsEverything.cpp)
    set(headers RegisterKernels.h)
    if(arg_REGISTRATION_NAME)
      list(APPEND options --lib-name "${arg_REGISTRATION_NAME}")
      list(PREPEND headers "register_${arg_REGISTRATION_NAME}_kernels.h")
    endif()
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_LIB_NAME}")
  set(written ${source} NativeFunctions.h ${headers})
  list(TRANSFORM written PREPEND "${folder}/")
  file(MAKE_DIRECTORY "${folder}")
  # Files keep their time while their text is unchanged. The stamp marks them as up to date: without it, Make
  # would run the command in every build. The generator's own sources are in the depfile.
  add_custom_command(
    OUTPUT "${folder}/codegen.stamp"
    BYPRODUCTS ${written}
    COMMAND
      "${python}" -m wheelcheck codegen -q ${options}
        -d "${folder}" -o "${folder}/codegen.d" --stamp "${folder}/codegen.stamp"
    DEPENDS ${inputs} ${selected}
    DEPFILE "${folder}/codegen.d"
    WORKING_DIRECTORY "${folder}"
    COMMENT "Generating kernel registration of ${arg_LIB_NAME}"
    VERBATIM)
  add_custom_target(${arg_LIB_NAME}_codegen DEPENDS "${folder}/codegen.stamp")
  set_target_properties(${arg_LIB_NAME}_codegen PROPERTIES
    WHEELCHECK_FOLDER "${folder}"
    WHEELCHECK_SOURCE "${folder}/${source}"
    WHEELCHECK_HEADERS "${headers}"
    WHEELCHECK_IS_MANUAL "${arg_MANUAL_REGISTRATION}")
  add_library(${arg_LIB_NAME}_bindings INTERFACE)
  target_include_directories(${arg_LIB_NAME}_bindings INTERFACE "${folder}")
  add_dependencies(${arg_LIB_NAME}_bindings ${arg_LIB_NAME}_codegen)
  set(gen_command_sources ${written} PARENT_SCOPE)
endfunction()

# Uses the arg_* variables of its caller.
function(_wheelcheck_check_bindings)
  set(function generate_bindings_for_kernels)
  _wheelcheck_refuse_dtype_selection(${function})
  if(NOT arg_CUSTOM_OPS_YAML AND NOT arg_FUNCTIONS_YAML)
    message(FATAL_ERROR
      "${function}(): LIB_NAME ${arg_LIB_NAME} has no operators; give CUSTOM_OPS_YAML or FUNCTIONS_YAML")
  endif()
  if(arg_REGISTRATION_NAME AND NOT arg_MANUAL_REGISTRATION)
    message(FATAL_ERROR
      "${function}(): REGISTRATION_NAME names a function that exists only with MANUAL_REGISTRATION")
  endif()
  _wheelcheck_check_name(${function} REGISTRATION_NAME "[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
  _wheelcheck_check_new(${function} ${arg_LIB_NAME}_codegen)
endfunction()
