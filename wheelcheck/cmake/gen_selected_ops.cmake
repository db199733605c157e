# gen_selected_ops(LIB_NAME <name>
#                  [OPS_SCHEMA_YAML <file>...] [ROOT_OPS <operator>...] [OPS_FROM_MODEL <file>...]
#                  [INCLUDE_ALL_OPS <bool>] [DTYPE_SELECTIVE_BUILD OFF])
#
# Output: <binary dir>/<LIB_NAME>/selected_operators.yaml, by target <LIB_NAME>_selected_ops.
# generate_bindings_for_kernels() with the same LIB_NAME uses it. As upstream, the caller's variable
# gen_selected_ops_output_yaml is set to its path.
function(gen_selected_ops)
  set(lists OPS_SCHEMA_YAML ROOT_OPS OPS_FROM_MODEL)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "LIB_NAME;INCLUDE_ALL_OPS;DTYPE_SELECTIVE_BUILD" "${lists}")
  _wheelcheck_check_keywords(gen_selected_ops LIB_NAME)
  _wheelcheck_refuse_dtype_selection(gen_selected_ops)
  if(NOT arg_OPS_SCHEMA_YAML AND NOT arg_ROOT_OPS AND NOT arg_OPS_FROM_MODEL AND NOT arg_INCLUDE_ALL_OPS)
    message(FATAL_ERROR
      "gen_selected_ops(): LIB_NAME ${arg_LIB_NAME} selects nothing; "
      "give OPS_SCHEMA_YAML, ROOT_OPS, OPS_FROM_MODEL or INCLUDE_ALL_OPS ON")
  endif()
  _wheelcheck_check_new(gen_selected_ops ${arg_LIB_NAME}_selected_ops)
  _wheelcheck_interpreter(python)

  set(files "")
  set(options "")
  # Upstream separates operators with commas.
  string(REPLACE "," ";" arg_ROOT_OPS "${arg_ROOT_OPS}")
  foreach(operator IN LISTS arg_ROOT_OPS)
    list(APPEND options --root-op "${operator}")
  endforeach()
  foreach(pair IN ITEMS OPS_SCHEMA_YAML=--ops-schema-yaml OPS_FROM_MODEL=--model)
    string(REPLACE "=" ";" pair "${pair}")
    list(POP_FRONT pair keyword option)
    foreach(arg_file IN LISTS arg_${keyword})
      set(arg_${keyword} "${arg_file}")
      _wheelcheck_absolute(gen_selected_ops ${keyword})
      list(APPEND options ${option} "${arg_${keyword}}")
      list(APPEND files "${arg_${keyword}}")
    endforeach()
  endforeach()
  if(arg_INCLUDE_ALL_OPS)
    list(APPEND options --include-all-operators)
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_LIB_NAME}")
  set(yaml "${folder}/selected_operators.yaml")
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT "${folder}/selected_operators.stamp"
    BYPRODUCTS "${yaml}"
    COMMAND "${python}" -m wheelcheck select-ops -q ${options} -o "${yaml}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${folder}/selected_operators.stamp"
    DEPENDS ${files} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../_version.py"
    WORKING_DIRECTORY "${folder}"
    COMMENT "Selecting operators for ${arg_LIB_NAME}"
    VERBATIM)
  add_custom_target(${arg_LIB_NAME}_selected_ops DEPENDS "${folder}/selected_operators.stamp")
  set_target_properties(${arg_LIB_NAME}_selected_ops PROPERTIES WHEELCHECK_YAML "${yaml}")
  set(gen_selected_ops_output_yaml "${yaml}" PARENT_SCOPE)
endfunction()
