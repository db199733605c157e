"""WHEEL, METADATA and entry_points.txt as facts (core metadata specifications, entry points)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from wheelcheck.wheel.model import Header, Wheel

if TYPE_CHECKING:
    from packaging.requirements import Requirement

_T = TypeVar("_T")


class EntryPoint(NamedTuple):
    """One line of entry_points.txt."""

    group: str
    name: str
    module: str
    attribute: str
    extras: str

    @property
    def is_script(self) -> bool:
        """Whether an installer generates a program for it."""
        return self.group in {"console_scripts", "gui_scripts"}


def per_wheel(view: Callable[[Wheel], _T]) -> Callable[[Wheel], _T]:
    """Compute a view of a wheel once; it is stored with the wheel's cached properties."""
    key = _key_of(view)

    @functools.wraps(view)
    def cached(wheel: Wheel) -> _T:
        kept = wheel.__dict__
        if key not in kept:
            kept[key] = view(wheel)
        found: _T = kept[key]
        return found

    return cached


def if_computed(view: Callable[[Wheel], _T], wheel: Wheel) -> _T | None:
    """Give a view that is kept per wheel, if somebody has asked for it."""
    found: _T | None = wheel.__dict__.get(_key_of(view))
    return found


def _key_of(view: Callable[[Wheel], Any]) -> str:
    return f"{view.__module__}.{view.__qualname__}"


def parse_headers(data: bytes) -> tuple[Header, ...]:
    """Give the header lines up to the first empty line; a line that is not a header has an empty key.

    A line that starts with a blank continues the previous value, after a newline.
    """
    headers: list[tuple[str, list[str]]] = []
    text = data.decode(errors="backslashreplace").removeprefix("\ufeff")
    for line in text.replace("\r\n", "\n").split("\n"):
        if not line:
            break
        if line[0] in " \t" and headers:
            headers[-1][1].append(line.strip())
            continue
        key, colon, value = line.partition(":")
        is_header = bool(colon) and bool(key) and not any(each.isspace() for each in key)
        headers.append((key, [value.strip()]) if is_header else ("", [line]))
    return tuple(Header(key, "\n".join(lines)) for key, lines in headers)


@per_wheel
def metadata_headers(wheel: Wheel) -> tuple[Header, ...]:
    """Headers of METADATA in order; () when the file is absent."""
    return parse_headers(wheel.texts.get(f"{wheel.dist_info}/METADATA", b""))


def metadata_values(wheel: Wheel, key: str) -> tuple[str, ...]:
    """Every value of one METADATA field; case is ignored."""
    key = key.lower()
    return tuple(header.value for header in metadata_headers(wheel) if header.key.lower() == key)


@per_wheel
def requires_dist(wheel: Wheel) -> tuple[Requirement, ...]:
    """Requires-Dist, parsed; values that do not parse are left out (`invalid-metadata` reports them)."""
    parsed = map(parse_requirement, metadata_values(wheel, "Requires-Dist"))
    return tuple(each for each in parsed if not isinstance(each, str))


@per_wheel
def required_distributions(wheel: Wheel) -> tuple[str, ...]:
    """Normalised names of the distributions that the wheel requires, each once, without itself.

    A wheel requires itself to join its extras: `pair[cuda]` under the extra `all`.
    """
    from packaging.utils import canonicalize_name

    names = dict.fromkeys(canonicalize_name(each.name) for each in requires_dist(wheel))
    return tuple(name for name in names if name != wheel.distribution)


@per_wheel
def always_required(wheel: Wheel) -> tuple[str, ...]:
    """Those of `required_distributions` that are required without an extra."""
    from packaging.utils import canonicalize_name

    plain = (each for each in requires_dist(wheel) if "extra" not in str(each.marker or ""))
    names = {canonicalize_name(each.name) for each in plain}
    return tuple(name for name in required_distributions(wheel) if name in names)


def parse_requirement(text: str) -> Requirement | str:
    """Parse one requirement (PEP 508), or explain why it does not parse."""
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        return Requirement(text)
    except InvalidRequirement as exc:
        return str(exc).partition("\n")[0]


@per_wheel
def import_paths(wheel: Wheel) -> dict[str, str]:
    """Members installed into site-packages: member name → path below site-packages, without folders."""
    data = tuple(
        f"{folder}/{scheme}/" for folder in _data_folders(wheel) for scheme in ("purelib", "platlib")
    )
    paths = {}
    for member in wheel.members:
        name = member.name
        if member.is_folder:
            continue
        first = name.partition("/")[0]
        if not first.endswith((".data", ".dist-info")) or "/" not in name:
            paths[name] = name
        elif data and name.startswith(data):
            paths[name] = name.split("/", 2)[2]
    return paths


def _data_folders(wheel: Wheel) -> list[str]:
    folders = {name.partition("/")[0]: None for name in wheel.by_name if ".data/" in name}
    return [folder for folder in folders if folder.endswith(".data")]


@per_wheel
def top_level_modules(wheel: Wheel) -> frozenset[str]:
    """Names that `import` finds directly in site-packages because of this wheel."""
    found = set()
    for path in import_paths(wheel).values():
        first, slash, _ = path.partition("/")
        name, dot, suffix = first.partition(".")
        if slash and not dot:
            found.add(first)
        elif not slash and suffix.rpartition(".")[2] in {"py", "pyc", "so", "pyd"}:
            found.add(name)
    return frozenset(found)


@per_wheel
def entry_points(wheel: Wheel) -> tuple[EntryPoint, ...]:
    """Entries of entry_points.txt in order; other lines are left out."""
    text = wheel.texts.get(f"{wheel.dist_info}/entry_points.txt", b"")
    return parse_entry_points(text.decode(errors="backslashreplace"))


def parse_entry_points(text: str) -> tuple[EntryPoint, ...]:
    """Give the entries of an entry_points.txt; `configparser` takes quadratic time for a line of blanks."""
    group, points = "", []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1].strip()
        elif "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            target, _, extras = value.partition("[")
            module, _, attribute = target.partition(":")
            points.append(
                EntryPoint(group, name.strip(), module.strip(), attribute.strip(), extras.strip(" ]"))
            )
    return tuple(points)
