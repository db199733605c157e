"""What is known of the module that an entry point names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from wheelcheck.model import Severity
from wheelcheck.policy.python_sources import is_aside
from wheelcheck.policy.stdlib import stdlib_modules
from wheelcheck.rules.listing import shortened
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import EntryPoint, import_paths, requires_dist, top_level_modules
from wheelcheck.wheel.model import Wheel
from wheelcheck.wheel.python.modules import python_modules

_SHOWN = 5
_WORD = re.compile(rb"\w+")


def lacking(wheel: Wheel, points: Iterable[EntryPoint]) -> Mapping[str, list[EntryPoint]]:
    """Objects that their module certainly does not define, sorted → the entry points that name them."""
    found: dict[str, list[EntryPoint]] = {}
    for point in points:
        found.setdefault(point.attribute, []).append(point)
    return {attribute: same for attribute, same in sorted(found.items()) if _lacks(wheel, same[0])}


def _lacks(wheel: Wheel, point: EntryPoint) -> bool:
    """Whether a plain Python module of the wheel certainly does not define the object that is named."""
    modules = python_modules(wheel)
    name = point.attribute.partition(".")[0].strip()
    if not name.isidentifier() or point.module in modules.extensions:
        return False
    defined = wheel.definitions.get(modules.sources.get(point.module, ""))
    if defined is None or defined.is_open:
        return False
    return name not in defined.names and f"{point.module}.{name}" not in modules.served


def is_object(wheel: Wheel, module: str) -> bool:
    """Whether what an entry point names as a module is an object of one: `pair.Thing` for `pair:Thing`."""
    modules = python_modules(wheel)
    parent, _, name = module.rpartition(".")
    member = modules.sources.get(parent, "")
    defined = wheel.definitions.get(member)
    if defined is None or not name.isidentifier():
        return False
    return name in defined.names or (
        defined.is_open and name.encode() in _WORD.findall(wheel.texts.get(member, b""))
    )


def severity_of(subject: Subject, module: str) -> Severity | None:
    """Judge a module that may not be there; None when something provides it, or may do so."""
    top = module.partition(".")[0]
    wheels = (subject.wheel, *subject.siblings)
    is_standard = top in stdlib_modules(subject.wheel.tags)
    if is_standard or any(_ships(wheel, module) for wheel in wheels):
        return None
    if top in top_level_modules(subject.wheel):
        return Severity.WARNING if is_aside(f"{module.replace('.', '/')}.py") else Severity.ERROR
    if any(_may_bring(requirement.name, top) for requirement in requires_dist(subject.wheel)):
        return None
    return Severity.WARNING if requires_dist(subject.wheel) else Severity.ERROR


def _ships(wheel: Wheel, module: str) -> bool:
    path = module.replace(".", "/")
    if f"{path}.py" in wheel.by_name or f"{path}/__init__.py" in wheel.by_name:
        return True
    starts = tuple(path + end for end in ("/", ".py", ".so", ".cp", ".abi3"))
    return any(each.startswith(starts) for each in import_paths(wheel).values())


def extends_its_path(subject: Subject, module: str) -> bool:
    """Whether the top-level package of a module also looks for modules elsewhere."""
    text = subject.wheel.texts.get(f"{module.partition('.')[0]}/__init__.py", b"")
    return b"__path__" in text


def _may_bring(distribution: str, module: str) -> bool:
    """Whether the name of a distribution suggests that it contains a module: `PyYAML` and `yaml`."""
    words = re.split(r"[-_.]+", distribution.lower())
    joined = "".join(words)
    spellings = {*words, joined, joined.removeprefix("py"), joined.removesuffix("py")}
    return module.lower() in spellings or module.lower().replace("_", "") in spellings


def listed_points(points: list[EntryPoint]) -> tuple[str, str]:
    """Name entry points at the beginning of a sentence, and give its verb."""
    names = ", ".join(f"{shortened(point.name)!r} ({shortened(point.group)})" for point in points[:_SHOWN])
    names += f" and {len(points) - _SHOWN:,} more" if len(points) > _SHOWN else ""
    return (f"entry point {names}", "names") if len(points) == 1 else (f"entry points {names}", "name")
