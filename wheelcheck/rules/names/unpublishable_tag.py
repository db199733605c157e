"""Platform tag or version that package indexes refuse.

## What it checks

Every platform tag of the file name is one that PyPI accepts: manylinux, musllinux, macOS, Windows, Android,
iOS and Emscripten tags with a known architecture, `any`, `linux_armv6l` and `linux_armv7l`. From macOS 11 on,
tags have the form `macosx_12_0`: minor releases are refused, and no installer asks for them.

A local version (`1.0+cpu`) is a note: PyPI refuses it, and other indexes are meant for such wheels.

## Why it matters

The upload fails, often at the end of a long release job. On an index that checks nothing, a `linux_*` wheel
is installed on hosts whose libc is too old for it, and a wheel with an unknown tag on none.

## How to fix

- `linux_x86_64`: the wheel has not been repaired. Run `auditwheel repair`, which grafts libraries and chooses
  the tag.
- `macosx_12_3_arm64`: set `MACOSX_DEPLOYMENT_TARGET` to a major release, or change the tag with `wheel tags`.
- A local version: publish to an index of your own, or move the variant into the name of the distribution.

## When to ignore

If the wheel is for an index of your own, or is installed from a file only.

## References

- PEP 600, PEP 656; PEP 440, "Local version identifiers"
- pypa/packaging.python.org issue 1933
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.model import Problem, Severity
from wheelcheck.policy.index_tags import refusal
from wheelcheck.rules.base import wheel_rule
from wheelcheck.subject import Subject


@wheel_rule(family="names", severity=Severity.WARNING, also=[Severity.NOTE])
def unpublishable_tag(subject: Subject) -> Iterator[Problem]:
    """Yield a problem for each tag that is refused, and one for a local version."""
    for tag in dict.fromkeys(subject.wheel.platforms):
        reason = refusal(tag)
        if reason is not None:
            is_linux = tag.startswith("linux_")
            yield Problem(
                subject=tag,
                message=f"package indexes refuse the platform tag {tag!r}: it {reason}",
                hint="run auditwheel repair, which chooses a tag"
                if is_linux
                else "let the build backend compute the tag, or change it with 'wheel tags'",
            )
    if "+" in subject.wheel.version:
        yield Problem(
            subject=subject.wheel.version,
            message=f"PyPI refuses the local version {subject.wheel.version!r}",
            hint="publish it to another index, or move the variant into the distribution's name",
            severity=Severity.NOTE,
        )
