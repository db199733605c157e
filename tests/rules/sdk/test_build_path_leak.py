"""build-path-leak."""

from __future__ import annotations

from tests.support.facts import make_wheel, problems, run
from wheelcheck.rules.sdk.build_path_leak import build_path_leak


def test_path_in_a_header_is_reported() -> None:
    """With its file."""
    wheel = make_wheel(build_paths={"pair/include/x.h": ("/home/dev/src/x.h",)})
    (problem,) = problems(run(build_path_leak, wheel))

    assert "/home/dev/src/x.h" == problem.subject
    assert "pair/include/x.h" == problem.member


def test_one_build_folder_in_many_files_is_one_finding() -> None:
    """Another folder is another one."""
    paths = {f"pair/include/{name}.h": (f"/home/dev/work/{name}",) for name in "abc"}
    wheel = make_wheel(build_paths={**paths, "pair/x.h": ("/__w/y/z",)})

    assert ["/__w/y/z", "/home/dev/work"] == [each.subject for each in problems(run(build_path_leak, wheel))]


def test_file_with_a_broken_config_is_not_reported_twice() -> None:
    """One root cause."""
    name = "pair/lib/pkgconfig/x.pc"
    wheel = make_wheel(files={name: "prefix=/home/dev/build\n"}, build_paths={name: ("/home/dev/build",)})

    assert [] == run(build_path_leak, wheel)
