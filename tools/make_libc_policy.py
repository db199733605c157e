"""Generate the dated libc symbol lists in `wheelcheck/policy/data` from Debian packages.

Usage: make_libc_policy.py --date YYYY-MM-DD DEB...

DEB are `libc6` packages of several glibc releases per architecture (their control file
`symbols` lists every symbol, version and library) and `musl` packages of several musl releases
(read with pyelftools). Needs `dpkg-deb`.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import tarfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection
from policy_list import DATA, write_list

ORIGIN = "Debian packages"
ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64", "i386": "i686"}
LINKABLE = re.compile(r"(ld-linux.*|lib(BrokenLocale|anl|c|dl|m|mvec|nsl|pthread|resolv|rt|util))\.so\.\d+")
"""Leaves out what is never linked: name service modules, and helpers for debuggers and preloading."""

FOREIGN_TO_MUSL = re.compile(r"fts_\w+")
"""In Debian's package only: upstream's musl does not have them, nor Alpine's (which has libfts)."""

CLOCKS = ("clock_getcpuclockid", "clock_getres", "clock_gettime", "clock_nanosleep", "clock_settime")
MOVED_IN_2_17 = dict.fromkeys(CLOCKS, ("librt.so.1", "libc.so.6"))
"""Moves before the oldest release in the packages (glibc NEWS for 2.17): from, to."""

Version = tuple[int, ...]
Symbol = tuple[str, str, str]
"""Library, name, version."""


class Span(NamedTuple):
    """First release (None: that of the symbol version), and the first one without it."""

    since: Version | None
    until: Version | None


class Package(NamedTuple):
    """One Debian package."""

    path: Path
    name: str
    version: str
    architecture: str

    @property
    def upstream(self) -> Version:
        """Upstream release as numbers."""
        return number(self.version.partition("-")[0])


def number(text: str) -> Version:
    """`2.34` → (2, 34)."""
    return tuple(int(part) for part in text.split("."))


def dotted(version: Version) -> str:
    """(2, 34) → `2.34`."""
    return ".".join(map(str, version))


def dpkg_deb(action: str, path: Path, *fields: str) -> bytes:
    """Run one dpkg-deb action and return its output."""
    command = ["dpkg-deb", action, str(path), *fields]
    return subprocess.run(command, check=True, capture_output=True).stdout  # noqa: S603  # a developer's own files


def read_package(path: Path) -> Package:
    """Name, version and architecture of a .deb."""
    text = dpkg_deb("-f", path, "Package", "Version", "Architecture").decode()
    fields = dict(line.split(": ", 1) for line in text.splitlines())
    return Package(path, fields["Package"], fields["Version"], fields["Architecture"])


def glibc_symbols(package: Package) -> set[Symbol]:
    """Every public versioned symbol of one libc6 package."""
    text = dpkg_deb("-I", package.path, "symbols").decode()
    symbols = set()
    library = ""
    for line in text.splitlines():
        if line.startswith(" "):
            name, _, version = line.split()[0].rpartition("@")
            if version.startswith("GLIBC_") and version not in {name, "GLIBC_PRIVATE"}:
                symbols.add((library, name, version))
        elif not line.startswith(("|", "*")):
            library = line.split()[0]
    return {symbol for symbol in symbols if LINKABLE.fullmatch(symbol[0])}


def glibc_spans(releases: list[tuple[Version, set[Symbol]]]) -> dict[Symbol, Span]:
    """Return the releases in which each symbol is in its library, from lists of several releases in order.

    A name that appears in a library under an old version was moved there: in the release of its first
    new version there, else in the earliest release that the lists allow.
    """
    spans: dict[Symbol, Span] = {}
    for symbol in sorted(set().union(*(symbols for _, symbols in releases))):
        present = [release for release, symbols in releases if symbol in symbols]
        older = [release for release, _ in releases if release < present[0]]
        newer = [release for release, _ in releases if release > present[-1]]
        since = None
        if older and numbers(symbol[2]) <= older[-1]:
            symbols = next(symbols for release, symbols in releases if release == present[0])
            since = moved_in(symbol, symbols, older[-1])
        spans[symbol] = Span(since, newer[0] if newer else None)
    oldest = releases[0][0]
    for name, (source, target) in MOVED_IN_2_17.items():
        for library, symbol_name, version in list(spans):
            if (library, symbol_name) == (target, name) and numbers(version) < (2, 17):
                spans[target, name, version] = Span((2, 17), spans[target, name, version].until)
                spans[source, name, version] = Span(None, oldest)
    return spans


def numbers(version: str) -> Version:
    """`GLIBC_2.34` → (2, 34); a named version (`GLIBC_ABI_DT_RELR`) → ()."""
    tail = version.partition("_")[2]
    return number(tail) if tail[0].isdigit() else ()


def moved_in(symbol: Symbol, symbols: set[Symbol], before: Version) -> Version:
    """First release that can contain a symbol which is absent in `before`."""
    library, name, _ = symbol
    later = [numbers(v) for lib, n, v in symbols if (lib, n) == (library, name)]
    return min((v for v in later if v > before), default=(before[0], before[1] + 1))


def musl_names(package: Package) -> set[str]:
    """Every name that musl's libc.so defines."""
    data = dpkg_deb("--fsys-tarfile", package.path)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        member = next(m for m in archive if m.isfile() and m.name.endswith("/libc.so"))
        content = archive.extractfile(member)
        if content is None:
            sys.exit(f"{package.path}: no libc.so")
        table = ELFFile(io.BytesIO(content.read())).get_section_by_name(".dynsym")
        if not isinstance(table, SymbolTableSection):
            sys.exit(f"{package.path}: libc.so has no dynamic symbol table")
        names = {s.name for s in table.iter_symbols() if s["st_shndx"] != "SHN_UNDEF"}
    return {name for name in names if name and not FOREIGN_TO_MUSL.fullmatch(name)}


def origins(packages: list[Package]) -> list[str]:
    """Name and version of each package, for the header of a list."""
    return [f"{package.name} {package.version}" for package in packages]


def main() -> None:
    """Write one list per glibc architecture and one for musl."""
    parser = argparse.ArgumentParser(description="Generate the dated libc symbol lists")
    parser.add_argument("--date", required=True)
    parser.add_argument("packages", nargs="+", type=Path)
    options = parser.parse_args()
    packages = sorted((read_package(path) for path in options.packages), key=lambda p: p.upstream)
    for debian, arch in ARCHITECTURES.items():
        chosen = [p for p in packages if p.name == "libc6" and p.architecture == debian]
        body: dict[str, set[str]] = defaultdict(set)
        spans = glibc_spans([(p.upstream, glibc_symbols(p)) for p in chosen])
        for (library, name, version), span in spans.items():
            since = f" since={dotted(span.since)}" if span.since else ""
            until = f" until={dotted(span.until)}" if span.until else ""
            body[f"{library} {version}{since}{until}"].add(name)
        title = f"glibc symbols on {arch}: [library version, when it is not the version's own span]"
        path = DATA / f"glibc-{arch}.txt"
        write_list(path, title, date=options.date, origin=ORIGIN, sources=origins(chosen), body=body)
    chosen = [p for p in packages if p.name == "musl"]
    first: dict[str, Version] = {}
    for package in chosen:
        for name in musl_names(package):
            first.setdefault(name, package.upstream)
    body = defaultdict(set)
    for name, release in first.items():
        body["libc.so" if release == chosen[0].upstream else f"libc.so since={dotted(release)}"].add(name)
    title = "musl names, all architectures"
    path = DATA / "musl.txt"
    write_list(path, title, date=options.date, origin=ORIGIN, sources=origins(chosen), body=body)


if __name__ == "__main__":
    main()
