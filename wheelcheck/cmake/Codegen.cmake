# Kernel libraries for ExecuTorch, built against an installed SDK, without a checkout or torch.
#
#   execute_process(COMMAND wheelcheck cmake-dir OUTPUT_VARIABLE dir OUTPUT_STRIP_TRAILING_WHITESPACE)
#   include("${dir}/Codegen.cmake")
#
# Provides gen_selected_ops, generate_bindings_for_kernels, gen_operators_lib and install_kernels_package. State
# that one call leaves for the next is kept in target properties, never in variables.
include_guard(GLOBAL)

if(CMAKE_VERSION VERSION_LESS 3.28)
  message(FATAL_ERROR "wheelcheck's CMake functions need CMake 3.28 or newer, found ${CMAKE_VERSION}")
endif()
# In effect until the end of this file, and for the functions defined in it.
cmake_policy(VERSION 3.28...4.0)

include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/interpreter.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/linking.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/gen_selected_ops.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/generate_bindings_for_kernels.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/gen_operators_lib.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/install_kernels_package.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/upstream_names.cmake")
