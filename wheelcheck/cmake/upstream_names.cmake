# A project written for ExecuTorch's own build links its kernels to `executorch` or `executorch_core`. An
# installed SDK calls that target executorch::runtime. Seen at the end of the folder that included this, when
# all of its find_package() calls are done.
function(_wheelcheck_add_upstream_names)
  if(NOT TARGET executorch::runtime)
    return()
  endif()
  foreach(name IN ITEMS executorch executorch_core)
    if(NOT TARGET ${name})
      add_library(${name} INTERFACE IMPORTED GLOBAL)
      target_link_libraries(${name} INTERFACE executorch::runtime)
    endif()
  endforeach()
endfunction()

cmake_language(DEFER CALL _wheelcheck_add_upstream_names)
