# Checks of a function's arguments. All read the caller's variables arg_* from cmake_parse_arguments() and
# `lists`, the keywords that take any number of values.

# _wheelcheck_check_keywords(<function> <keyword>...)
#
# Rejects arguments that belong to no keyword, one-value keywords without a value, and missing values of the
# keywords given here. A list may be empty: it is often a variable.
function(_wheelcheck_check_keywords function)
  if(arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS " " words)
    message(FATAL_ERROR "${function}(): no keyword accepts '${words}'")
  endif()
  foreach(keyword IN LISTS ARGN)
    if("${arg_${keyword}}" STREQUAL "")
      message(FATAL_ERROR "${function}(): ${keyword} is required")
    endif()
  endforeach()
  set(missing "${arg_KEYWORDS_MISSING_VALUES}")
  list(REMOVE_ITEM missing ${lists})
  if(missing)
    list(JOIN missing " " words)
    message(FATAL_ERROR "${function}(): no value follows ${words}")
  endif()
endfunction()

# _wheelcheck_check_name(<function> <keyword> <what a name of this kind matches>)
#
# A missing value is accepted.
function(_wheelcheck_check_name function keyword pattern)
  set(value "${arg_${keyword}}")
  if(NOT value STREQUAL "" AND NOT value MATCHES "^${pattern}$")
    message(FATAL_ERROR "${function}(): ${keyword} is '${value}', expected ${pattern}")
  endif()
endfunction()

# _wheelcheck_refuse_dtype_selection(<function>)
#
# Upstream recompiles its own kernels with fewer types, from sources that an installed SDK does not contain.
function(_wheelcheck_refuse_dtype_selection function)
  if(arg_DTYPE_SELECTIVE_BUILD)
    message(FATAL_ERROR
      "${function}(): DTYPE_SELECTIVE_BUILD recompiles ExecuTorch's own kernels, which needs a checkout; "
      "remove it or set it to OFF")
  endif()
endfunction()

# _wheelcheck_absolute(<function> <keyword>...)
#
# Makes each arg_<keyword> that has a value an absolute path, in the caller. A file that no build step can
# create, since it is outside the build tree, must exist.
function(_wheelcheck_absolute function)
  foreach(keyword IN LISTS ARGN)
    set(path "${arg_${keyword}}")
    if(path STREQUAL "")
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${path}" NORMALIZE is_built)
    get_source_file_property(is_generated "${path}" GENERATED)
    if(NOT EXISTS "${path}" AND NOT is_built AND NOT is_generated)
      message(FATAL_ERROR "${function}(): ${keyword} names '${path}', which does not exist")
    endif()
    set(arg_${keyword} "${path}" PARENT_SCOPE)
  endforeach()
endfunction()

# _wheelcheck_check_new(<function> <target>)
function(_wheelcheck_check_new function target)
  if(TARGET ${target})
    message(FATAL_ERROR
      "${function}(): target '${target}' already exists; use each LIB_NAME only once in a project")
  endif()
endfunction()
