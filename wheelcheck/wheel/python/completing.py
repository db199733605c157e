"""What is known of a source, completed from the other sources of the wheel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from wheelcheck.wheel.metadata import top_level_modules
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.imports import Import
from wheelcheck.wheel.python.loads import Outlined, outlined, scan_loads
from wheelcheck.wheel.python.modules import Modules, parents
from wheelcheck.wheel.python.names import INIT, Budget, Hole, Source
from wheelcheck.wheel.python.strings import NOTHING, UNKNOWN, Value, bounded, filled, holes_of
from wheelcheck.wheel.python.tokens import TooMuchError
from wheelcheck.wheel.python.uses import uses_loading_call

_WORK = 1_500_000
"""Values that are computed in all of them; the most that any wheel takes is half a million, for torch."""
_STATEMENTS = 100_000
"""Statements of all sources beyond which none is read: they stay in memory. Those of torch have 20,000."""
_FILLED = 200_000
"""Texts that are completed."""
_MOST_ARGUMENTS = 500
_ROUNDS = 2


class Sources:
    """The sources of a wheel that may have a part in what it opens; each is read when it is asked for."""

    def __init__(self, wheel: Wheel, members: Iterable[str]) -> None:
        self._wheel = wheel
        self._budget = Budget(_WORK)
        self._members = dict.fromkeys(sorted(members))
        self._outlined: dict[str, Outlined] = {}
        self._statements = 0
        self._wanted: dict[str, frozenset[str]] = {}
        self._readings: dict[str, list[tuple[frozenset[int], Source]]] = defaultdict(list)
        """What was read of a source, each time more."""
        self._known: dict[tuple[str, frozenset[str]], Source] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def text(self, member: str) -> bytes:
        """Give a source as it is."""
        return self._wheel.texts[member]

    def imports(self, member: str) -> tuple[Import, ...]:
        """Give what a source imports from packages of the wheel."""
        tops = top_level_modules(self._wheel)
        return tuple(
            each
            for each in self._wheel.python_imports.get(member, ())
            if each.level or each.module.partition(".")[0] in tops
        )

    def read(self, member: str, wanted: frozenset[str] = frozenset()) -> Source:
        """Read what a source opens, and what it tells about the wanted names."""
        if member not in self._members:
            return Source()
        if (member, wanted) not in self._known:
            self._known[member, wanted] = self._reading(member, wanted)
        return self._known[member, wanted]

    def _reading(self, member: str, wanted: frozenset[str]) -> Source:
        if member not in self._outlined:
            if self._statements > _STATEMENTS:
                return Source(is_whole=False)
            self._outlined[member] = outlined(self.text(member), self.imports(member), self._budget)
            self._statements += len(self._outlined[member].lines)
        known = self._outlined[member]
        try:
            self._budget.spend(len(known.lines))
            relevant = known.outline.relevant(wanted)
            for read, source in self._readings[member]:
                if relevant <= read:
                    return source
            self._wanted[member] = wanted | self._wanted.get(member, wanted)
            relevant = known.outline.relevant(self._wanted[member])
        except TooMuchError:
            return Source(is_whole=False)
        source = scan_loads(known, relevant, self.imports(member), self._budget)
        self._readings[member].append((relevant, source))
        return source

    def unread(self) -> Iterator[str]:
        """Give those that were not read to their end."""
        cut = {member for (member, _), source in self._known.items() if not source.is_whole}
        return (member for member in self if member in cut)


class Completion:
    """Fills the holes of each source from the others."""

    def __init__(self, modules: Modules, sources: Sources) -> None:
        self._modules = modules
        self._sources = sources
        users = [member for member in sources if uses_loading_call(sources.text(member))]
        read = {member: sources.read(member) for member in users}
        self.openers: Mapping[str, Source] = {
            member: source for member, source in read.items() if source.openings
        }
        """Sources that open something."""
        self._parameters: dict[tuple[str, str], list[Hole]] = defaultdict(list)
        for member, source in self.openers.items():
            for each in _opening_parameters(source):
                self._parameters[member, each.module].append(each)
        self._arguments: dict[tuple[str, Hole], set[str]] = {}
        self._changes = 0
        """How often something was added to the arguments."""
        self._filling = Budget(_FILLED)
        self._values_of: dict[tuple[str, Hole, int], tuple[int, Value]] = {}
        """Values of holes, each with the number of changes for which they hold."""
        self.cut: set[str] = set()
        """Openers whose texts could not all be completed."""
        callers = {member: wanted for member in sources if (wanted := self._called_by(member))}
        self._read_ahead(callers)
        for _ in range(_ROUNDS):
            for member, functions in callers.items():
                try:
                    self._note_calls(member, sources.read(member, functions))
                except TooMuchError:
                    self.cut.add(member)

    def _read_ahead(self, callers: Mapping[str, frozenset[str]]) -> None:
        """Read once for all that is known to be asked about a source."""
        wanted: dict[str, frozenset[str]] = defaultdict(frozenset, callers)
        for member, source in self.openers.items():
            for number in sorted(_numbers(source)):
                found = source.holes[number]
                other = self._modules.sources.get(
                    self._modules.resolve(member, found.level, found.module), ""
                )
                if found.level >= 0:
                    wanted[other] |= {found.name}
        for member, names in wanted.items():
            self._sources.read(member, names)

    def paths(self, member: str, texts: Iterable[str]) -> tuple[str, ...]:
        """Complete the texts of one opener."""
        source = self.openers[member]
        try:
            found = {text for each in texts for text in self._filled(member, source, each)}
        except TooMuchError:
            self.cut.add(member)
            return ()
        return tuple(sorted(text.replace(UNKNOWN, "*") for text in found if text.strip(UNKNOWN + "/")))

    def _filled(self, member: str, source: Source, text: str, depth: int = 0) -> Value:
        if not holes_of(text):
            return frozenset({text})
        found = filled(text, lambda number: self._values(member, source, number, depth))
        self._filling.spend(1 + len(found))
        return found

    def _values(self, member: str, source: Source, number: int, depth: int) -> Value:
        if number >= len(source.holes) or depth > _ROUNDS:
            return frozenset()
        key = (member, source.holes[number], depth)
        changes, known = self._values_of.get(key, (-1, NOTHING))
        if changes != self._changes:
            known = self._evaluated(member, source.holes[number], depth)
            self._values_of[key] = (self._changes, known)
        return known

    def _evaluated(self, member: str, found: Hole, depth: int) -> Value:
        if found.level < 0:
            return bounded(sorted(self._arguments.get((member, found), ())))
        other = self._modules.sources.get(self._modules.resolve(member, found.level, found.module), "")
        provider = self._sources.read(other, frozenset({found.name}))
        texts = provider.constants.get(found.name, frozenset())
        return bounded(
            text for each in sorted(texts) for text in sorted(self._filled(other, provider, each, depth + 1))
        )

    def _called_by(self, member: str) -> frozenset[str]:
        """Give the functions that open what they are called with, if a source names and imports some."""
        text = self._sources.text(member)
        functions = {
            (other, name) for other, name in self._parameters if name != INIT and name.encode() in text
        }
        if not functions:
            return frozenset()
        paths = {path for other, _ in functions for path in parents(self._modules.names[other])}
        for each in self._sources.imports(member):
            base = self._modules.resolve(member, each.level, each.module)
            module = self._modules.sources.get(base, "")
            for name in each.names or ():
                is_module = name == "__init__" or f"{base}.{name}".removeprefix(".") in paths
                if is_module or (module, name) in functions:
                    return frozenset(function for _, function in functions)
        return frozenset()

    def _note_calls(self, member: str, source: Source) -> None:
        """Note with what each function is called from other modules."""
        for call in source.calls:
            other = self._modules.sources.get(self._modules.resolve(member, call.level, call.module), "")
            for hole in self._parameters.get((other, call.function), ()):
                for index, argument in enumerate(call.arguments):
                    if hole.name == argument.keyword if argument.keyword else hole.place == index:
                        values = {
                            text for each in argument.value for text in self._filled(member, source, each)
                        }
                        known = self._arguments.setdefault((other, hole), set())
                        if len(known) < _MOST_ARGUMENTS and not values <= known:
                            known.update(values)
                            self._changes += 1


def _opening_parameters(source: Source) -> Iterator[Hole]:
    """Parameters that are a part of what the source opens."""
    return (source.holes[number] for number in sorted(_numbers(source)) if source.holes[number].level < 0)


def _numbers(source: Source) -> set[int]:
    """Holes in what a source opens."""
    return {number for each in source.openings for text in each.texts for number in holes_of(text)}
