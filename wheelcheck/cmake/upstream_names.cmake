# A project written for ExecuTorch's own build links its kernels to `executorch` or `executorch_core`. In an
# installed SDK that target is executorch::runtime. Deferred to the end of the including folder, after all of its
# find_package() calls.
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
