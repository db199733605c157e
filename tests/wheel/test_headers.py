"""Reducing headers to their unconditional includes."""

from __future__ import annotations

import pytest

from wheelcheck.wheel.headers import scan_header


def paths(text: str) -> list[str]:
    return [include.path for include in scan_header(text.encode()).includes]


def test_line_path_and_form_are_kept() -> None:
    """A finding names the line."""
    (first, second) = scan_header(b'// x\n#include "a/b.h"\n\n  #  include <c.h> // why\n').includes

    assert (2, "a/b.h", True) == first
    assert (4, "c.h", False) == second


@pytest.mark.parametrize(
    "guard",
    [
        "#ifndef A_H\n#define A_H\n{}\n#endif\n",
        "#if !defined(A_H)\n#define A_H 1\n{}\n#endif  // A_H\n",
        "#pragma once\n{}\n",
        "/* licence */\n#ifndef A_H // guard\n# define A_H\n{}\n#endif",
    ],
)
def test_include_guard_is_no_condition(guard: str) -> None:
    """Every usual form of it."""
    assert ["x.h"] == paths(guard.format("#include <x.h>"))


def test_conditions_hide_includes() -> None:
    """Also behind a guard, and in a second branch."""
    text = (
        "#pragma once\n#ifdef WITH_X\n#include <x.h>\n#else\n#include <y.h>\n#endif\n#include <z.h>\n"
        "#if __has_include(<q.h>)\n#include <q.h>\n#endif\n"
    )

    assert ["z.h"] == paths(text)


def test_first_condition_that_is_no_guard_hides_includes() -> None:
    """`#ifndef` without the matching define switches a part off."""
    assert [] == paths("#ifndef NO_X\n#include <x.h>\n#endif\nint x;\n")


def test_opt_out_around_the_whole_file_is_no_condition() -> None:
    """A consumer gets the includes unless he asks for less."""
    text = (
        "#if !defined(STABLE_ONLY) && !defined(TARGET)\n#pragma once\n#include <x.h>\n"
        '#else\n#error "not to be included"\n#endif // !defined(STABLE_ONLY)\n'
    )

    assert ["x.h"] == paths(text)


def test_comments_and_raw_strings_hold_no_includes() -> None:
    """Documentation and generated source text."""
    text = '/*\n#include <a.h>\n*/\nauto s = R"x(\n#include <b.h>\n)x";\n// #include <c.h>\n#include <d.h>\n'

    assert ["d.h"] == paths(text)


def test_macros_and_text_without_includes_give_nothing() -> None:
    """`#include MACRO` names no file."""
    assert [] == paths("#include CONFIG_H\nint include;\n")


@pytest.mark.parametrize(
    "text", ["#if !defined X{}&", "#if X\n" + "#include <a" * 200_000, "#if !defined(X) &&{}"]
)
def test_hostile_text_costs_no_more_than_its_length(text: str) -> None:
    """No part of a directive is looked at again and again."""
    assert [] == paths(text.replace("{}", " " * 1_000_000) + '\n#include "b.h"\n#endif\nint x;\n')


def test_repeated_include_is_kept_once() -> None:
    """A header of a million lines gives no million facts, and no finding is lost."""
    (include,) = scan_header(b'#include "a.h"\n' * 100).includes

    assert (1, "a.h", True) == include


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('#define A_VERSION "1.2.3"\n', [("A", "1.2.3")]),
        ("#  define A_VERSION_STRING v1.2\n", [("A", "1.2")]),
        (
            "#define A_VERSION_MAJOR 1\n#define A_VERSION_MINOR (2)\n#define A_VERSION_PATCH 3\n",
            [("A", "1.2.3")],
        ),
        ("#define A_MAJOR_VERSION 1\n#define A_MINOR_VERSION 2\n", [("A", "1.2")]),
        ("#define A_VERSION 10203\n#define B_VERSION C_VERSION\n#if A_VERSION > 1.2\n", []),
        ("#define A_VERSION_MAJOR 1\n", []),
        ("VERSION " * 100_000, []),
        ("VERSION\n" * 100_000, []),
    ],
)
def test_versions_that_macros_state(text: str, expected: list[tuple[str, str]]) -> None:
    """Whole, or in parts of which major and minor are there."""
    assert expected == list(scan_header(text.encode()).versions)
