"""The made ELF files are what they claim to be, by the word of other readers."""

from __future__ import annotations

import ctypes
import io
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import lief
import pytest
from elftools.elf.dynamic import DynamicSegment
from elftools.elf.elffile import ELFFile

from tests.support.elf_machines import MACHINES
from tests.support.elfmaker import make_elf

RICH = {
    "soname": "libx.so.1",
    "needed": ["libc.so.6"],
    "runpath": ["$ORIGIN", "$ORIGIN/../lib"],
    "exports": ["f", {"name": "g", "version": "V1"}, {"name": "g", "version": "V2", "default": False}],
    "imports": ["bar", "memcpy@GLIBC_2.17", {"name": "new", "version": "GLIBC_2.38", "weak_version": True}],
    "registrations": ["ns::op.out", {"name": "ns::two.out", "key": "v1/6;0", "symbolic": True}],
    "strings": ["XnnpackBackend"],
    "build_id": "00112233",
    "debug_info": 40,
}
LOADS_HERE = sys.platform == "linux" and platform.machine() == "x86_64" and platform.libc_ver()[0] == "glibc"


@pytest.mark.parametrize("machine", sorted(set(MACHINES) - {"none"}))
@pytest.mark.parametrize("table", ["sysv", "gnu", "both"])
def test_readelf_has_no_complaint(machine: str, table: str, tmp_path: Path) -> None:
    """The GNU reader finds nothing wrong, whatever the machine and the hash table."""
    readelf = shutil.which("readelf")
    if readelf is None:
        pytest.skip("readelf is not installed")
    path = tmp_path / "x.so"
    path.write_bytes(make_elf(machine=machine, hash=table, **RICH))

    done = subprocess.run([readelf, "-aW", path], capture_output=True, text=True, check=True)

    assert (done.stderr, "rror" in done.stdout, "arning" in done.stdout) == ("", False, False)
    assert "g@@V1" in done.stdout


@pytest.mark.parametrize("machine", sorted(MACHINES))
def test_other_readers_agree(machine: str) -> None:
    """The dynamic table and the symbols are what the options said, with section headers or without."""
    content = make_elf(machine=machine, sections=machine != "aarch64", **RICH)
    segments = ELFFile(io.BytesIO(content)).iter_segments()
    tags = {
        tag.entry.d_tag: vars(tag)
        for segment in segments
        if isinstance(segment, DynamicSegment)
        for tag in segment.iter_tags()
    }
    parsed = lief.ELF.parse(content)
    assert parsed is not None

    assert tags["DT_SONAME"]["soname"] == "libx.so.1"
    assert tags["DT_RUNPATH"]["runpath"] == "$ORIGIN:$ORIGIN/../lib"
    assert {symbol.name for symbol in parsed.exported_symbols} == {"f", "g", "kernel_of_ns::two.out"}
    assert {"bar", "memcpy", "new"} <= {each.name for each in parsed.dynamic_symbols if each.shndx == 0}


@pytest.mark.skipif(not LOADS_HERE, reason="loads x86_64 glibc objects")
def test_glibc_loads_a_plain_one(tmp_path: Path) -> None:
    """The loader takes the file, runs its initialisers and finds its symbols."""
    path = tmp_path / "x.so"
    path.write_bytes(
        make_elf(
            soname="x.so",
            needed=["libc.so.6"],
            exports=["f", "g@@V1", {"name": "data", "kind": "object"}],
            imports=["malloc@GLIBC_2.2.5"],
            init=True,
            init_array=2,
            registrations=["ns::op.out"],
            registrar=False,
        )
    )
    library = ctypes.CDLL(str(path))
    library.f()
    library.g()

    assert ctypes.c_long.in_dll(library, "data").value == 0


def test_same_options_same_bytes() -> None:
    """Nothing but the options goes into the file."""
    assert make_elf(**RICH) == make_elf(**RICH)


def test_unknown_option_is_refused() -> None:
    """A misspelt option of a fixture does not silently mean nothing."""
    with pytest.raises(ValueError, match="unknown field `sonam`"):
        make_elf(sonam="libx.so")
