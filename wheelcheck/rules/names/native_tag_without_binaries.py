"""Platform tag on a wheel without native code.

## What it checks
A wheel whose platform tag is not `any` contains at least one extension module, shared or static library,
or executable.

## Why it matters
Either the native part was lost on the way into the wheel, and users get a slow fallback or an import
error, or the wheel is pure and needlessly unavailable on all other platforms.

## How to fix
- An optional extension failed to build and the backend carried on: make it required in release builds.
- The compiled file was written to a folder that the packer does not read: check the build's output folder.
- The wheel is pure: build it with `py3-none-any`.

## When to ignore
A wheel whose content depends on the platform without being native (generated tables, JavaScript, a
marker package).

## References
- Platform compatibility tags
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Format
from wheelcheck.model import NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject
from wheelcheck.wheel.model import FileKind

_NATIVE = frozenset({*Format, FileKind.ARCHIVE})


@wheel_rule(family="names", severity=Severity.WARNING)
def native_tag_without_binaries(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield a problem when there is no native member."""
    wheel = subject.wheel
    if wheel.is_pure_tagged or any(member.kind in _NATIVE for member in wheel.members):
        return
    if wheel.unread:
        yield NotChecked(reason=f"{min(wheel.unread)!r} could not be read")
        return
    platforms = ".".join(wheel.platforms)
    yield Problem(
        subject=platforms,
        message=f"the wheel is tagged {platforms!r} but contains no native code",
        hint="ship the compiled files, or tag the wheel 'py3-none-any'",
    )
