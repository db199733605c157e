"""Why CMake refused a package, where its words prove nothing about the wheel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wheelcheck.policy.cmake_modules import find_modules
from wheelcheck.sdk.package_config import package_name, search_module_name
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import required_distributions

_COMPILER = re.compile(r"No CMAKE_(\w{1,40})_COMPILER could be found")
_BROKEN_COMPILER = re.compile(r"CMakeTest(\w{1,40})Compiler\.cmake")
_CMAKE = re.compile(r"CMake ([\d.]{1,20}) or higher is required")
_MODULE = re.compile(r"No module named '([\w.]{1,80})'")
_SEARCHED = re.compile(r"Could NOT find ([\w.+-]{1,80})")
_PACKAGES = (
    re.compile(r'package configuration file provided by "([^"\s]{1,80})"'),
    re.compile(r'By not providing "Find([^"\s]{1,80})\.cmake"'),
    _SEARCHED,
    re.compile(r"because dependency ([\w.+-]{1,80}) could not be found"),
)
_LINKED = re.compile(r"(?:contains|links to): ([\w.+-]{1,80})::\S{1,80} but the target was not found")
_LISTED = re.compile(r"The following required packages were not found: - ([\w.+-]{1,80})")
"""How `pkg_check_modules` says it."""
_NUMPY = re.compile(r"detect numpy|find numpy|module named '?numpy", re.IGNORECASE)
"""How configs say that the interpreter which they ask has no numpy; nothing in CMake does it for them."""


def excuse(package: str, errors: Iterable[str], output: str, subject: Subject) -> str | None:
    """Explain why a refusal is no fault of the wheel: something that was not given, or that this host lacks.

    Args:
        package: that CMake refused.
        errors: of CMake, each on one line.
        output: all that it said, on one line. It also tells what an optional search did not find, so that
            it explains a refusal only where the config refuses itself.
        subject: the wheel with its siblings.
    """
    text = "\n".join(errors)
    told = output if "_FOUND to FALSE" in text else text
    return (
        _lack_of_host(output, subject)
        or _lack_of_siblings(told, package, subject)
        or _lack_of_targets(text, package, subject)
    )


def _lack_of_targets(text: str, package: str, subject: Subject) -> str | None:
    """Explain a link to a target of a package that nothing provides."""
    known = {package.lower(), *_shipped(subject), *find_modules()}
    absent = _requirements_not_given(subject)
    for match in _LINKED.finditer(text):
        if absent and match[1].lower() not in known:
            return f"it links a target of {match[1]!r}; not given by --with: {_sources(match[1], absent)}"
    return None


def _lack_of_host(text: str, subject: Subject) -> str | None:
    listed = _LISTED.search(text)
    if listed is not None and not any(
        member.name.endswith(f"/{listed[1]}.pc")
        for wheel in (subject.wheel, *subject.siblings)
        for member in wheel.members
    ):
        return f"it needs {listed[1]!r} of pkg-config, which this host does not have"
    lack = _lack_of_compiler(text)
    if lack is not None:
        return lack
    newer, module = _CMAKE.search(text), _MODULE.search(text)
    if newer is not None:
        return f"it needs CMake {newer[1]} or newer"
    name = "" if module is None else f"{module[1].partition('.')[0]}/"
    members = (member for wheel in (subject.wheel, *subject.siblings) for member in wheel.members)
    if _NUMPY.search(text) and "numpy" not in _given(subject):
        return "it asks a Python interpreter for numpy, which was not given by --with"
    if name and any(member.name.startswith(name) for member in members):
        return f"it asks a Python interpreter for {name[:-1]!r}, and found one without it"
    return None


def _lack_of_compiler(text: str) -> str | None:
    absent, broken = _COMPILER.search(text), _BROKEN_COMPILER.search(text)
    if absent is not None:
        return f"it needs a compiler for {absent[1]}, which this host does not have"
    return broken and f"the {broken[1]} compiler of this host does not compile CMake's own test program"


def _lack_of_siblings(text: str, package: str, subject: Subject) -> str | None:
    for match in _SEARCHED.finditer(text):
        # Search modules look for a library of the host, not for a config.
        if match[1].lower() in find_modules() and match[1].lower() != package.lower():
            return f"it needs the package {match[1]!r}, which this host does not have"
    absent = _requirements_not_given(subject)
    for name in _missing(text, package, subject):
        if name.lower() in find_modules():
            return f"it needs the package {name!r}, which this host does not have"
        if absent:
            return f"it needs the package {name!r}; not given by --with: {_sources(name, absent)}"
    return None


def _missing(text: str, package: str, subject: Subject) -> Iterator[str]:
    """Give the packages that CMake did not find and that no given wheel ships."""
    shipped = {package.lower(), *_shipped(subject)}
    names = dict.fromkeys(match[1] for pattern in _PACKAGES for match in pattern.finditer(text))
    return (name for name in names if name.lower() not in shipped)


def _shipped(subject: Subject) -> Iterator[str]:
    for wheel in (subject.wheel, *subject.siblings):
        for member in wheel.texts:
            name = package_name(member) or search_module_name(member) if member.endswith(".cmake") else None
            if name:
                yield name.lower()


def _requirements_not_given(subject: Subject) -> list[str]:
    """Give what the wheel and its siblings require, in any extra, and what was not given."""
    every = (name for wheel in (subject.wheel, *subject.siblings) for name in required_distributions(wheel))
    return sorted(set(every) - _given(subject))


def _sources(package: str, absent: list[str]) -> str:
    """Name the requirements that may provide a package: those of a similar name, else all."""
    wanted = re.sub(r"[^a-z]", "", package.lower())
    alike = [each for each in absent if wanted in re.sub(r"[^a-z]", "", each)]
    return ", ".join(alike or absent)


def _given(subject: Subject) -> frozenset[str]:
    return frozenset(each.distribution for each in (subject.wheel, *subject.siblings))
