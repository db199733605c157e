"""Extension module named for an interpreter other than the wheel's.

## What it checks
The interpreter in the file name of each extension module (`*.cpython-310-*`, `*.cp310-*`), with its debug
(`d`) and free-threaded (`t`) flags, against the Python and ABI tags. An error if no file of that module
matches, a warning if a stale one ships next to a matching one. Stable-ABI and untagged names match every
interpreter; abi3 wheels, and wheels that deliberately ship files for several interpreters, are not checked.

## Why it matters
The import system looks only for its own suffixes. In a cp311 wheel `_x.cp310-win_amd64.pyd` is never found:
the import fails, or a slow pure-Python fallback runs silently.

## How to fix
- A stale file of an earlier build was packed: clean the build folder between interpreters, and do not
  build in the source tree.
- The extension was built with an interpreter other than the one that tags the wheel: build with the target
  interpreter, or pass its suffix when cross-compiling.

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
from wheelcheck.wheel.extensions import parse_extension_name, tagged_interpreters


@wheel_rule(family="names", severity=Severity.WARNING, also=[Severity.ERROR])
def extension_suffix_mismatch(subject: Subject) -> Iterator[Problem]:
    """Yield one problem for modules without a matching file, and one for stale files."""
    tags = subject.wheel.tags
    accepted = tagged_interpreters(tags)
    if any(tag.startswith("py") or "-abi3" in tag for tag in tags):
        return
    unserved, stale = list[str](), list[str]()
    for files in _modules(subject).values():
        others = {name: found for name, found in files.items() if found and found not in accepted}
        if len(others) == len(files):
            unserved.extend(others)
        # Files for two or more other interpreters next to the right one were packed on purpose.
        elif len(set(others.values())) == 1:
            stale.extend(others)
    expected = ", ".join(sorted(accepted))
    cases = (
        (sorted(unserved), Severity.ERROR, "without a matching file"),
        (sorted(stale), Severity.WARNING, "next to a matching file"),
    )
    for names, severity, why in cases:
        if names:
            modules = counted(len(names), "extension module is", "extension modules are")
            yield problem_about(
                names,
                message=f"{modules} named for an interpreter other than {expected}, {why}: {listed(names)}",
                hint="clean the build folder and build with the interpreter that the wheel is tagged for",
                severity=severity,
            )


def _modules(subject: Subject) -> dict[tuple[str, str], dict[str, str]]:
    """(folder, module) → its files with the interpreter each is named for."""
    modules: dict[tuple[str, str], dict[str, str]] = {}
    for member in subject.wheel.by_name.values():
        if member.format is None:
            continue
        folder, _, file_name = member.name.rpartition("/")
        parsed = parse_extension_name(file_name)
        if parsed is not None:
            modules.setdefault((folder, parsed.module), {})[member.name] = parsed.interpreter
    return modules
