"""The made wheels are sound unless a description says otherwise."""

from __future__ import annotations

import base64
import csv
import hashlib
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.wheelmaker import build_siblings, build_wheel

MEMBERS = [
    {"path": "pair/__init__.py", "text": "import os\n"},
    {"path": "pair/_x.so", "mode": 0o755, "elf": {"soname": "_x.so", "exports": ["PyInit__x"]}},
    {"path": "pair/data/"},
]


def rows(wheel: Path) -> list[list[str]]:
    with zipfile.ZipFile(wheel) as archive:
        return list(csv.reader(archive.read("pair-1.0.dist-info/RECORD").decode().splitlines()))


def test_record_tells_the_truth(tmp_path: Path) -> None:
    """Every file but RECORD stands there with its hash and size."""
    wheel = build_wheel({"member": MEMBERS}, tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}
    expected = {
        name: base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        for name, content in files.items()
        if not name.endswith("/RECORD")
    }

    assert {path: f"sha256={digest}" for path, digest in expected.items()} == {
        path: digest for path, digest, size in rows(wheel) if digest and len(files[path]) == int(size)
    }
    assert rows(wheel)[-1] == ["pair-1.0.dist-info/RECORD", "", ""]


def test_same_description_same_bytes(tmp_path: Path) -> None:
    """Neither clock nor folder goes into the wheel."""
    one, two = (build_wheel({"member": MEMBERS}, tmp_path / name) for name in ("one", "two"))

    assert one.read_bytes() == two.read_bytes()


def test_compressed_tags_are_expanded(tmp_path: Path) -> None:
    """WHEEL has one line for each tag of the file name."""
    wheel = build_wheel({"tags": "py2.py3-none-any"}, tmp_path)

    assert b"Tag: py2-none-any\nTag: py3-none-any\n" in zipfile.ZipFile(wheel).read(
        "pair-1.0.dist-info/WHEEL"
    )


@pytest.mark.parametrize(
    ("edit", "path", "row"),
    [
        ({"drop": ["pair/__init__.py"]}, "pair/__init__.py", None),
        ({"replace": {"pair/__init__.py": ["sha256=AAAA", "1"]}}, "pair/__init__.py", ["sha256=AAAA", "1"]),
        ({"add": [["gone.py", "sha256=AA", "1"]]}, "gone.py", ["sha256=AA", "1"]),
        ({"lines": ["a/b.py,,"]}, "a/b.py", ["", ""]),
    ],
)
def test_record_edits(edit: dict[str, Any], path: str, row: list[str] | None, tmp_path: Path) -> None:
    """RECORD can be made wrong in one row."""
    found = {name: rest for name, *rest in rows(build_wheel({"member": MEMBERS, "record": edit}, tmp_path))}

    assert row == found.get(path)


def test_zip_edits(tmp_path: Path) -> None:
    """The archive itself can be made wrong: links, repeated and raw names, false sizes."""
    edits = {
        "symlink": [["pair/l.so", "_x.so"]],
        "duplicate": ["pair/_x.so"],
        "raw_names": {"pair/__init__.py": "pair\\x\x01.py"},
        "declared_size": {"pair/l.so": 1},
    }
    infos = zipfile.ZipFile(build_wheel({"member": MEMBERS, "zip": edits}, tmp_path)).infolist()
    link = next(info for info in infos if info.filename == "pair/l.so")

    assert [info.orig_filename for info in infos].count("pair/_x.so") == 2
    assert "pair\\x\x01.py" in [info.orig_filename for info in infos]
    assert stat.S_ISLNK(link.external_attr >> 16)
    assert link.file_size == 1


def test_header_edits(tmp_path: Path) -> None:
    """METADATA lines can be replaced, removed and appended."""
    edits = {"replace": {"Name": "other"}, "remove": ["Version"], "headers": [["Requires-Dist", "numpy"]]}
    wheel = build_wheel({"metadata": edits}, tmp_path)
    expected = b"Metadata-Version: 2.1\nName: other\nRequires-Dist: numpy\n"

    assert expected == zipfile.ZipFile(wheel).read("pair-1.0.dist-info/METADATA")


def test_siblings(tmp_path: Path) -> None:
    """Siblings are wheels of their own."""
    (sibling,) = build_siblings({"sibling": [{"distribution": "base", "version": "2.0"}]}, tmp_path)

    assert "base-2.0-cp311-cp311-manylinux_2_28_x86_64.whl" == sibling.name
