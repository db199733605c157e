"""Platform tag older than what the binaries need from the host.

## What it checks

Each symbol version that a binary, executables included, needs from a library of the host (glibc, libstdc++,
libgcc, libatomic, zlib) must exist on the oldest host that the tag allows. Weak versions and
libraries that the wheel itself provides do not count. The finding names the object, the symbol, the version
and the lowest manylinux tag that allows them. The policy data is that of the installed auditwheel; for a tag
newer than auditwheel knows, its nearest lower policy with the tag's own glibc.

## Why it matters

Installers put the wheel on hosts as old as the tag allows. There the loader stops with "version
'GLIBC_2.34' not found", on import or when the program starts.

## How to fix

- Build in the image for the tag (manylinux_2_28 and so on), including programs in other languages.
- Or give the wheel the tag that it needs: a repair tool determines it, a tag typed by hand does not.
- Only libstdc++ is too new: link it statically (`-static-libstdc++`) or use the image's toolchain.

## When to ignore

When the object is optional at run time and the package works without it on older hosts.

## References

- PEP 600, "Future 'manylinux' platform tags"
- System V gABI and the GNU symbol versioning extension (`DT_VERNEED`)
"""

from __future__ import annotations

from collections.abc import Iterator

from wheelcheck.binary.model import Format
from wheelcheck.linking.elf.host_needs import HostNeed, host_needs
from wheelcheck.model import Evidence, NotChecked, Problem, Severity
from wheelcheck.rules.base import wheel_rule
from wheelcheck.rules.listing import evidence, leading
from wheelcheck.subject import Subject

_LIBRARIES = {
    "GLIBC": "glibc",
    "GLIBCXX": "libstdc++",
    "CXXABI": "libstdc++",
    "GCC": "libgcc",
    "ZLIB": "zlib",
}


@wheel_rule(family="names", severity=Severity.ERROR, concerns=frozenset({Format.ELF, Format.MACHO}))
def platform_tag_too_low(subject: Subject) -> Iterator[Problem | NotChecked]:
    """Yield one problem per host library that may be too old."""
    if subject.platform.libc != "glibc" or not subject.platform.is_promise:
        return
    uses = list(host_needs(subject.wheel, subject.platform))
    honest = subject.platform.first_honest_tag(use.need for use in uses)
    groups: dict[str, list[HostNeed]] = {}
    for use in uses:
        if subject.platform.allows(use.need):
            continue
        library = _LIBRARIES.get(use.need.prefix, use.need.prefix.lower())
        groups.setdefault(library, []).append(use)
    for library, group in sorted(groups.items()):
        yield _problem(subject, library, group, honest)


def _problem(subject: Subject, library: str, uses: list[HostNeed], honest: str | None) -> Problem:
    worst = max(uses, key=lambda use: (not use.need.release, use.need.release, use.need.prefix))
    name = worst.asked.version
    members = sorted({use.binary.member for use in uses})
    worst_members = sorted({use.binary.member for use in uses if use.need == worst.need})
    symbol = _symbol(worst)
    at_most = ".".join(map(str, subject.platform.ceilings.get(worst.need.prefix, ())))
    promise = f"at most {worst.need.prefix}_{at_most}" if at_most else f"no {worst.need.prefix} version"
    return Problem(
        subject=name,
        message=(
            f"{worst_members[0]!r} needs {name} from {worst.asked.library!r}"
            f"{f' (symbol {symbol!r})' if symbol else ''}, but {subject.platform.name} allows {promise}"
        ),
        hint=f"build in the image for the tag, or tag the wheel {honest!r}"
        if honest
        else f"link without {name}: no tag allows it",
        member=leading(members),
        evidence=(
            Evidence(label="library", value=library),
            Evidence(label="lowest fitting tag", value=honest or "none"),
            *((Evidence(label="policy", value=_derived(subject)),) if subject.platform.derived_from else ()),
            *evidence(members, "needs a newer version"),
        ),
    )


def _symbol(use: HostNeed) -> str | None:
    return min(
        (
            symbol.name
            for symbol in use.binary.imports
            if symbol.version == use.asked.version and symbol.library in {None, use.asked.library}
        ),
        default=None,
    )


def _derived(subject: Subject) -> str:
    tag = subject.platform.name
    return f"{subject.platform.derived_from} with the glibc of the tag: auditwheel has no policy for {tag}"
