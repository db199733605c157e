"""Extension module without the entry point that Python derives from its file name.

## What it checks
Each file with the suffix of an extension module (`*.cpython-311-*`, `*.abi3.so`), and each plain `*.so` that
a module of the wheel imports: it exports `PyInit_<name>` or `PyModExport_<name>` for the name that its file
has; of a package's `__init__`, for the name of the package.

A file that exports no entry point at all is reported if a module of the wheel imports it, or if it uses the
interpreter and no object is linked against it. Left out are files that Python code opens by name, with
ctypes, cffi or a loader of its own, and modules for Python 2.

## Why it matters
`import` finds the file and then fails: "dynamic module does not define module export function". The name
is compiled into the file, so renaming it, or building two modules from one source, is enough.

## How to fix
- The file was renamed: build it under its final name (`NAME` of `pybind11_add_module`, the first argument of
  `Extension` and of `PYBIND11_MODULE`, the module's name in `Cargo.toml`).
- The symbol is hidden or stripped: export it (`PyMODINIT_FUNC` does), and do not link with a version script
  that makes it local.

## When to ignore
When the package loads the file with a loader of its own, which the wheel's code does not show.

## References
- PEP 489, "Multi-phase extension module initialization"; PEP 793, "PyModExport"
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Binary, Kind
from wheelcheck.model import Evidence, Problem, Severity
from wheelcheck.rules.base import NATIVE, wheel_rule
from wheelcheck.rules.listing import listed
from wheelcheck.subject import Subject
from wheelcheck.wheel.extensions import (
    ExtensionName,
    entry_points_of,
    expected_entry_points,
    parse_extension_name,
)
from wheelcheck.wheel.python.modules import importers_of, python_modules
from wheelcheck.wheel.python.opened import opened_libraries


@wheel_rule(family="names", severity=Severity.ERROR, concerns=NATIVE)
def module_init_mismatch(subject: Subject) -> Iterator[Problem]:
    """Yield one problem per file."""
    for binary in subject.wheel.binaries:
        parsed = parse_extension_name(binary.file_name)
        if parsed is None or binary.kind is not Kind.SHARED:
            continue
        module = parsed.module
        if module == "__init__":
            module = binary.member.rpartition("/")[0].rpartition("/")[2]
        expected = expected_entry_points(module)
        found = entry_points_of(binary)
        if set(expected) & {*found} or not _is_imported(subject, binary, parsed):
            continue
        exported = f"exports {listed(found)}" if found else "exports no entry point"
        yield Problem(
            subject=binary.member,
            member=binary.member,
            message=f"{exported}, but `import` of this file calls {expected[0]!r}",
            hint="build the module under the name that its file has",
            evidence=tuple(Evidence(label="expected", value=each) for each in expected),
        )


def _is_imported(subject: Subject, binary: Binary, parsed: ExtensionName) -> bool:
    """Whether `import` is what opens a file, as far as its name and the wheel's code tell."""
    if f"init{parsed.module}" in binary.exports:
        return False  # Python 2
    if opened_libraries(subject.wheel).may_have(binary.file_name):
        return False
    name = python_modules(subject.wheel).names.get(binary.member, "")
    if name in importers_of(subject.wheel):
        return True
    if not parsed.interpreter and parsed.suffix != "abi3":
        return False
    if entry_points_of(binary):
        return True
    needers = subject.loads.needers
    is_needed = binary.file_name in needers or (binary.soname or "") in needers
    return not is_needed and any(symbol.name.startswith("Py") for symbol in binary.imports)
