# _wheelcheck_interpreter(<variable>)
#
# The Python that runs wheelcheck: the first that has it of those that the project chose, the one in this
# package's environment, and the one that CMake finds.
function(_wheelcheck_interpreter variable)
  get_property(python GLOBAL PROPERTY _wheelcheck_interpreter)
  if(python)
    set(${variable} "${python}" PARENT_SCOPE)
    return()
  endif()
  # <environment>/lib/python3.N/site-packages/wheelcheck/cmake
  set(here "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
  set(chosen "${Python3_EXECUTABLE}" "${Python_EXECUTABLE}" "${PYTHON_EXECUTABLE}")
  set(beside "${here}/../../../../../bin/python3" "${here}/../../../../Scripts/python.exe")
  if(NOT Python3_EXECUTABLE)
    find_package(Python3 3.10 QUIET COMPONENTS Interpreter)
  endif()
  set(tried "")
  foreach(candidate IN LISTS chosen beside Python3_EXECUTABLE)
    # A bare name, as some package configs set it, is looked up on PATH.
    cmake_path(NORMAL_PATH candidate)
    if(candidate AND NOT candidate IN_LIST tried AND (EXISTS "${candidate}" OR NOT candidate MATCHES "/"))
      list(APPEND tried "${candidate}")
    endif()
  endforeach()
  foreach(candidate IN LISTS tried)
    execute_process(
      COMMAND "${candidate}" -c "import wheelcheck"
      WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
      RESULT_VARIABLE result
      OUTPUT_QUIET ERROR_QUIET)
    if(result EQUAL 0)
      set_property(GLOBAL PROPERTY _wheelcheck_interpreter "${candidate}")
      set(${variable} "${candidate}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  list(JOIN tried ", " tried)
  message(FATAL_ERROR
    "found no Python with wheelcheck, tried: ${tried}; "
    "set Python3_EXECUTABLE to the one in which wheelcheck is installed")
endfunction()
