"""What each statement of a Python source asks about and binds, without the values.

That tells which statements can have a part in what a source opens: those with a loading call, or with
something that may stand for one, and whatever they take their values from. In most sources these are few.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import product, zip_longest
from typing import NamedTuple

from wheelcheck.policy.loading_calls import SEARCHES, TABLES
from wheelcheck.wheel.python.imports import Import
from wheelcheck.wheel.python.names import INIT, Budget, Names
from wheelcheck.wheel.python.strings import NOTHING, Value
from wheelcheck.wheel.python.tokens import Kind, Token, TooMuchError

_WORD = re.compile(r"\w+")
_UNUSUAL = ("(", ":=", " for ")
"""What makes more of a field of a string than names."""


_NONE = Token(Kind.OTHER, "")
_ATTRIBUTE, _RESULT = -1, -2
_DEEPEST = 20
_CLOSING = frozenset(")]}")
Key = tuple[int, str]
"""A variable by the number of its function, an attribute of any object, or the result of a function."""


class Entry(NamedTuple):
    """One statement."""

    variables: frozenset[str]
    """Variables in its values."""
    attributes: frozenset[str]
    called: frozenset[str]
    passed: frozenset[str]
    """Names that are not only called."""
    through: frozenset[str]
    """What loading calls are reached by: `ctypes` and `CDLL` in `ctypes.CDLL(x)`; '' for an expression."""
    bound: frozenset[Key]
    """What may be more after it."""
    functions: tuple[int, ...]
    """Functions whose variables it sees."""
    is_kept: bool
    """Whether it is read in any case: it opens a scope, or is too unusual for this outline."""

    def asks(self) -> Iterator[Key]:
        """Give all whose values it may need."""
        yield from product(self.functions, self.variables)
        yield from product((_ATTRIBUTE,), self.attributes)
        yield from product((_RESULT,), self.called)

    def asks_for(self, key: Key) -> bool:
        """Whether it may need one value."""
        number, name = key
        if number == _ATTRIBUTE:
            return name in self.attributes
        return (
            name in self.called if number == _RESULT else name in self.variables and number in self.functions
        )


class Outline(Names):
    """Takes the place of the names of a source when its statements are read for the first time."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.entries: list[Entry] = []
        self._variables: set[str] = set()
        self._names: set[str] = set()
        self._callees: set[str] = set()
        self._passed: set[str] = set()
        self._through: set[str] = set()
        self._taken: set[str] = set()
        self._bound: set[Key] = set()
        self._is_kept = False
        self._own: dict[str, set[Key]] = defaultdict(set)
        """Function → its parameters."""

    def end(self) -> None:
        """End a statement.

        Raises:
            TooMuchError: it is in too many functions.
        """
        functions = tuple(dict.fromkeys((0, *(scope.number for scope in self.scopes[-_DEEPEST:]))))
        if len(self.scopes) > _DEEPEST:
            raise TooMuchError
        sets = (self._variables, self._names, self._callees, self._passed, self._through)
        variables, attributes, called, passed, through = map(frozenset, sets)
        self.entries.append(
            Entry(
                variables,
                attributes,
                called,
                passed,
                through,
                bound=frozenset(self._bound),
                functions=functions,
                is_kept=self._is_kept,
            )
        )
        for each in sets:
            each.clear()
        self._bound.clear()
        self._is_kept = False

    def value(self, tokens: Sequence[Token]) -> Value:
        """Note what an expression asks about, calls and binds."""
        is_loop = False
        before = last = _NONE
        for at, (token, after) in enumerate(zip_longest(tokens, tokens[1:], fillvalue=_NONE)):
            text = token.text
            if token.kind is Kind.NAME:
                is_attribute = before.text == "."
                (self._names if is_attribute else self._variables).add(text)
                if is_attribute and last.kind is Kind.OTHER and last.text not in _CLOSING:
                    self._variables.add(text)
                if after.text == "(" and after.kind is Kind.OTHER:
                    self._callees.add(text)
                    self._called[self.function].add(text)
                    if text in self.loaders:
                        self._note_loader(tokens, at)
                else:
                    self._passed.add(text)
                if is_loop:
                    self._bound.add((self.number, text))
                is_loop = text == "for" or (is_loop and text != "in")
            elif token.kind is Kind.FORMAT:
                self._note_unusual(_WORD.findall(text), is_kept=any(each in text for each in _UNUSUAL))
            elif text == ":=":
                self.bind(before.text, NOTHING)
            elif text == "(" and before.text == "]":
                self._note_unusual([each.text for each in tokens if each.kind is Kind.NAME], is_kept=True)
            last, before = before, token
        return NOTHING

    def _note_loader(self, tokens: Sequence[Token], at: int) -> None:
        """Note what a loading call is reached by."""
        self._through.add(tokens[at].text)
        while at > 0 and tokens[at - 1].text == ".":
            before = tokens[at - 2] if at > 1 else _NONE
            self._through.add(before.text if before.kind is Kind.NAME else "")
            at -= 2

    def take(self, imported: Import, name: str) -> None:  # noqa: ARG002  # there are no values here
        """Note a name that comes from another module of the wheel."""
        self._taken.add(name)

    def _note_unusual(self, words: Sequence[str], *, is_kept: bool) -> None:
        """Note names that may be anything."""
        for names in (self._variables, self._names, self._callees, self._passed):
            names.update(words)
        self._is_kept = self._is_kept or is_kept

    def named(self, name: str) -> Value:
        """Note what is renamed."""
        self._variables.add(name)
        self._passed.add(name)
        return NOTHING

    def bind(self, name: str, value: Value) -> None:
        """Note a variable."""
        self._bound.add((self.number, name))
        if self.scopes and self.scopes[-1].is_class:
            self.set_attribute(name, value)

    def set_attribute(self, name: str, value: Value) -> None:  # noqa: ARG002  # there are no values here
        """Note an attribute."""
        self._bound.add((_ATTRIBUTE, name))

    def returns(self, value: Value) -> None:  # noqa: ARG002  # there are no values here
        """Note that the function has a result."""
        self._bound.add((_RESULT, self.function))

    def declare_class(self, name: str) -> None:
        """Note a class."""
        super().declare_class(name)
        self._is_kept = True

    def declare(self, name: str, number: int, parameters: Mapping[str, Value]) -> None:
        """Note a function."""
        keys = {(number, parameter) for parameter in parameters}
        self._own[name] |= keys
        self._bound |= keys
        self._is_kept = True

    def called(self) -> Mapping[str, AbstractSet[str]]:
        """Give the functions that each function calls."""
        return self._called

    def relevant(self, wanted: Iterable[str]) -> frozenset[int]:
        """Give the statements that may decide what is opened, or what a wanted name stands for.

        Raises:
            TooMuchError: that takes more work than is left.
        """
        names = sorted(wanted)
        found = {*self._openers, *(index for name in names for index in self._askers.get(name, ()))}
        queue = set(found)
        asked = {(number, name) for name in names for number in (0, _RESULT)}
        known: set[Key] = set()
        while asked or queue:
            for index in queue:
                entry = self.entries[index]
                self.spend(len(entry.functions) * len(entry.variables) + len(entry.attributes))
                asked.update(entry.asks())
            asked -= known
            known |= asked
            queue = {index for key in asked for index in self._binders.get(key, ())} - found
            found |= queue
            asked.clear()
        return self._kept.union(found)

    @cached_property
    def _kept(self) -> frozenset[int]:
        return frozenset(index for index, entry in enumerate(self.entries) if entry.is_kept)

    @cached_property
    def _askers(self) -> Mapping[str, list[int]]:
        """Name → statements with it in a value."""
        found: dict[str, list[int]] = defaultdict(list)
        for index, entry in enumerate(self.entries):
            for name in entry.passed | entry.called:
                found[name].append(index)
        return found

    @cached_property
    def _binders(self) -> Mapping[Key, list[int]]:
        found: dict[Key, list[int]] = defaultdict(list)
        for index, entry in enumerate(self.entries):
            for key in self._bound_by(entry):
                found[key].append(index)
        return found

    def _bound_by(self, entry: Entry) -> AbstractSet[Key]:
        """Give what a statement may add to, parameters of what it calls included."""
        found = entry.bound
        for name in entry.called:
            for function in (name, INIT) if name in self._classes else (name,):
                if function in self._own:
                    self.spend(len(self._own[function]))
                    found |= self._own[function]
        return found

    @cached_property
    def _openers(self) -> frozenset[int]:
        """Statements with something that may stand for a function that opens libraries."""
        found = {index for name in (*SEARCHES, *TABLES) for index in self._askers.get(name, ())}
        queue: list[Key] = []
        known: set[Key] = set()
        passing: set[int] = set()

        bound = {name for entry in self.entries for _, name in entry.bound}
        movable = {"", *self._taken, *bound, *self._own, *self._classes}

        def follow(name: str, indexes: Iterable[int], *, is_plain: bool) -> None:
            for index in indexes:
                entry = self.entries[index]
                found.add(index)
                is_passed = not is_plain or name in entry.passed or not movable.isdisjoint(entry.through)
                if is_passed and index not in passing:
                    passing.add(index)
                    new = self._bound_by(entry) - known
                    known.update(new)
                    queue.extend(new)

        for name in sorted(self.loaders):
            follow(name, self._askers.get(name, ()), is_plain=True)
        for key in queue:
            self.spend(len(self._askers.get(key[1], ())))
            indexes = [at for at in self._askers.get(key[1], ()) if self.entries[at].asks_for(key)]
            follow(key[1], indexes, is_plain=False)
        return frozenset(found)
