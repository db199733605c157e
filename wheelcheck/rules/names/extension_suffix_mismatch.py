"""Extension module that no promised interpreter, or only some of them, can import by its file name.

## What it checks
The suffix of each extension module (`*.cpython-310-x86_64-linux-gnu.so`, `*.cp310-win_amd64.pyd`): its
interpreter with the debug (`d`) and free-threaded (`t`) flags against the Python and ABI tags, its machine
and C library, and `.so` or `.pyd`, against the platform tag. Stable-ABI and untagged names match every
interpreter; a free-threaded one does not look for `.abi3.so`.

An error if no file of that module matches, a warning if a stale one ships next to a matching one.

Under `abi3` and `py3`, a module whose only file is named for one interpreter is an error, unless
Requires-Python admits only that one: the tag is for the later ones too. A warning if the wheel's other
extension modules serve them, or if a `.py` file of the same name does. Files for several interpreters are
taken to be deliberate.

## Why it matters
The import system looks only for its own suffixes. In a cp311 wheel `_x.cp310-win_amd64.pyd` is never found:
the import fails, or a slow pure-Python fallback runs silently.

## How to fix
- A stale file of an earlier build was packed: clean the build folder between interpreters, and do not
  build in the source tree.
- The extension was built with an interpreter other than the one that tags the wheel: build with the target
  interpreter, or pass its suffix when cross-compiling.
- The wheel is tagged `abi3`: build the module for the stable ABI too (`.abi3.so`), or tag the wheel for the
  interpreter.

## When to ignore
When the package loads the file by path.

## References
- PEP 3149, "ABI version tagged .so files"
- python-zeroconf/python-zeroconf issue 1125
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.extensions import is_importable
from wheelcheck.wheel.interpreters import Interpreters, ModuleFile, extension_modules

_BUILD_HINT = "clean the build folder and build with the interpreter that the wheel is tagged for"
_TAG_HINT = "build it for the stable ABI (.abi3.so), or tag the wheel for the interpreter"


@wheel_rule(family="names", severity=Severity.WARNING, also=[Severity.ERROR])
def extension_suffix_mismatch(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for each way in which files are not found."""
    if subject.wheel.is_pure_tagged:
        return  # `pure-tag-with-binaries` reports them all
    promised, modules = extension_modules(subject.wheel)
    unserved, stale, half = list[str](), list[str](), list[tuple[str, bool]]()
    for path, files in modules.items():
        others = [file for file in files if not file.importers]
        served = frozenset[str]().union(*(file.importers for file in files))
        if not served:
            unserved.extend(file.member for file in others)
            continue
        # Files for two or more other interpreters next to the right one were packed on purpose.
        if len({file.audience for file in others}) == 1:
            stale.extend(file.member for file in others)
        if promised.is_open and len(served) == 1 and len(promised.names) > 1:
            has_source = f"{path}.py" in subject.wheel.by_name
            half.extend((file.member, has_source) for file in files if file.importers)
    expected = _expected(subject, promised)
    yield from _problem(unserved, Severity.ERROR, f"other than {expected}, without a matching file")
    yield from _problem(stale, Severity.WARNING, f"other than {expected}, next to a matching file")
    whole = any(_is_whole(subject, promised, files) for files in modules.values())
    for severity in (Severity.ERROR, Severity.WARNING):
        names = [name for name, has_source in half if (has_source or whole) == (severity is Severity.WARNING)]
        yield from _half_served(names, severity)


def _problem(members: list[str], severity: Severity, why: str) -> Iterator[Problem]:
    if members:
        modules = counted(len(members), "extension module is", "extension modules are")
        message = f"{modules} named for an interpreter {why}: {listed(sorted(members))}"
        yield problem_about(sorted(members), message=message, hint=_BUILD_HINT, severity=severity)


def _half_served(members: list[str], severity: Severity) -> Iterator[Problem]:
    if members:
        modules = counted(len(members), "extension module is", "extension modules are")
        message = (
            f"{modules} named for a single interpreter, but the tags promise others too, which find no "
            f"file for it: {listed(sorted(members))}"
        )
        yield problem_about(sorted(members), message=message, hint=_TAG_HINT, severity=severity)


def _expected(subject: Subject, promised: Interpreters) -> str:
    exact = ", ".join(sorted(promised.names))
    interpreters = "those of its tags" if promised.is_open or not exact else exact
    return f"{interpreters} on {', '.join(subject.wheel.platforms)}"


def _is_whole(subject: Subject, promised: Interpreters, files: tuple[ModuleFile, ...]) -> bool:
    """Whether every promised interpreter finds an extension module, which is not just some library."""
    is_module = any(
        file.name.suffix or any(map(is_importable, subject.wheel.binaries_of.get(file.member, ())))
        for file in files
    )
    return is_module and frozenset[str]().union(*(file.importers for file in files)) == promised.names
