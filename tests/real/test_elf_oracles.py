"""Every ELF file of a dozen published wheels reads as pyelftools, readelf and LIEF read it."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lief
import pytest
from elftools.elf.elffile import ELFFile

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.elf.reader import read_elf
from wheelcheck.binary.model import Binary
from wheelcheck.binary.source import BytesSource

pytestmark = pytest.mark.real

WHEELS = [
    "casadi-3.8.2-cp311-abi3-manylinux_2_28_x86_64.whl",
    "cryptography-50.0.2-cp311-abi3-manylinux_2_28_x86_64.whl",
    "executorch-1.4.1-cp312-cp312-manylinux_2_28_x86_64.whl",
    "executorch-1.5.1-cp312-cp312-manylinux_2_28_aarch64.whl",
    "executorch-1.5.1-cp312-cp312-manylinux_2_28_x86_64.whl",
    "grpcio-1.85.3-cp312-cp312-manylinux2014_x86_64.manylinux_2_17_x86_64.whl",
    "h5py-3.16.0-cp312-cp312-manylinux_2_28_x86_64.whl",
    "lxml-6.1.3-cp312-cp312-manylinux_2_26_x86_64.manylinux_2_28_x86_64.whl",
    "matplotlib-3.11.2-cp312-cp312-manylinux2014_x86_64.manylinux_2_17_x86_64.whl",
    "mpich-5.0.2-py3-none-manylinux_2_28_x86_64.whl",
    "numpy-1.19.0-cp38-cp38-manylinux2014_aarch64.whl",
    "numpy-2.5.5-cp312-cp312-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
    "orjson-3.13.0-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
    "pillow-13.0.0-cp312-cp312-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
    "psutil-7.2.2-cp36-abi3-manylinux2010_x86_64.manylinux_2_12_x86_64.manylinux_2_28_x86_64.whl",
    "shapely-2.2.0-cp312-cp312-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl",
]
_SYMBOL = re.compile(
    r" *\d+: [0-9a-f]+ +\S+ (?:\w+|<OS specific>: 10) +(?P<bind>\w+|<OS specific>: 10) +(?P<vis>\w+) +"
    r"(?:\[[^]]*\] +)?(?P<section>\w+) (?P<name>\S+)"
)
_DYNAMIC = re.compile(r"\((?P<tag>NEEDED|SONAME|RPATH|RUNPATH)\) .*?\[(?P<text>.*)\]")
Case = tuple[str, bytes, Binary]
Names = set[tuple[str, str | None, bool]]


def elf_files(path: Path) -> Iterator[Case]:
    """Give the ELF members of a wheel, read."""
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if info.file_size > 16:
                content = archive.read(info)
                if content.startswith(b"\x7fELF"):
                    yield info.filename, content, read_elf(BytesSource(content), info.filename)


@pytest.mark.parametrize("wheel", WHEELS)
def test_readers_agree(wheel: str, real_wheel: Callable[[str], Path], tmp_path: Path) -> None:
    """Names, versions and search paths are those that three other readers give."""
    files = list(elf_files(real_wheel(wheel)))
    assert files
    for member, content, binary in files:
        assert (member, of_pyelftools(content)) == (member, ours(binary))
        assert (member, of_readelf(content, tmp_path / "file")) == (member, ours_as_readelf(binary))
        assert (member, of_lief(content)) == (member, ours_as_lief(binary))


def ours(binary: Binary) -> dict[str, Any]:
    """Facts in a form that others can give too."""
    details = elf_details(binary)
    return {
        "needed": list(binary.needed),
        "soname": binary.soname,
        "rpath": list(binary.rpath),
        "runpath": list(binary.runpath),
        "interpreter": details.interpreter,
        "symbols": symbols_of(binary),
        "needs": sorted((each.library, each.version) for each in details.version_needs),
        "definitions": sorted(details.version_definitions),
    }


def ours_as_readelf(binary: Binary) -> dict[str, Any]:
    """Leave out what readelf prints otherwise: names beyond ASCII, the version of a version's own node."""
    facts = {key: value for key, value in ours(binary).items() if key in _READELF_FACTS}
    symbols = {
        (name, None if name == version else version, is_defined)
        for name, version, is_defined in facts["symbols"]
        if name.isascii() and "\\" not in name
    }
    return facts | {"symbols": symbols}


def ours_as_lief(binary: Binary) -> dict[str, Any]:
    facts = {key: value for key, value in ours(binary).items() if key in _READELF_FACTS}
    return facts | {"symbols": {name for name, _, _ in facts["symbols"]}}


_READELF_FACTS = ("needed", "soname", "rpath", "runpath", "symbols")


def symbols_of(binary: Binary) -> Names:
    """Give (name, version, is defined) of every import and export."""
    imports: Names = {(each.name, each.version, False) for each in binary.imports}
    return imports | {
        (name, version, True)
        for name, export in binary.exports.items()
        for version in export.versions or (None,)
    }


def of_readelf(content: bytes, path: Path) -> dict[str, Any]:
    readelf = shutil.which("readelf")
    assert readelf is not None, "readelf (binutils) is needed"
    path.write_bytes(content)
    done = subprocess.run([readelf, "-dW", "--dyn-syms", path], capture_output=True, check=True)
    found: dict[str, list[str]] = {}
    symbols: Names = set()
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        if match := _DYNAMIC.search(line):
            found.setdefault(match["tag"], []).append(match["text"])
        elif (match := _SYMBOL.match(line)) and match["bind"] != "LOCAL":
            is_defined = match["section"] != "UND"
            if match["vis"] in {"DEFAULT", "PROTECTED"} or not is_defined:
                name, _, version = match["name"].partition("@")
                if name.isascii():
                    symbols.add((name, version.lstrip("@") or None, is_defined))
    return {
        "needed": found.get("NEEDED", []),
        "soname": next(iter(found.get("SONAME", [])), None),
        "rpath": _entries(found.get("RPATH")),
        "runpath": _entries(found.get("RUNPATH")),
        "symbols": symbols,
    }


def of_lief(content: bytes) -> dict[str, Any]:
    binary = lief.ELF.parse(list(content))
    assert binary is not None
    texts: dict[str, list[str]] = {"RPATH": [], "RUNPATH": [], "SONAME": [], "NEEDED": []}
    for entry in binary.dynamic_entries:
        kind = entry.tag.name
        if kind in texts:
            texts[kind].append(getattr(entry, kind.lower() if "PATH" in kind else "name"))
    symbols = {
        str(symbol.name)
        for symbol in binary.dynamic_symbols
        if symbol.name
        and symbol.binding.name in {"GLOBAL", "WEAK", "GNU_UNIQUE"}
        and (symbol.shndx == 0 or symbol.visibility.name in {"DEFAULT", "PROTECTED"})
    }
    return {
        "needed": texts["NEEDED"],
        "soname": next(iter(texts["SONAME"]), None),
        "rpath": _entries(texts["RPATH"]),
        "runpath": _entries(texts["RUNPATH"]),
        "symbols": symbols,
    }


def _entries(texts: list[str] | None) -> list[str]:
    return texts[0].split(":") if texts else []


def of_pyelftools(content: bytes) -> dict[str, Any]:
    """Read by section headers: another road to the same facts."""
    elf: Any = ELFFile(io.BytesIO(content))
    sections: dict[str, Any] = {section.name: section for section in elf.iter_sections()}
    tags: dict[str, list[Any]] = {}
    for tag in sections[".dynamic"].iter_tags() if ".dynamic" in sections else ():
        tags.setdefault(tag.entry.d_tag, []).append(tag)
    indices: dict[int, str] = {}
    needs = []
    if ".gnu.version_r" in sections:
        for need, entries in sections[".gnu.version_r"].iter_versions():
            for entry in entries:
                needs.append((need.name, entry.name))
                indices[entry.entry["vna_other"]] = entry.name
    definitions = []
    if ".gnu.version_d" in sections:
        for definition, entries in sections[".gnu.version_d"].iter_versions():
            if not definition.entry["vd_flags"] & 1:
                definitions.append(next(entries).name)
                indices[definition.entry["vd_ndx"]] = definitions[-1]
    return {
        "needed": [tag.needed for tag in tags.get("DT_NEEDED", [])],
        "soname": next((tag.soname for tag in tags.get("DT_SONAME", [])), None),
        "rpath": _entries([tag.rpath for tag in tags.get("DT_RPATH", [])]),
        "runpath": _entries([tag.runpath for tag in tags.get("DT_RUNPATH", [])]),
        "interpreter": next(
            (part.get_interp_name() for part in elf.iter_segments() if part["p_type"] == "PT_INTERP"), None
        ),
        "symbols": set(_symbols_of_pyelftools(sections, indices)),
        "needs": sorted(needs),
        "definitions": sorted(definitions),
    }


def _symbols_of_pyelftools(
    sections: dict[str, Any], indices: dict[int, str]
) -> Iterator[tuple[str, str | None, bool]]:
    if ".dynsym" not in sections:
        return
    versions = sections.get(".gnu.version")
    for number, symbol in enumerate(sections[".dynsym"].iter_symbols()):
        is_defined = symbol["st_shndx"] != "SHN_UNDEF"
        is_visible = symbol["st_other"]["visibility"] in {"STV_DEFAULT", "STV_PROTECTED"}
        if not symbol.name or symbol["st_info"]["bind"] not in {"STB_GLOBAL", "STB_WEAK", "STB_LOOS"}:
            continue
        if is_visible or not is_defined:
            index = versions.get_symbol(number)["ndx"] if versions is not None else 1
            yield symbol.name, indices.get(index & 0x7FFF) if isinstance(index, int) else None, is_defined
