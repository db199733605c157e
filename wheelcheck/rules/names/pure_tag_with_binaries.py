"""Native code in a wheel that is tagged for every platform.

## What it checks
A wheel with an `any` platform tag that contains native code: an extension module, a shared library, an
executable. A warning: Windows launchers kept as data (`t64.exe`), code for several operating systems in one
wheel, and native code in a root that WHEEL declares pure (`Root-Is-Purelib: true`) under a platform tag.

## Why it matters
Installers accept an `any` wheel on every platform. On all but the build machine's, the first import or
the first call of the program fails. On systems that keep the two apart, a pure root is installed into a
different folder than platform code.

## How to fix
- setuptools did not see the extension: declare `ext_modules`, or return True from
  `Distribution.has_ext_modules`.
- A helper program was copied in: build one wheel per platform (`py3-none-<platform>`).
- `Root-Is-Purelib`: the same declaration sets it; a wheel that was only renamed keeps `true`.

## When to ignore
A wheel that deliberately ships the code for all platforms and chooses at run time.

## References
- Platform compatibility tags
- OpenMined/PyDP issue 119, JonathonReinhart/staticx issue 150
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Format, Kind
from wheelcheck.model import Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import counted, evidence, listed, problem_about
from wheelcheck.subject import Subject
from wheelcheck.wheel.metadata import import_paths
from wheelcheck.wheel.model import Member

_DATA_KINDS = frozenset({Kind.OBJECT, Kind.DEBUG, Kind.OTHER})


@wheel_rule(family="names", severity=Severity.ERROR, also=[Severity.WARNING])
def pure_tag_with_binaries(subject: Subject) -> Iterator[Problem]:
    """Yield one problem that names the native files."""
    wheel = subject.wheel
    native = [member for member in wheel.by_name.values() if _is_code(subject, member)]
    if not native:
        return
    names = sorted(member.name for member in native)
    if wheel.is_pure_tagged:
        launchers = all(member.format is Format.PE and member.name.endswith(".exe") for member in native)
        several = len({member.kind for member in native}) > 1
        noun = "Windows program" if launchers else "native file"
        systems = " for several operating systems" if several and not launchers else ""
        yield problem_about(
            names,
            message=f"the wheel is tagged for any platform but contains"
            f" {counted(len(names), noun)}{systems}: {listed(names)}",
            hint="build one wheel per platform and tag it for that platform",
            severity=Severity.WARNING if launchers or several else None,
        )
        return
    if (wheel.header("Root-Is-Purelib") or "").lower() == "true":
        rooted = [name for name in names if import_paths(wheel).get(name) == name]
        if rooted:
            yield Problem(
                subject="Root-Is-Purelib",
                message=f"WHEEL states 'Root-Is-Purelib: true', but the root contains"
                f" {counted(len(rooted), 'native file')}: {listed(rooted)}",
                hint="declare the native code to the build backend, so that it writes 'false'",
                member=f"{wheel.dist_info}/WHEEL",
                severity=Severity.WARNING,
                evidence=evidence(rooted),
            )


def _is_code(subject: Subject, member: Member) -> bool:
    if member.format is None:
        return False
    binaries = subject.wheel.binaries_of.get(member.name, ())
    # Firmware and device code (`em-NNN`) do not run on the host, and object files are input to a linker.
    return not binaries or any(
        binary.kind not in _DATA_KINDS and not binary.arch.startswith("em-") for binary in binaries
    )
