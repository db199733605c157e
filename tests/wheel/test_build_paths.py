"""Finding the build machine's paths in text."""

from __future__ import annotations

import pytest

from wheelcheck.wheel.build_paths import find_build_paths


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('set(X "/__w/repo/repo/include")', "/__w/repo/repo/include"),
        ("prefix=/project/build/lib.linux-x86_64", "/project/build/lib.linux-x86_64"),
        ("Cflags: -I/builds/group/repo/include", "/builds/group/repo/include"),
        ("#!/home/dev/env/bin/python", "/home/dev/env/bin/python"),
        ('#include "/Users/dev/src/x.h"', "/Users/dev/src/x.h"),
        ("# made from /home/runner/work/x/x/a.yaml", "/home/runner/work/x/x/a.yaml"),
        (r"const char* f = R(D:\a\pkg\pkg\x.cpp)", r"D:\a\pkg\pkg\x.cpp"),
    ],
)
def test_build_paths_are_found(text: str, path: str) -> None:
    """In settings, flags, first lines and includes; in comments only what nobody writes by hand."""
    assert (path,) == find_build_paths(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "set(X /usr/local/lib /opt/x/lib /usr/include)",
        "// for instance /home/user/data/x.bin",
        "/* a trace:\n   # 2 bar from /home/user/repro.py\n*/",
        "# writes to /tmp/a/b",
        "see https://example.org/home/runner/work/x",
        "std::a\\b c:\\n",
        "a/home/runner/work/x",
    ],
)
def test_other_paths_are_not(text: str) -> None:
    """System folders, prose, URLs, parts of longer paths."""
    assert () == find_build_paths(text.encode())


def test_the_list_is_bounded_and_has_no_repeats() -> None:
    """A generated header names thousands."""
    text = "".join(f'"/__w/x/{number}"\n"/__w/x/{number}"\n' for number in range(1000))

    assert tuple(f"/__w/x/{number}" for number in range(20)) == find_build_paths(text.encode())


def test_long_lines_are_read_once() -> None:
    """Minified text has a hundred thousand paths in one line."""
    assert () == find_build_paths(b"// " + b"/tmp/a/b " * 200_000)
    assert () == find_build_paths(b"// " + b"c:\\Users\\x " * 200_000)
    text = b"/* /home/x/y */\nx = '/home/a/b' // /home/c/d"

    assert ("/home/a/b",) == find_build_paths(text)
