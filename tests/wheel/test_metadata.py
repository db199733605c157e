"""Tests of WHEEL, METADATA and entry points as facts."""

from __future__ import annotations

from tests.support.facts import make_member, make_wheel
from wheelcheck.wheel.metadata import (
    EntryPoint,
    entry_points,
    import_paths,
    metadata_values,
    parse_headers,
    requires_dist,
    top_level_modules,
)
from wheelcheck.wheel.model import Header, Wheel


def wheel_of(*names: str) -> Wheel:
    return make_wheel(members=[make_member(name) for name in names])


def test_headers_end_at_the_first_empty_line() -> None:
    """The description is no header."""
    assert (Header("Name", "a"),) == parse_headers(b"Name: a\n\nVersion: 1\n")


def test_crlf_line_ends_do_not_stay_in_values() -> None:
    """Wheels built on Windows have them."""
    assert (Header("Tag", "py3-none-any"), Header("Root", "")) == parse_headers(
        b"Tag: py3-none-any\r\nRoot:\r\n"
    )


def test_indented_lines_continue_the_value() -> None:
    """A line of blanks continues it too."""
    assert (Header("License", "a\nb\n\nc"),) == parse_headers(b"License: a\n        b\n        \n        c\n")


def test_line_without_colon_has_no_key() -> None:
    """Rules can name it."""
    assert (Header("", "no header"), Header("", "two words: x")) == parse_headers(
        b"no header\ntwo words: x\n"
    )


def test_keys_are_matched_without_case() -> None:
    """Header names have no case."""
    files = {"pair-1.0.dist-info/METADATA": "name: a\nNAME: b\n"}

    assert ("a", "b") == metadata_values(make_wheel(files=files), "Name")


def test_requirements_that_do_not_parse_are_left_out() -> None:
    """Another rule names them."""
    wheel = make_wheel(requires=["numpy>=1", "???"])

    assert ["numpy"] == [requirement.name for requirement in requires_dist(wheel)]


def test_views_are_computed_once() -> None:
    """Many rules ask for them."""
    wheel = make_wheel(requires=["numpy>=1"])

    assert requires_dist(wheel) is requires_dist(wheel)


def test_import_paths_follow_the_schemes() -> None:
    """The schemes purelib and platlib land in site-packages, other schemes and folders do not."""
    wheel = wheel_of("pair/x.py", "pair-1.0.data/purelib/y.py", "pair-1.0.data/scripts/z", "pair/")

    assert {"pair/x.py": "pair/x.py", "pair-1.0.data/purelib/y.py": "y.py"} == import_paths(wheel)


def test_top_level_modules_are_files_and_folders() -> None:
    """Modules, extension modules and packages, not grafted libraries or data."""
    wheel = wheel_of("a.py", "b.abi3.so", "c/__init__.py", "d/x.so", "pair.libs/libz.so", "e.txt")

    assert frozenset("abcd") == top_level_modules(wheel)


def test_entry_points_are_taken_apart() -> None:
    """Comments and blank lines are skipped, extras are split off."""
    text = "# c\n[console_scripts]\nx = a.b:c.d [e]\n\n[group]\ny=z\n"
    wheel = make_wheel(files={"pair-1.0.dist-info/entry_points.txt": text})
    expected = (EntryPoint("console_scripts", "x", "a.b", "c.d", "e"), EntryPoint("group", "y", "z", "", ""))

    assert expected == entry_points(wheel)


def test_long_continuation_costs_no_square() -> None:
    """Lines are joined once, however many there are."""
    (header,) = parse_headers(b"License: x\n" + b" y\n" * 300_000)

    assert 300_000 == header.value.count("\ny")
