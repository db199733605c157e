"""Which libstdc++ string ABI a package config makes its consumers compile for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wheelcheck.sdk.cmake_syntax import Block, Command, Node, parse
from wheelcheck.sdk.cmake_values import constant

_DEFINE = re.compile(r"_GLIBCXX_USE_CXX11_ABI\s*=\s*([01])\b")
# True for every consumer that can choose between libstdc++'s two ABIs.
_GNU = frozenset(
    {"UNIX", "LINUX", "CMAKE_COMPILER_IS_GNUCXX", "CMAKE_COMPILER_IS_GNUCC", "STREQUAL", "MATCHES", "GNU"}
)
_COMPILER = "${CMAKE_CXX_COMPILER_ID}"


def abi_defines(text: bytes, *, is_cmake: bool) -> tuple[str, ...]:
    """Values set for `_GLIBCXX_USE_CXX11_ABI` where that is certain for GNU consumers, sorted."""
    if b"_GLIBCXX_USE_CXX11_ABI" not in text:
        return ()
    decoded = text.decode(errors="backslashreplace")
    if not is_cmake:
        lines = (line for line in decoded.splitlines() if not line.lstrip().startswith("#"))
        return tuple(sorted({value for line in lines for value in _DEFINE.findall(line)}))
    return tuple(sorted(set(_values(parse(decoded).nodes))))


def _values(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Block):
            if node.command.name != "if" or _holds_for_gnu(node.command):
                yield from _values(node.body)
        else:
            for argument in node.arguments:
                yield from _DEFINE.findall(argument.text)


def _holds_for_gnu(condition: Command) -> bool:
    """Whether a condition is a conjunction of true constants and tests for the GNU compiler."""
    tests = [argument.text for argument in condition.arguments if argument.text != "AND"]
    return all(
        test in _GNU or test in {_COMPILER, "CMAKE_CXX_COMPILER_ID"} or constant(test) for test in tests
    )
