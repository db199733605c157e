"""Generate the dated list of names in the libraries that platform tags allow, beyond the C library and gcc's.

Usage: make_host_policy.py --date YYYY-MM-DD DEB...

DEB are Debian packages of those libraries, of several Debian releases. A package's control file `symbols`
tells the release of the library that introduced each name; a package without one is read with pyelftools.
Packages of other libraries test the patterns under `names` in `host_classes.toml`. Needs `dpkg-deb`.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection
from make_libc_policy import ORIGIN, Package, dotted, dpkg_deb, number, origins, read_package
from policy_list import DATA, write_list

from wheelcheck.policy.auditwheel_data import policies
from wheelcheck.policy.data_files import read_sections
from wheelcheck.policy.host_classes import names_of
from wheelcheck.policy.runtimes import RUNTIMES

_SHARED = re.compile(r"\./usr/lib/[^/]+/(?:nss/)?[^/]*\.so[\d.]*|\./lib/[^/]+/[^/]*\.so[\d.]*")
_EPOCH_AND_DEBIAN = re.compile(r"^\d+:|-[^-]*$")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_OF_THE_LINK_EDITOR = frozenset({"__bss_start", "_edata", "_end", "_fini", "_init"})

Version = tuple[int, ...]


class Named(NamedTuple):
    """One name in one library, and the release of the library that introduced it; () when it is not known."""

    library: str
    name: str
    since: Version


def listed_libraries() -> frozenset[str]:
    """Sonames that the list must have: what policies allow, and no other list or pattern tells."""
    allowed = {name for libc in ("glibc", "musl") for each in policies(libc) for name in each.libraries}
    headings = (heading for heading, _ in read_sections("glibc-x86_64.txt"))
    told = {heading.split()[0] for heading in headings} | set(RUNTIMES) | {"libc.so"}
    return frozenset(name for name in allowed - told if names_of(name) is None)


def release_of(version: str) -> Version:
    """`1:1.3.dfsg+really1.3.2` → (1, 3, 2); () for `0`, which stands for every release."""
    upstream = _EPOCH_AND_DEBIAN.sub("", version.strip()).rpartition("really")[2]
    match = _NUMBER.match(upstream)
    return number(match[0]) if match is not None and match[0] != "0" else ()


def from_symbols(text: str) -> Iterator[Named]:
    """Names in a control file `symbols`."""
    library = ""
    for line in text.splitlines():
        if not line.startswith((" ", "|", "*")):
            library = line.split()[0]
        elif line.startswith(" "):
            symbol, package_version, *_ = line.split()
            name, _, node = symbol.rpartition("@")
            if name != node:
                since = release_of(package_version)
                # Debian rounds up to a release that it packaged; the version of the symbol is exact.
                own = release_of(node.rpartition("_")[2])
                yield Named(library, name, min(since, own) if own and len(own) > 1 else since)


def from_files(package: Package) -> Iterator[Named]:
    """Names in the libraries of a package."""
    data = dpkg_deb("--fsys-tarfile", package.path)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() else None
            if content is None or _SHARED.fullmatch(member.name) is None:
                continue
            elf = ELFFile(io.BytesIO(content.read()))
            table, dynamic = elf.get_section_by_name(".dynsym"), elf.get_section_by_name(".dynamic")
            if isinstance(table, SymbolTableSection) and isinstance(dynamic, DynamicSection):
                sonames = [str(getattr(tag, "soname", "")) for tag in dynamic.iter_tags("DT_SONAME")]
                defined = (
                    s.name for s in table.iter_symbols() if s["st_shndx"] not in {"SHN_UNDEF", "SHN_ABS"}
                )
                yield from (Named(soname, name, ()) for soname in sonames for name in defined if name)


def names_in(package: Package) -> Iterator[Named]:
    """Names in the libraries of a package, without those of the link editor."""
    try:
        found: Iterable[Named] = from_symbols(dpkg_deb("-I", package.path, "symbols").decode())
    except subprocess.CalledProcessError:
        found = from_files(package)
    return (each for each in found if each.name not in _OF_THE_LINK_EDITOR)


def exceptions(names: Iterable[Named]) -> Mapping[str, list[str]]:
    """Libraries with a pattern, and their names that it does not match."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in names:
        pattern = names_of(each.library)
        if pattern is not None and pattern.fullmatch(each.name) is None:
            found[each.library].append(each.name)
    return found


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description="Generate the dated list of names in allowed libraries")
    parser.add_argument("--date", required=True)
    parser.add_argument("packages", nargs="+", type=Path)
    options = parser.parse_args()
    packages = sorted((read_package(path) for path in options.packages), key=lambda each: each.name)
    wanted = listed_libraries()
    first: dict[tuple[str, str], Version] = {}
    used: list[Package] = []
    for package in packages:
        names = list(names_in(package))
        for library, wrong in sorted(exceptions(names).items()):
            sys.stderr.write(f"{package.name}: {library} has {len(wrong)} other names: {wrong[:5]}\n")
        chosen = [each for each in names if each.library in wanted]
        used += [package] if chosen else []
        for library, name, since in chosen:
            first[library, name] = min(first.get((library, name), since), since)
    missing = wanted - {library for library, _ in first}
    if missing:
        sys.exit(f"no package of {', '.join(sorted(missing))}")
    body: dict[str, set[str]] = defaultdict(set)
    for (library, name), since in first.items():
        body[f"{library} since={dotted(since)}" if since else library].add(name)
    title = "names in libraries that platform tags allow: [soname, release of the library when known]"
    path = DATA / "host_symbols.txt"
    write_list(path, title, date=options.date, origin=ORIGIN, sources=origins(used), body=body)


if __name__ == "__main__":
    main()
