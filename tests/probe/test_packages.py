"""A probe without a contract: what `find_package` gives a consumer, and whether that links."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.probe.conftest import Probe
from tests.probe.test_tiny_sdk import rules, summary, words
from tests.support.tiny_sdk import CONFIG, TAG, build_tiny_sdk
from tests.support.wheelmaker import build_wheel
from wheelcheck.engine import Options, audit
from wheelcheck.probe.session import Request
from wheelcheck.report import Report

pytestmark = pytest.mark.probe

ALWAYS = CONFIG.replace("extra IN_LIST tiny_FIND_COMPONENTS AND NOT", "NOT")
SEARCHED = """
file(GLOB found "${CMAKE_CURRENT_LIST_DIR}/../../*.so")
foreach(library IN LISTS found)
  get_filename_component(name "${library}" NAME_WE)
  add_library(tiny::${name} SHARED IMPORTED)
  set_target_properties(tiny::${name} PROPERTIES IMPORTED_LOCATION "${library}")
endforeach()
"""
COMPILED = 'if(NOT CMAKE_CXX_COMPILER)\n  message(FATAL_ERROR "enable C++")\nendif()\n'
POOL = "add_library(tiny::pool INTERFACE IMPORTED)\nset_target_properties(tiny::pool PROPERTIES "
POOL += "INTERFACE_LINK_LIBRARIES Threads::Threads)\n"


@pytest.fixture
def bare(probe: Probe, tmp_path: Path) -> Probe:
    """Probe an SDK with this config, without a contract."""

    def run(config: str, **change: str) -> Report:
        wheel = build_tiny_sdk(tmp_path, config=config, **change)  # type: ignore[arg-type]  # texts only
        return probe(wheel, contract="default", request=Request(jobs=2))

    return run


@pytest.mark.parametrize("config", [ALWAYS, ALWAYS + COMPILED], ids=["no language", "a language"])
def test_targets_are_linked(bare: Probe, config: str) -> None:
    """Each one that the config creates, with a compiler where it asks for one; nothing is left behind."""
    report = bare(config)
    (package,) = summary(report).packages

    assert (rules(report), package.configures) == ([], True)
    assert [(each.name, each.links) for each in package.targets] == [
        ("tiny::core", True),
        ("tiny::extra", True),
    ]
    assert [(each.targets, each.links) for each in summary(report).offered] == [
        (("tiny::core",), True),
        (("tiny::extra",), True),
    ]


def test_what_only_cmake_can_tell(bare: Probe) -> None:
    """No static reading knows what a search finds."""
    report = bare(SEARCHED)

    assert rules(report) == []
    assert [each.member for each in summary(report).offered] == [
        "tiny/lib/libtiny.so",
        "tiny/lib/libtiny_extra.so",
    ]


def test_libraries_of_variables_are_linked(bare: Probe) -> None:
    """A config of the old kind creates no target."""
    root = '"${CMAKE_CURRENT_LIST_DIR}/../../libtiny'
    report = bare(f'set(TINY_LIBRARIES {root}.so" {root}_extra.so")\n')
    seen = summary(report)

    assert [each.targets for each in seen.packages] == [()]
    assert [each.links for each in seen.offered] == [True, True]


def test_refusal_is_reported_with_file_and_line(bare: Probe) -> None:
    """In the words of CMake."""
    report = bare('message(STATUS "x")\nmessage(FATAL_ERROR "no such device")\n')

    assert (rules(report), report.exit_code) == (["probe-configure-failed"], 1)
    assert "tiny/lib/cmake/tiny/tiny-config.cmake:2 (message): no such device" in words(report)
    assert [each.configures for each in summary(report).packages] == [False]


def test_package_of_the_host_is_not_checked(bare: Probe) -> None:
    """By name: neither the wheel nor a sibling could bring it."""
    report = bare("include(CMakeFindDependencyMacro)\nfind_dependency(Squish)\n")

    assert rules(report) == []
    assert [each.configures for each in summary(report).packages] == [None]
    assert any("needs the package 'Squish'" in each.reason for each in report.wheels[0].not_checked)


def test_target_that_leads_nowhere(bare: Probe) -> None:
    """It is reported alone: the other targets are linked all the same."""
    report = bare(ALWAYS + POOL)

    assert rules(report) == ["probe-build-failed"]
    assert "Threads::Threads but the target was not found" in words(report)
    assert [each.links for each in summary(report).offered] == [True, True]
    assert [each.links for each in summary(report).packages[0].targets] == [True, True, False]


def test_target_with_a_main_of_its_own_proves_nothing(bare: Probe) -> None:
    """Nor does one whose sources are part of the consumer."""
    main = "#include <tiny/tiny.h>\nint main() { return 0; }\n"
    sources = "add_library(tiny::main INTERFACE IMPORTED)\nset_target_properties(tiny::main PROPERTIES "
    sources += 'INTERFACE_SOURCES "${CMAKE_CURRENT_LIST_DIR}/main.cpp")\n'
    report = bare(ALWAYS + sources, extra=main)

    assert rules(report) == []
    assert any(
        each.reason == "link of 'tiny::main': its sources are compiled into the consumer"
        for each in report.wheels[0].not_checked
    )


def with_entry_point(folder: Path, place: str) -> Path:
    """Pack a config of nothing at a place below the package that an entry point names as a prefix."""
    members = [
        {"path": "tiny/__init__.py", "text": ""},
        {"path": f"tiny/{place}/tinyConfig.cmake", "text": "set(TINY_ROOT 1)\n"},
        {"path": "tiny-1.0.dist-info/entry_points.txt", "text": "[cmake.prefix]\ntiny = tiny\n"},
    ]
    return build_wheel({"distribution": "tiny", "tags": TAG, "member": members}, folder)


def test_entry_point_is_the_way_to_a_config(probe: Probe, tmp_path: Path) -> None:
    """As a build backend sets it: CMake searches its module as a prefix."""
    wheel = with_entry_point(tmp_path, "share/cmake/tiny")
    report = probe(wheel, contract="default", request=Request(jobs=2))

    assert rules(report) == []
    assert [each.configures for each in summary(report).packages] == [True]


def test_folder_that_this_system_does_not_search(probe: Probe, tmp_path: Path) -> None:
    """Debian's CMake finds nothing below `lib64`: every consumer fails there."""
    if not Path("/etc/debian_version").exists():
        pytest.skip("a system that searches lib64")
    wheel = with_entry_point(tmp_path, "lib64/cmake/tiny")
    report = probe(wheel, contract="default", request=Request(jobs=2))

    assert rules(report) == ["probe-configure-failed"]
    assert "find_package(tiny) by entry point 'cmake.prefix' fails" in words(report)


def test_sibling_provides_the_package_that_a_config_needs(work: Path, tmp_path: Path) -> None:
    """By the folder in which it is installed, whatever the layout; its targets are its own."""
    needs = "find_package(Other CONFIG REQUIRED)\nadd_library(tiny::x INTERFACE IMPORTED)\n"
    needs += "set_target_properties(tiny::x PROPERTIES INTERFACE_LINK_LIBRARIES Other::lost)\n"
    other = "add_library(Other::lost INTERFACE IMPORTED)\n"
    wheels = [
        build_wheel(
            {
                "distribution": name,
                "tags": TAG,
                "member": [{"path": f"{name}/share/{package}/cmake/{package}Config.cmake", "text": text}],
            },
            tmp_path,
        )
        for name, package, text in (("tiny", "tiny", needs), ("other", "Other", other))
    ]
    options = Options(contract="default", siblings=(wheels[1],), jobs=2, probe=Request(jobs=2))
    report = audit([wheels[0]], options)

    assert rules(report) == []
    assert [[each.name for each in package.targets] for package in summary(report).packages] == [["tiny::x"]]
    assert list(work.iterdir()) == []


def test_objects_that_were_not_exported(bare: Probe) -> None:
    """Exporting a target that links an object library privately leaves one that nobody can link."""
    private = "add_library(tiny::private INTERFACE IMPORTED)\nset_target_properties(tiny::private PROPERTIES "
    private += 'INTERFACE_LINK_LIBRARIES "$<TARGET_OBJECTS:gone>")\n'
    report = bare(ALWAYS + private)
    reasons = [each.reason for each in report.wheels[0].not_checked]

    assert rules(report) == []
    assert "link of 'tiny::private': it is made of the objects of 'gone', which was not exported" in reasons
