"""Texts that make a regular expression work hard, derived from its own syntax tree, and what they cost.

A backtracking engine is slow where a part that repeats can stop at many places, and each of them is tried:
because what follows takes the same characters, because what repeats does, or because a search begins anew at
each place. So each repeated part is pumped with characters that as many parts of the expression as possible
take, alone and with what comes before or behind it, and ended by something that nothing takes.

Run as a program, it reads expressions from standard input and writes what it found: a match that never ends
then ends with its process.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, cast

if sys.version_info >= (3, 11):
    from re import _parser as sre_parse
else:
    import sre_parse

_ROOT = Path(__file__).parents[2]
_ALPHABET = "aAz09_ \t\n-.,:;=/\\\"'()[]{}<>*#+$@!|"
_TAILS = ("", "\0", "\n", "!")
_MANY = 8
"""Repetitions from which a part counts as one that repeats."""
_PUMPS, _PAIRED, _SHOWN = 8, 4, 40
_SMALL, _SIZES = 4_000, (1_000, 2_000, 4_000, 8_000)
_QUICK, _SLOW = 400e-6, 2e-3
"""Seconds for `_SMALL` characters: quadratic ones take more, and linear ones hardly ever take the second."""
_GROWTH = 27.0
"""From the smallest to the largest of `_SIZES`, three times as much for twice the text: eight is linear."""
_NEAR = 1.3
_NOISE = 5e-3
"""Seconds for the largest text below which growth says nothing."""
_LIMIT = 0.15
"""Seconds for the largest text."""
_SHORT_LIMIT = 0.025
"""Seconds for the longest subject, where the code bounds it."""
_GUARD = 0.2
"""Seconds of processor time after which a match is stopped."""
_ROUNDS, _PATIENCE = 4, 120.0

Tree = Sequence[tuple[Any, Any]]


class Expression(NamedTuple):
    """A regular expression and how it is used."""

    pattern: str | bytes
    flags: int = 0
    method: str = "search"
    """`search` (at every place, again behind each match), `match` or `fullmatch`."""
    longest: int | None = None
    """Characters of the longest subject, where the code bounds it."""


class Attack(NamedTuple):
    """One shape of text."""

    head: str
    pump: str
    tail: str

    def text(self, length: int) -> str:
        """Give it with about so many characters."""
        return self.head + self.pump * max(length // len(self.pump), 1) + self.tail


class _Part(NamedTuple):
    """A repeated part, with samples of what comes before and behind it."""

    before: str
    body: tuple[str, ...]
    behind: str


class OverrunError(Exception):
    """A match took so long that it was stopped."""


def weaknesses(expressions: Sequence[Expression]) -> list[str]:
    """Judge expressions in a process of their own: '' for each that takes linear time, else what it took."""
    rows = [
        (_text(each.pattern), isinstance(each.pattern, bytes), each.flags, each.method, each.longest)
        for each in expressions
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.regex_attacks"],
        input=json.dumps(rows),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=_ROOT,
        timeout=_PATIENCE,
    )
    found: list[str] = json.loads(done.stdout)
    return found


def find_weakness(expression: Expression) -> str:
    """Run an expression on its worst texts; describe the first that costs more than its length allows."""
    run = _runner(expression)
    small = min(_SMALL, expression.longest or _SMALL)
    quick = _QUICK
    for attack in _attacks(expression.pattern, expression.flags):
        seconds = _GUARD
        try:
            seconds = _seconds(run, attack.text(small), tries=1)
            said = _weakness(run, attack, expression.longest) if seconds > quick else ""
        except OverrunError:
            said = f"stopped after {_GUARD} s"
        if said:
            return f"{attack.text(_SHOWN)!r}…: {said}"
        # What was found linear tells how slow this expression is when all is well.
        quick = min(max(quick, 2 * seconds), _SLOW)
    return ""


def _weakness(run: Callable[[str], None], attack: Attack, longest: int | None) -> str:
    """Measure until one measurement says that all is well: the machine may have had something else to do."""
    said = ""
    for _ in range(_ROUNDS):
        said = _measured(run, attack, longest)
        if not said:
            return ""
    return said


def _measured(run: Callable[[str], None], attack: Attack, longest: int | None) -> str:
    if longest is not None:
        seconds = _seconds(run, attack.text(longest), tries=3)
        return f"{longest} characters take {seconds:.4f} s" if seconds > _SHORT_LIMIT else ""
    if (
        _seconds(run, attack.text(_SMALL), tries=3)
        <= 2 * _seconds(run, attack.text(_SMALL // 2), tries=3) * _NEAR
    ):
        return ""
    measured: list[float] = []
    for size in _SIZES:
        measured.append(_seconds(run, attack.text(size), tries=3))
        if measured[-1] > _LIMIT:
            break
    else:
        if measured[-1] <= max(_GROWTH * measured[0], _NOISE):
            return ""
    return ", ".join(f"{size}: {each:.4f} s" for size, each in zip(_SIZES, measured, strict=False))


def _attacks(pattern: str | bytes, flags: int) -> Iterator[Attack]:
    """Give the texts for one expression."""
    tree: Any = sre_parse.parse(cast("str", pattern), flags)
    flags |= tree.state.flags
    wanted = _wanted(tree, flags)
    parts = list(_parts(tree, flags, wanted, "", ""))
    seen = set()
    for pump, head, tail in (*_of_parts(parts, wanted), *_of_pairs(parts, wanted, tree)):
        attack = Attack(head, pump, tail)
        if pump and attack not in seen:
            seen.add(attack)
            yield attack


def _of_parts(parts: list[_Part], wanted: list[str]) -> Iterator[tuple[str, str, str]]:
    for part in parts:
        starts = [part.before + part.body[0], part.before + part.body[-1]]
        pumps = [*part.body, part.before, *starts, part.body[0] + part.behind, *wanted[:3]]
        yield from product(dict.fromkeys(pumps), dict.fromkeys(("", part.before)), _TAILS)


def _of_pairs(parts: list[_Part], wanted: list[str], tree: Tree) -> Iterator[tuple[str, str, str]]:
    paired = dict.fromkeys((*wanted[:_PAIRED], *_literals(tree)[:_PAIRED]))
    heads = dict.fromkeys(("", *(part.before for part in parts[:2])))
    if parts:
        yield from product(map("".join, product(paired, repeat=2)), heads, ("", "\0"))


def _wanted(tree: Tree, flags: int) -> list[str]:
    """Characters, those first that most parts of an expression take."""
    singles = list(_singles(tree))
    alphabet = dict.fromkeys((*_ALPHABET, *_literals(tree)))
    return sorted(alphabet, key=lambda char: -sum(_takes(op, value, char, flags) for op, value in singles))


def _literals(tree: Tree) -> list[str]:
    """Characters that stand for themselves, the rarest in texts first."""
    found = {chr(value) for op, value in _singles(tree) if str(op) == "LITERAL" and value < 256}
    return sorted(found, key=lambda char: (char.isalnum(), char))


def _parts(tree: Tree, flags: int, wanted: list[str], before: str, behind: str) -> Iterator[_Part]:
    """Give every part that repeats, the outer ones first."""
    samples = [_sample(op, value, flags, wanted) for op, value in tree]
    for index, (op, value) in enumerate(tree):
        head = before + "".join(samples[:index])
        tail = "".join(samples[index + 1 :]) + behind
        if str(op).endswith("_REPEAT") and value[1] > _MANY:
            yield _Part(head, _bodies(value[2], flags, wanted), tail)
        for below in _below(op, value):
            yield from _parts(below, flags, wanted, head, tail)


def _bodies(body: Tree, flags: int, wanted: list[str]) -> tuple[str, ...]:
    """Give samples of what repeats: single characters that it takes, or texts in which more of it is used."""
    if len(body) == 1 and not _below(*body[0]):
        taken = [char for char in wanted if _takes(*body[0], char, flags)]
        # The last one is what as few others as possible take.
        return (*taken[:_PUMPS], *taken[-1:]) or ("\0",)
    whole = _samples(body, flags, wanted)
    full = _samples(body, flags, wanted, least=1)
    choices = [_samples(branch, flags, wanted) for op, value in body for branch in _below(op, value)]
    return tuple(dict.fromkeys(filter(None, (whole, full, *choices[:_PUMPS])))) or ("\0",)


def _samples(tree: Tree, flags: int, wanted: list[str], least: int = 0) -> str:
    return "".join(_sample(op, value, flags, wanted, least) for op, value in tree)


def _sample(op: Any, value: Any, flags: int, wanted: list[str], least: int = 0) -> str:
    """Give a short text that a node takes."""
    name = str(op)
    if name.endswith("_REPEAT"):
        return _samples(value[2], flags, wanted, least) * int(min(max(value[0], least), _MANY))
    if name in {"ASSERT", "ASSERT_NOT"}:
        return ""
    below = _below(op, value)
    if below:
        return _samples(below[0], flags, wanted, least)
    return next((char for char in wanted if _takes(op, value, char, flags)), "")


def _singles(tree: Tree) -> Iterator[tuple[Any, Any]]:
    for op, value in tree:
        if str(op) in {"LITERAL", "NOT_LITERAL", "ANY", "IN"}:
            yield op, value
        for each in _below(op, value):
            yield from _singles(each)


def _below(op: Any, value: Any) -> list[Tree]:
    """Give the subtrees of a node."""
    name = str(op)
    if name.endswith("_REPEAT"):
        return [value[2]]
    if name == "SUBPATTERN":
        return [value[3]]
    if name == "BRANCH":
        return list(value[1])
    if name in {"ASSERT", "ASSERT_NOT"}:
        return [value[1]]
    return [value] if name == "ATOMIC_GROUP" else []


def _takes(op: Any, value: Any, char: str, flags: int) -> bool:
    name = str(op)
    if name in {"LITERAL", "NOT_LITERAL"}:
        return (ord(char) == int(value)) is (name == "LITERAL")
    if name == "ANY":
        return char != "\n" or bool(flags & re.DOTALL)
    return name == "IN" and _in_class(tuple(value), char, flags & re.ASCII)


@lru_cache(maxsize=65536)
def _in_class(items: tuple[Any, ...], char: str, flags: int) -> bool:
    is_negated = str(items[0][0]) == "NEGATE"
    return is_negated != any(_in_item(str(op), value, char, flags) for op, value in items[is_negated:])


def _in_item(name: str, value: Any, char: str, flags: int) -> bool:
    if name == "LITERAL":
        return ord(char) == int(value)
    if name == "RANGE":
        return int(value[0]) <= ord(char) <= int(value[1])
    letter = {"DIGIT": "d", "SPACE": "s", "WORD": "w"}[str(value).rpartition("_")[2]]
    letter = letter.upper() if "_NOT_" in str(value) else letter
    return re.match(rf"\{letter}", char, flags) is not None


def _runner(expression: Expression) -> Callable[[str], None]:
    compiled: Any = re.compile(expression.pattern, expression.flags)
    is_bytes = isinstance(expression.pattern, bytes)
    nothing = b"" if is_bytes else ""

    def run(text: str) -> None:
        subject = text.encode("latin-1") if is_bytes else text
        if expression.method == "search":
            # Goes through the whole text, as `finditer` and `split` do.
            compiled.sub(nothing, subject)
        else:
            getattr(compiled, expression.method)(subject)

    return run


def _seconds(run: Callable[[str], None], text: str, tries: int) -> float:
    """Time of the best of some tries: the clock of the processor is too coarse."""
    best = float("inf")
    for _ in range(tries):
        signal.setitimer(signal.ITIMER_VIRTUAL, _GUARD)
        start = time.perf_counter()
        run(text)
        best = min(best, time.perf_counter() - start)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return best


@contextmanager
def _guarded() -> Iterator[None]:
    """Let `_GUARD` end a match: the engine looks at signals while it runs."""
    before = signal.signal(signal.SIGVTALRM, _overrun)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _overrun(_number: int, _frame: FrameType | None) -> None:
    raise OverrunError


def _text(pattern: str | bytes) -> str:
    return pattern if isinstance(pattern, str) else pattern.decode("latin-1")


def _main() -> None:
    with _guarded():
        found = [
            find_weakness(Expression(text.encode("latin-1") if is_bytes else text, flags, method, longest))
            for text, is_bytes, flags, method, longest in json.load(sys.stdin)
        ]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    _main()
