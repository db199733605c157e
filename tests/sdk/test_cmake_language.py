"""What the commands for text, numbers, lists, paths and properties give."""

from __future__ import annotations

import pytest

from tests.sdk.configs import evaluate


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("math(EXPR R '1 + 2 * 3')", "7"),
        ("math(EXPR R '(1 + 2) * -3')", "-9"),
        ("math(EXPR R '-7 / 2')", "-3"),
        ("math(EXPR R '-7 % 2')", "-1"),
        ("math(EXPR R '0x10 | 1 << 3')", "24"),
        ("math(EXPR R '~0 & 6 ^ 1')", "7"),
        ("math(EXPR R '1 / 0')", None),
        ("math(EXPR R '1 +')", None),
        ("math(EXPR R '1 << 63')", None),
        ("math(EXPR R '1' OUTPUT_FORMAT HEXADECIMAL)", None),
        ("string(APPEND R a b)", "ab"),
        ("string(PREPEND R a b)", "ab"),
        ("string(CONCAT R a b)", "ab"),
        ("string(JOIN - R a b c)", "a-b-c"),
        ("string(LENGTH 'abc' R)", "3"),
        ("string(SUBSTRING abcdef 1 3 R)", "bcd"),
        ("string(SUBSTRING abcdef 4 -1 R)", "ef"),
        ("string(FIND abcabc c R)", "2"),
        ("string(FIND abcabc c R REVERSE)", "5"),
        ("string(FIND abc x R)", "-1"),
        ("string(COMPARE LESS a b R)", "1"),
        ("string(COMPARE EQUAL a b R)", "0"),
        ("string(MAKE_C_IDENTIFIER a-b R)", "a_b"),
        ("string(TOUPPER ab R)", "AB"),
        ("string(REPLACE b x R abab)", "axax"),
        ("string(REGEX MATCH '[0-9]+' R a12b3)", "12"),
        ("string(REGEX MATCHALL '[0-9]+' R a12b3)", "12;3"),
        (r"string(REGEX REPLACE '([a-z])([0-9])' '\\2\\1' R a1b2)", "1a2b"),
        (r"string(REGEX REPLACE '(a)' '\\2' R a)", None),
        ("string(TIMESTAMP R)", None),
        ("list(LENGTH L R)", "4"),
        ("list(GET L 0 -1 R)", "c;a"),
        ("list(GET L 9 R)", None),
        ("list(FIND L b R)", "2"),
        ("list(JOIN L + R)", "c+a+b+a"),
        ("list(SUBLIST L 1 2 R)", "a;b"),
        ("list(SORT L)\nset(R ${L})", "a;a;b;c"),
        ("list(REVERSE L)\nset(R ${L})", "a;b;a;c"),
        ("list(REMOVE_DUPLICATES L)\nset(R ${L})", "c;a;b"),
        ("list(REMOVE_ITEM L a)\nset(R ${L})", "c;b"),
        ("list(REMOVE_AT L 0 -1)\nset(R ${L})", "a;b"),
        ("list(INSERT L 1 x)\nset(R ${L})", "c;x;a;b;a"),
        ("list(FILTER L EXCLUDE REGEX '^a')\nset(R ${L})", "c;b"),
        ("list(POP_FRONT L R)", "c"),
        ("list(POP_BACK L)\nset(R ${L})", "c;a;b"),
        ("list(TRANSFORM L APPEND -x)\nset(R ${L})", "c-x;a-x;b-x;a-x"),
        ("list(TRANSFORM L TOUPPER)\nset(R ${L})", "C;A;B;A"),
        ("list(APPEND N a)\nset(R ${N})", "a"),
        ("separate_arguments(R UNIX_COMMAND 'a b  c')", "a;b;c"),
        ("set(R 'a b')\nseparate_arguments(R)", "a;b"),
        ("get_filename_component(R a/b.c.d NAME_WE)", "b"),
        ("cmake_path(SET R NORMALIZE a/../b)", "b"),
        ("cmake_path(APPEND P b c OUTPUT_VARIABLE R)", "p/b/c"),
        ("cmake_path(GET P FILENAME R)", "p"),
        ("cmake_path(HASH P R)", None),
        ("set_property(GLOBAL PROPERTY _X a b)\nget_property(R GLOBAL PROPERTY _X)", "a;b"),
        ("get_property(R GLOBAL PROPERTY SOMETHING)", None),
        ("get_target_property(R pair::x INTERFACE_LINK_LIBRARIES)", "a;b"),
        ("get_target_property(R pair::x INTERFACE_NONE)", "R-NOTFOUND"),
        ("get_target_property(R pair::x TYPE)", "INTERFACE_LIBRARY"),
        ("get_target_property(R other::x TYPE)", None),
        ("option(O text ON)\nset(R ${O})", "ON"),
        ("set(R c CACHE STRING text)", "c"),
        ("function(f)\nset(R c CACHE STRING text)\nendfunction()\nf()", "c"),
        ("function(f)\nset(R p)\nreturn(PROPAGATE R)\nendfunction()\nf()", "p"),
        ("cmake_language(CALL set R called)", "called"),
        ("foreach(i RANGE 1 5 2)\nstring(APPEND R ${i})\nendforeach()", "135"),
        ("foreach(i RANGE 2)\nstring(APPEND R ${i})\nendforeach()", "012"),
        ("cmake_parse_arguments(A O S M y O S 1 M 2 3)\nset(R ${A_O} ${A_S} ${A_M} ${A_UNPARSED_ARGUMENTS})",
         "TRUE;1;2;3;y"),
        ("cmake_parse_arguments(A O S M ${CMAKE_X})\nset(R ${A_O})", None),
        ("set(R $ENV{PAIR_X}a)", "a"),
        ("set(R $ENV{PATH}a)", None),
        ("try_compile(R x)", None),
        ("set(R 1)\nsite_name(R)", None),
        ("set(R 1)\nsome_macro(R)", None),
    ],
)  # fmt: skip
def test_command_gives(command: str, expected: str | None) -> None:
    """None: only a run of CMake tells."""
    setting = (
        "set(L c a b a)\nset(P p)\nadd_library(pair::x INTERFACE IMPORTED)\n"
        "target_link_libraries(pair::x INTERFACE a b)\n"
    )
    check = (
        f'if(NOT "${{R}}" STREQUAL "{expected}")\ninclude(${{CMAKE_CURRENT_LIST_DIR}}/gone.cmake)\nendif()\n'
    )
    found = evaluate(setting + command.replace("'", '"') + "\n" + check)

    assert () == found.faults
    assert (expected is None) == bool([each for each in found.undecided if "STREQUAL" in each.text])
