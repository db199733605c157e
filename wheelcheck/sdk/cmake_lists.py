"""CMake's `list` command."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from wheelcheck.sdk.cmake_state import State
from wheelcheck.sdk.cmake_values import UNKNOWN, bounded, is_known, joined, safe_pattern, split

_LISTS_OF_FILES = ("_cmake_import_check_files_for_", "_IMPORT_CHECK_FILES_FOR_")
_LONGEST = 1 << 16
_INDEX = re.compile(r"-?\d{1,6}")


def list_command(state: State, values: list[str]) -> None:
    """Evaluate `list()`; what it does not know makes everything that it names unknown."""
    if len(values) < 2:
        return
    kind, name, rest = values[0], values[1], values[2:]
    old = state.variable(name)
    if kind in {"APPEND", "PREPEND"}:
        if name.startswith(_LISTS_OF_FILES):
            state.check_file(joined(rest), "the list of imported files")
        state.check_machine(rest, f"variable {name}")
        # A list that has not been set yet is the consumer's, or empty.
        before = [UNKNOWN] if old is None else split(old)
        state.assign(name, joined([*before, *rest] if kind == "APPEND" else [*rest, *before]))
        return
    elements = split(old) if old is not None and is_known(old) else None
    if elements is not None:
        state.steps -= len(elements) >> 3
        if kind in _CHANGES:
            changed = _CHANGES[kind](state, elements, rest)
            state.assign(name, UNKNOWN if changed is None else joined(changed))
            return
        answer = _QUESTIONS[kind](elements, rest) if kind in _QUESTIONS and rest else None
        if answer is not None:
            state.assign(rest[-1], bounded(answer))
            return
    state.forget(values[1:] if kind not in _QUESTIONS else values[-1:])


def _sorted(state: State, elements: list[str], rest: Sequence[str]) -> list[str]:
    del state
    return sorted(elements, key=_natural if "NATURAL" in rest else None, reverse="DESCENDING" in rest)


def _natural(text: str) -> list[tuple[int, int, str]]:
    return [
        (1, int(each), "") if each.isdecimal() and len(each) < 19 else (0, 0, each)
        for each in re.split(r"([0-9]+)", text)
    ]


def _unique(state: State, elements: list[str], rest: Sequence[str]) -> list[str]:
    del state, rest
    return list(dict.fromkeys(elements))


def _without(state: State, elements: list[str], rest: Sequence[str]) -> list[str] | None:
    del state
    removed = frozenset(rest)
    return [each for each in elements if each not in removed] if is_known("".join(rest)) else None


def _filtered(state: State, elements: list[str], rest: Sequence[str]) -> list[str] | None:
    if len(rest) != 3 or rest[1] != "REGEX" or not is_known(rest[2]):
        return None
    safe = safe_pattern(rest[2])
    costs = [safe.cost(each) for each in elements] if safe is not None else [None]
    if safe is None or None in costs:
        return None
    total = sum(each or 0 for each in costs)
    if total > state.steps:
        return None
    state.steps -= total
    wanted = rest[0] == "INCLUDE"
    return [each for each in elements if bool(safe.compiled.search(each)) == wanted]


def _without_index(state: State, elements: list[str], rest: Sequence[str]) -> list[str] | None:
    del state
    if not all(_INDEX.fullmatch(each) for each in rest) or not elements:
        return None
    removed = {int(each) % len(elements) for each in rest if -len(elements) <= int(each) < len(elements)}
    return [each for index, each in enumerate(elements) if index not in removed]


def _inserted(state: State, elements: list[str], rest: Sequence[str]) -> list[str] | None:
    del state
    if not rest or not _INDEX.fullmatch(rest[0]):
        return None
    at = int(rest[0])
    return [*elements[:at], *rest[1:], *elements[at:]] if abs(at) <= len(elements) else None


def _reversed(state: State, elements: list[str], rest: Sequence[str]) -> list[str]:
    del state, rest
    return elements[::-1]


def _popped(at: int) -> Callable[[State, list[str], Sequence[str]], list[str] | None]:
    def pop(state: State, elements: list[str], rest: Sequence[str]) -> list[str] | None:
        if len(rest) > 1:
            state.forget(rest)
            return None
        for name in rest:
            state.assign(name, elements[at] if elements else "")
        return elements[1:] if at == 0 else elements[:-1]

    return pop


def _transformed(state: State, elements: list[str], rest: Sequence[str]) -> list[str] | None:
    """Apply an action to every element, in place."""
    del state
    action, arguments = (rest[0], rest[1:]) if rest else ("", [])
    if action in {"APPEND", "PREPEND"} and len(arguments) == 1:
        text = arguments[0]
        if len(text) * len(elements) > _LONGEST:
            return None
        return [each + text if action == "APPEND" else text + each for each in elements]
    change = _TRANSFORMS.get(action)
    return [change(each) for each in elements] if change is not None and not arguments else None


_TRANSFORMS: Mapping[str, Callable[[str], str]] = {
    "STRIP": str.strip,
    "TOLOWER": str.lower,
    "TOUPPER": str.upper,
}
_Change = Callable[[State, list[str], Sequence[str]], list[str] | None]
_CHANGES: Mapping[str, _Change] = {
    "FILTER": _filtered,
    "INSERT": _inserted,
    "POP_BACK": _popped(-1),
    "POP_FRONT": _popped(0),
    "REMOVE_AT": _without_index,
    "REMOVE_DUPLICATES": _unique,
    "REMOVE_ITEM": _without,
    "REVERSE": _reversed,
    "SORT": _sorted,
    "TRANSFORM": _transformed,
}


def _length(elements: list[str], rest: Sequence[str]) -> str:
    del rest
    return str(len(elements))


def _chosen(elements: list[str], rest: Sequence[str]) -> str:
    indexes = [int(each) for each in rest[:-1] if _INDEX.fullmatch(each)]
    if len(indexes) != len(rest) - 1 or not all(-len(elements) <= each < len(elements) for each in indexes):
        return UNKNOWN
    return joined([elements[each] for each in indexes])


def _index(elements: list[str], rest: Sequence[str]) -> str:
    if not is_known(rest[0]):
        return UNKNOWN
    return str(elements.index(rest[0]) if rest[0] in elements else -1)


def _joined(elements: list[str], rest: Sequence[str]) -> str:
    glue = rest[0]
    return UNKNOWN if len(glue) * len(elements) > _LONGEST else glue.join(elements)


def _part(elements: list[str], rest: Sequence[str]) -> str:
    if len(rest) != 3 or not all(_INDEX.fullmatch(each) for each in rest[:2]):
        return UNKNOWN
    start, length = int(rest[0]), int(rest[1])
    return joined(elements[start:] if length < 0 else elements[start : start + length])


_QUESTIONS: Mapping[str, Callable[[list[str], Sequence[str]], str]] = {
    "FIND": _index,
    "GET": _chosen,
    "JOIN": _joined,
    "LENGTH": _length,
    "SUBLIST": _part,
}
