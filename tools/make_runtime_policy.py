"""Generate the dated list of C++ and gcc runtime names in `wheelcheck/policy/data` from Debian packages.

Usage: make_runtime_policy.py --date YYYY-MM-DD DEB...

DEB are `libstdc++6` and `libgcc-s1` packages for amd64, of one release. Mangled names are the same on every
LP64 architecture. Needs `dpkg-deb`.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerDefSection, GNUVerSymSection
from elftools.elf.sections import SymbolTableSection
from make_libc_policy import ORIGIN, Package, dpkg_deb, origins, read_package
from policy_list import DATA, write_list

_LIBRARY = re.compile(r".*/(libstdc\+\+\.so\.6|libgcc_s\.so\.1)(?:\.[\d.]+)?")
_VERSION = re.compile(r"(?:GLIBCXX|CXXABI|GCC)_[\w.]+")


def libraries(package: Package) -> Iterator[tuple[str, ELFFile]]:
    """Soname and content of each runtime library of a package."""
    data = dpkg_deb("--fsys-tarfile", package.path)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            match = _LIBRARY.fullmatch(member.name)
            content = archive.extractfile(member) if member.isfile() and match is not None else None
            if match is not None and content is not None:
                yield match[1], ELFFile(io.BytesIO(content.read()))


def versioned_names(elf: ELFFile) -> Iterator[tuple[str, str]]:
    """Name and version of each default symbol definition."""
    symbols = elf.get_section_by_name(".dynsym")
    indexes = elf.get_section_by_name(".gnu.version")
    definitions = elf.get_section_by_name(".gnu.version_d")
    if not (
        isinstance(symbols, SymbolTableSection)
        and isinstance(indexes, GNUVerSymSection)
        and isinstance(definitions, GNUVerDefSection)
    ):
        sys.exit("a runtime library without symbol versions")
    versions = {
        definition["vd_ndx"]: next(auxiliaries).name
        for definition, auxiliaries in definitions.iter_versions()
    }
    for at, symbol in enumerate(symbols.iter_symbols()):
        index = indexes.get_symbol(at)["ndx"]
        version = versions.get(index) if isinstance(index, int) else None
        if (
            version is not None
            and symbol["st_shndx"] not in {"SHN_UNDEF", "SHN_ABS"}
            and symbol.name != version
        ):
            yield symbol.name, version


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description="Generate the dated list of runtime names")
    parser.add_argument("--date", required=True)
    parser.add_argument("packages", nargs="+", type=Path)
    options = parser.parse_args()
    packages = sorted((read_package(path) for path in options.packages), key=lambda package: package.name)
    body: dict[str, set[str]] = defaultdict(set)
    for package in packages:
        for library, elf in libraries(package):
            for name, version in versioned_names(elf):
                if _VERSION.fullmatch(version):
                    body[f"{library} {version}"].add(name)
    title = "names of libstdc++ and libgcc on LP64 architectures: [library version]"
    path = DATA / "runtime-lp64.txt"
    write_list(path, title, date=options.date, origin=ORIGIN, sources=origins(packages), body=body)


if __name__ == "__main__":
    main()
