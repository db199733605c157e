# How shared libraries and their users are linked.

# _wheelcheck_retaining(<variable> <target>)
#
# A single link option that keeps a shared library in DT_NEEDED, used or not. It contains the path: CMake removes
# the second of two equal options, and SHELL: would split a path at its spaces.
function(_wheelcheck_retaining variable target)
  if(APPLE)
    # Mach-O linkers record every library on the command line.
    set(option "$<TARGET_FILE:${target}>")
  else()
    set(option "LINKER:--push-state,--no-as-needed,$<TARGET_FILE:${target}>,--pop-state")
  endif()
  set(${variable} "${option}" PARENT_SCOPE)
endfunction()

# _wheelcheck_whole(<variable> <target>)
#
# A single link option that links every object of an archive, since nothing refers to an initialiser.
function(_wheelcheck_whole variable target)
  if(APPLE)
    set(option "LINKER:-force_load,$<TARGET_FILE:${target}>")
  elseif(MSVC)
    set(option "LINKER:/WHOLEARCHIVE:$<TARGET_FILE:${target}>")
  else()
    set(option "LINKER:--push-state,--whole-archive,$<TARGET_FILE:${target}>,--pop-state")
  endif()
  set(${variable} "${option}" PARENT_SCOPE)
endfunction()

# _wheelcheck_runtime_path(<target> <folder>...)
#
# Search path: the library's own folder first, then these, relative to it.
function(_wheelcheck_runtime_path target)
  set(origin "$ORIGIN")
  if(APPLE)
    set(origin "@loader_path")
    set_target_properties(${target} PROPERTIES MACOSX_RPATH ON INSTALL_NAME_DIR "@rpath")
  endif()
  set(folders ${ARGN})
  list(TRANSFORM folders PREPEND "${origin}/")
  list(PREPEND folders "${origin}")
  set_target_properties(${target} PROPERTIES
    BUILD_RPATH "${folders}"
    BUILD_RPATH_USE_ORIGIN ON
    INSTALL_RPATH "${folders}"
    # Otherwise the path of the SDK on this machine would ship.
    INSTALL_RPATH_USE_LINK_PATH OFF
    INSTALL_REMOVE_ENVIRONMENT_RPATH ON)
endfunction()

# _wheelcheck_for_applications(<target>...)
#
# Hides the link options of imported shared libraries, and of those that they need, from libraries that ship:
# they are meant for applications, and contain paths of this machine.
function(_wheelcheck_for_applications)
  set(waiting "${ARGN}")
  set(seen "")
  while(waiting)
    list(POP_FRONT waiting target)
    if(NOT TARGET "${target}" OR target IN_LIST seen)
      continue()
    endif()
    list(APPEND seen "${target}")
    get_target_property(is_imported "${target}" IMPORTED)
    if(is_imported)
      _wheelcheck_hide_options("${target}")
    endif()
    foreach(property IN ITEMS ALIASED_TARGET LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(libraries "${target}" ${property})
      if(libraries)
        # $<LINK_ONLY:x> and the like
        list(TRANSFORM libraries REPLACE [[^\$<[A-Z_]+:([^<>]*)>$]] [[\1]])
        list(APPEND waiting ${libraries})
      endif()
    endforeach()
  endwhile()
endfunction()

function(_wheelcheck_hide_options target)
  get_target_property(is_hidden "${target}" WHEELCHECK_HIDES_OPTIONS)
  get_target_property(options "${target}" INTERFACE_LINK_OPTIONS)
  if(is_hidden OR NOT options)
    return()
  endif()
  # Evaluated for the target that is being linked, not for this one.
  list(TRANSFORM options REPLACE "(.+)" "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:WHEELCHECK_SHIPS>>>:\\1>")
  set_target_properties("${target}" PROPERTIES
    INTERFACE_LINK_OPTIONS "${options}"
    WHEELCHECK_HIDES_OPTIONS ON)
endfunction()
