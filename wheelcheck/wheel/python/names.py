"""What the names of one Python source stand for, as far as the source tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec

from wheelcheck.policy.loading_calls import CALLS
from wheelcheck.wheel.python.expressions import Argument, value_of
from wheelcheck.wheel.python.imports import Import
from wheelcheck.wheel.python.strings import LOADER, NOTHING, UNKNOWN, Value, hole, holes_of, merged
from wheelcheck.wheel.python.tokens import Token, TooMuchError

_MOST_HOLES = 2000
_MOST_CALLS = 2000
_MOST_DEFINITIONS = 32
"""Functions of one name."""
INIT = "__init__"
_SELF = frozenset({"self", "cls"})


class Hole(NamedTuple):
    """Something whose value another module of the wheel decides."""

    level: int
    """Of the import that the name comes from; -1 for a parameter."""
    module: str
    """The module it comes from; for a parameter, the function."""
    name: str
    place: int
    """Position of a parameter."""


class Call(NamedTuple):
    """A call of a function that another module of the wheel defines."""

    level: int
    module: str
    function: str
    arguments: tuple[Argument, ...]


class Opening(NamedTuple):
    """One statement that opens libraries."""

    position: int
    texts: tuple[str, ...]
    """Names and paths, in which `strings.UNKNOWN` and holes stand for what is not in the source."""
    is_immediate: bool
    """Whether it happens when the module is imported: at its top, or in a function that is called there."""


class Source(msgspec.Struct, frozen=True):
    """What one Python source opens, and what others need to know to complete it."""

    openings: tuple[Opening, ...] = ()
    holes: tuple[Hole, ...] = ()
    calls: tuple[Call, ...] = ()
    constants: dict[str, Value] = {}
    """Values of variables at the top, and results of functions."""
    is_whole: bool = True
    """False when the source took too much work, and the rest was not read."""


class Budget:
    """Work that may be done, for one source or several: every value that is computed counts."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, work: int) -> None:
        """Take a part of it.

        Raises:
            TooMuchError: nothing is left.
        """
        self.left -= work
        if self.left < 0:
            raise TooMuchError


class Scope(NamedTuple):
    """A function or class that a statement is in."""

    number: int
    """Of the innermost function; 0 at the top of the module."""
    indent: int
    function: str
    is_class: bool = False


class Names:
    """Names of one source and their values so far: they only grow."""

    def __init__(self, budget: Budget) -> None:
        self.spend = budget.spend
        self.scopes: list[Scope] = []
        self.position = 0
        """Of the statement that is read."""
        self.asked: set[str] = set()
        """Names that this statement asked about."""
        self.loaders = frozenset(CALLS)
        self._time = 0
        """Number of statements that were read."""
        self._changes: dict[str, int] = {}
        """When what a name stands for changed last."""
        self._values: dict[tuple[int, str], Value] = {}
        self._attributes: dict[str, Value] = {}
        self._parameters: dict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
        self._classes: set[str] = set()
        self._returns: dict[str, Value] = {}
        self._holes: dict[Hole, int] = {}
        self._known: list[Hole] = []
        self._calls: dict[Call, None] = {}
        self._openings: dict[int, tuple[Value, str]] = {}
        self._called: dict[str, set[str]] = defaultdict(set)

    def begin(self) -> int:
        """Begin to read a statement, and give its time."""
        self._time += 1
        self.asked.clear()
        return self._time

    def changed(self, names: frozenset[str], time: int) -> bool:
        """Whether any of the names stands for more than before a time."""
        return any(self._changes.get(name, 0) >= time for name in names)

    @property
    def size(self) -> int:
        """How much is known."""
        tables = (self._values, self._attributes, self._returns)
        values = sum(len(value) + 1 for table in tables for value in table.values())
        opened = sum(len(value) for value, _ in self._openings.values())
        return values + opened + len(self._known) + len(self._calls)

    @property
    def number(self) -> int:
        """Number of the innermost function."""
        return self.scopes[-1].number if self.scopes else 0

    @property
    def function(self) -> str:
        """Name of the innermost function, '' at the top."""
        return next((scope.function for scope in reversed(self.scopes) if not scope.is_class), "")

    def value(self, tokens: Sequence[Token]) -> Value:
        """Evaluate an expression."""
        return value_of(tokens, self)

    def named(self, name: str) -> Value:
        """Give what a name stands for that is imported under another one."""
        return frozenset({LOADER}) if name in self.loaders else self.lookup(name)

    def lookup(self, name: str) -> Value:
        """Values in the innermost function that has the name, or at the top."""
        self.asked.add(name)
        for scope in reversed(self.scopes):
            found = self._values.get((scope.number, name))
            if found is not None:
                return found
        return self._values.get((0, name), NOTHING)

    def attribute(self, base: Value, name: str) -> Value | None:
        """Values assigned to the attribute of any object; of a module of the wheel, a hole."""
        self.asked.add(name)
        (text,) = base if len(base) == 1 else ("",)
        numbers = holes_of(text) if len(text) == 1 else []
        known = self._known[numbers[0]] if numbers else None
        if known is not None and known.level >= 0:
            module = f"{known.module}.{known.name}".strip(".")
            return frozenset({self._hole(Hole(known.level, module, name, 0))})
        return self._attributes.get(name)

    def bind(self, name: str, value: Value) -> None:
        """Add values to a variable of the innermost function."""
        self._add((self.number, name), value)
        if self.scopes and self.scopes[-1].is_class:
            self.set_attribute(name, value)

    def set_attribute(self, name: str, value: Value) -> None:
        """Add values to an attribute, of whatever object."""
        self._attributes[name] = self._grown(name, self._attributes.get(name, NOTHING), value)

    def returns(self, value: Value) -> None:
        """Add results of the innermost function."""
        name = self.function
        self._returns[name] = self._grown(name, self._returns.get(name, NOTHING), value)

    def loads(self, value: Value) -> None:
        """Record what the statement opens."""
        known, function = self._openings.get(self.position, (NOTHING, self.function))
        self._openings[self.position] = (merged(known, value - {LOADER}), function)

    def call(self, name: str, callee: Value, arguments: Sequence[Argument]) -> Value | None:
        """Pass arguments to a function of this source, or record a call of another one's."""
        self._called[self.function].add(name)
        self.asked.update((name, INIT))
        function = INIT if name in self._classes else name
        every = _union(arguments)
        if function in self._parameters:
            for number, names in self._parameters[function]:
                self.spend(1 + len(every))
                self._pass(number, names, arguments)
            return every if name in self._classes else self._returns.get(name, NOTHING)
        numbers = {number for text in callee if len(text) == 1 for number in holes_of(text)}
        known = [self._known[number] for number in sorted(numbers) if self._known[number].level >= 0]
        for each in known:
            if arguments and len(self._calls) < _MOST_CALLS:
                self._calls[Call(each.level, each.module, each.name, tuple(arguments))] = None
        return merged(callee, every) if known else None

    def take(self, imported: Import, name: str) -> None:
        """Bind a name that comes from another module of the wheel."""
        wanted = Hole(imported.level, imported.module, name, 0)
        self._add((0, name), frozenset({LOADER if name in self.loaders else self._hole(wanted)}))

    def declare_class(self, name: str) -> None:
        """Note a class: calling it calls its `__init__`."""
        if name not in self._classes:
            self._classes.add(name)
            self._changes[name] = self._time

    def declare(self, name: str, number: int, parameters: Mapping[str, Value]) -> None:
        """Note a function, its parameters and their defaults."""
        positional = tuple(each for each in parameters if each not in _SELF)
        for place, each in enumerate(positional):
            self._add((number, each), parameters[each])
            self._add((number, each), frozenset({self._hole(Hole(-1, name, each, place))}))
        known = self._parameters[name]
        if (number, positional) not in known and len(known) < _MOST_DEFINITIONS:
            known.append((number, positional))
            self._changes[name] = self._time

    def note_calls(self, called: Mapping[str, AbstractSet[str]]) -> None:
        """Note which functions each function calls in statements that are not read."""
        for function, names in called.items():
            self._called[function] |= names

    def source(self, *, is_whole: bool) -> Source:
        """Give what was found."""
        immediate = self._reached()
        top = {name: value for (number, name), value in sorted(self._values.items()) if not number}
        constants = {**top, **dict(sorted(self._returns.items()))}
        return Source(
            openings=tuple(
                Opening(position, tuple(sorted(value)), function in immediate)
                for position, (value, function) in sorted(self._openings.items())
                if value
            ),
            holes=tuple(self._known),
            calls=tuple(self._calls),
            constants={name: value for name, value in constants.items() if value},
            is_whole=is_whole,
        )

    def _hole(self, wanted: Hole) -> str:
        if wanted not in self._holes:
            if len(self._known) >= _MOST_HOLES:
                return UNKNOWN
            self._holes[wanted] = len(self._known)
            self._known.append(wanted)
        return hole(self._holes[wanted])

    def _add(self, key: tuple[int, str], value: Value) -> None:
        self._values[key] = self._grown(key[1], self._values.get(key, NOTHING), value)

    def _grown(self, name: str, known: Value, value: Value) -> Value:
        found = merged(known, value)
        if found is not known:
            self._changes[name] = self._time
        return found

    def _pass(self, number: int, names: tuple[str, ...], arguments: Sequence[Argument]) -> None:
        for index, argument in enumerate(arguments):
            name = argument.keyword or (names[index] if index < len(names) else "")
            if name:
                self._add((number, name), argument.value)

    def _reached(self) -> frozenset[str]:
        """Functions that run when the module is imported; '' is its top."""
        found, queue = {""}, [""]
        for function in queue:
            for name in sorted(self._called.get(function, ())):
                callee = INIT if name in self._classes else name
                if callee not in found:
                    found.add(callee)
                    queue.append(callee)
        return frozenset(found)


def _union(arguments: Sequence[Argument]) -> Value:
    found = NOTHING
    for each in arguments:
        found = merged(found, each.value)
    return found
