"""Configs of a wheel as a whole: what they offer, versions, copies, orphans."""

from __future__ import annotations

import pytest

from tests.sdk.configs import CONFIG, configs_of
from wheelcheck.sdk.config_copies import differing_copies
from wheelcheck.sdk.faults import FaultKind

SAME_MAJOR = """
set(PACKAGE_VERSION "1.5.1")
if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  if("1.5.1" MATCHES "^([0-9]+)\\\\.")
    set(CVF_VERSION_MAJOR "${CMAKE_MATCH_1}")
  endif()
  if(PACKAGE_FIND_VERSION_MAJOR STREQUAL CVF_VERSION_MAJOR)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
  else()
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
  endif()
endif()
"""
LINKS = 'set(pair_LIBRARIES "${CMAKE_CURRENT_LIST_DIR}/%s/lib/libx.so")\n'


def test_version_file_is_asked() -> None:
    """With the variables that find_package sets."""
    (config,) = configs_of({CONFIG: "", CONFIG.replace("Config", "ConfigVersion"): SAME_MAJOR}).cmake

    assert "1.5.1" == config.version
    assert (True, False, False) == tuple(config.accepts(each) for each in ("1.4", "2.0", "0.9"))


@pytest.mark.parametrize(
    "libs",
    ["-L${libdir} -lx", "${libdir}/libx.so", "-L/elsewhere/lib -lx"],
)
def test_pc_file_offers_its_library(libs: str) -> None:
    """By folder and name, by path, and by name alone when the folder is another machine's."""
    text = f"prefix=${{pcfiledir}}/../..\nlibdir=${{prefix}}/lib\nLibs: {libs} -lm\n"
    configs = configs_of({"pair/lib/pkgconfig/x.pc": text}, ("pair/lib/libx.so",))

    assert ("pair/lib/libx.so",) == configs.offered_libraries


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("prefix=/home/dev/build", FaultKind.BUILD_PATH),
        ("prefix=/usr/local", FaultKind.DEAD_PREFIX),
        ("prefix=@PREFIX@", FaultKind.PLACEHOLDER),
        ("Libs: ${pcfiledir}/libgone.so", FaultKind.MISSING),
        ("Libs: -L${pcfiledir} -ly", FaultKind.MISSING),
        ("Libs: -L${pcfiledir}/gone -ly", FaultKind.MISSING),
        ("Cflags: -I${pcfiledir}/../include", FaultKind.MISSING),
    ],
)
def test_pc_faults(line: str, kind: FaultKind) -> None:
    """One of each."""
    configs = configs_of({"pair/lib/x.pc": f"{line}\nVersion: 1\n"}, ("pair/lib/liby.so.1",))

    assert [kind] == [fault.kind for _, fault in configs.faults]


def test_executables_and_modules_are_not_offered() -> None:
    """Nobody links them."""
    text = (
        "add_executable(p IMPORTED)\nadd_library(m MODULE IMPORTED)\n"
        'set_target_properties(p m PROPERTIES IMPORTED_LOCATION "${CMAKE_CURRENT_LIST_DIR}/x")\n'
    )
    configs = configs_of({CONFIG: text, "pair/lib/cmake/pair/x": ""})

    assert () == configs.offered_libraries


def test_copies_that_differ_only_in_the_way_up_are_one() -> None:
    """A package root is further up from one than from the other."""
    files = {CONFIG: LINKS % "../../..", "pair/share/pairConfig.cmake": LINKS % ".."}

    assert [] == list(differing_copies(configs_of(files, ("pair/lib/libx.so",))))


def test_copies_that_differ_are_given() -> None:
    """They reach the same library."""
    files = {CONFIG: LINKS % "../../..", "pair/share/pairConfig.cmake": LINKS % ".." + "set(A 1)\n"}
    (pair,) = differing_copies(configs_of(files, ("pair/lib/libx.so",)))

    assert [CONFIG, "pair/share/pairConfig.cmake"] == [each.member for each in pair]


def test_shim_is_no_copy() -> None:
    """It includes the other one."""
    shim = 'include("${CMAKE_CURRENT_LIST_DIR}/../lib/cmake/pair/pairConfig.cmake")\n'
    files = {CONFIG: LINKS % "../../..", "pair/share/pairConfig.cmake": shim}

    assert [] == list(differing_copies(configs_of(files, ("pair/lib/libx.so",))))


def test_orphan_is_a_targets_file_that_nothing_names() -> None:
    """A file that may be included by a computed name is none."""
    folder = "pair/lib/cmake/pair"
    files = {CONFIG: "include(${CMAKE_CURRENT_LIST_DIR}/pairTargets.cmake)\n"}
    files |= {
        f"{folder}/pairTargets.cmake": "",
        "pair/other/goneTargets.cmake": "add_library(x SHARED IMPORTED)",
    }
    files["pair/Modules/CMakeExpandImportedTargets.cmake"] = "function(expand)\nendfunction()\n"

    assert ("pair/other/goneTargets.cmake",) == configs_of(files).orphans
    assert () == configs_of({CONFIG: "include(${X})\n", f"{folder}/aTargets.cmake": ""}).orphans


def test_pc_folders_of_the_whole_environment_are_no_faults() -> None:
    """The interpreter or another package makes `include` and `lib`; nobody searches a folder for nothing."""
    text = "prefix=${pcfiledir}/../../../../..\nCflags: -I${prefix}/include\nLibs: -L${pcfiledir}/gone\n"

    assert [] == [fault.subject for _, fault in configs_of({"pair/lib/x.pc": text}).faults]


def test_pc_references_do_not_grow_without_end() -> None:
    """4 KB of compressed text must not become gigabytes."""
    text = f"x={'a' * 16000}\ny={'${x}' * 500_000}\n"

    assert [] == list(configs_of({"pair/lib/x.pc": text}).faults)


def test_pc_library_searches_are_bounded() -> None:
    """What was not looked for is told."""
    flags = " ".join([*(f"-L/a{each}" for each in range(1000)), *(f"-l{each}" for each in range(1500))])
    (config,) = configs_of({"pair/lib/x.pc": f"Libs: {flags}\n"}, ("pair/lib/liby.so",)).pkg_config

    assert "more libraries" in config.file.stopped


def test_pc_folder_that_is_not_needed_is_no_fault() -> None:
    """The link editor passes over it: another folder has the library."""
    lines = "prefix=${pcfiledir}/..\nLibs: -L${prefix}/gone/away -L${pcfiledir} -lx\n"

    assert () == configs_of({"pair/lib/x.pc": lines, "pair/lib/libx.so": ""}).faults
    assert configs_of({"pair/lib/x.pc": lines}).faults
