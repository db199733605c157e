"""Synthetic wheels from data: what `fixtures/defects/*/{good,bad}.toml` says, as files.

Keys of a description (all optional):

- `distribution`, `version`, `tags`, `file_name`, `dist_info`: names, consistent unless set apart;
- `[[member]]`: `path` and one of `text`, `hex`, `zeros` (a count), `elf` (see `elf_options`); `mode`,
  `is_recorded = false`; a path ending in `/` is a folder; a dist-info path replaces the made file;
- `[wheel]`, `[metadata]`: `headers` (WHEEL: takes the place of the lines with those keys; METADATA:
  appended), `replace`, `remove`, `body`;
- `[record]`: `drop`, `add` (rows), `replace` (path to hash and size), `algorithm`, `lines` (raw, appended);
- `[zip]`: `duplicate` (names), `symlink` (name and target), `raw_names` (old to new), and what
  `zip_edits` does;
- `contract`, `expect`, `[[sibling]]`: for `audit_description` and the tests of the pairs.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import stat
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.elfmaker import make_elf
from tests.support.zip_edits import edit_zip

Description = Mapping[str, Any]
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Entry(NamedTuple):
    """One archive entry to write."""

    name: str
    content: bytes
    mode: int
    is_recorded: bool = True


def build_wheel(description: Description, folder: Path) -> Path:
    """Write the wheel of a description into `folder` and give its path."""
    name, version = _identity(description)
    tags = description.get("tags", "cp311-cp311-manylinux_2_28_x86_64")
    path = folder / str(description.get("file_name", f"{name}-{version}-{tags}.whl"))
    dist_info = description.get("dist_info", f"{name}-{version}.dist-info")
    edits = description.get("zip", {})
    entries = [*_members(description), *_symlinks(edits)]
    written = {entry.name for entry in entries}
    made = {
        f"{dist_info}/METADATA": _metadata(description),
        f"{dist_info}/WHEEL": _wheel(description),
    }
    entries += [_file(each, text.encode()) for each, text in made.items() if each not in written]
    renamed = edits.get("raw_names", {})
    entries = [entry._replace(name=renamed.get(entry.name, entry.name)) for entry in entries]
    if f"{dist_info}/RECORD" not in written:
        own = f"{dist_info}/RECORD"
        entries.append(_file(own, _record(entries, own, description.get("record", {})).encode()))
    entries += [entry for entry in entries if entry.name in edits.get("duplicate", [])]
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(edit_zip(_zip(entries), edits))
    return path


def build_siblings(description: Description, folder: Path) -> list[Path]:
    """Write the wheels of `[[sibling]]`."""
    return [build_wheel(each, folder) for each in description.get("sibling", [])]


def _identity(description: Description) -> tuple[str, str]:
    return description.get("distribution", "pair"), description.get("version", "1.0")


def _file(name: str, content: bytes, mode: int = 0o644, *, is_recorded: bool = True) -> Entry:
    kind = stat.S_IFDIR if name.endswith("/") else stat.S_IFREG
    return Entry(name, content, mode if stat.S_IFMT(mode) else kind | mode, is_recorded)


def _members(description: Description) -> list[Entry]:
    return [
        _file(
            member["path"],
            _content(member),
            member.get("mode", 0o644),
            is_recorded=member.get("is_recorded", True),
        )
        for member in description.get("member", [])
    ]


def _content(member: Mapping[str, Any]) -> bytes:
    if "elf" in member:
        return make_elf(**member["elf"])
    if "zeros" in member:
        return bytes(member["zeros"])
    if "hex" in member:
        return bytes.fromhex(member["hex"])
    return str(member.get("text", "")).encode()


def _symlinks(edits: Mapping[str, Any]) -> list[Entry]:
    return [Entry(name, target.encode(), stat.S_IFLNK | 0o777) for name, target in edits.get("symlink", [])]


def _wheel(description: Description) -> str:
    python, abi, platforms = description.get("tags", "cp311-cp311-manylinux_2_28_x86_64").split("-")[-3:]
    tags = [
        f"{each_python}-{each_abi}-{platform}"
        for each_python in python.split(".")
        for each_abi in abi.split(".")
        for platform in platforms.split(".")
    ]
    lines = [
        ("Wheel-Version", "1.0"),
        ("Generator", "wheelmaker"),
        ("Root-Is-Purelib", "true" if platforms == "any" else "false"),
        *(("Tag", tag) for tag in tags),
    ]
    edits = description.get("wheel", {})
    replaced = {key for key, _ in edits.get("headers", [])}
    return _headers([line for line in lines if line[0] not in replaced], edits)


def _metadata(description: Description) -> str:
    name, version = _identity(description)
    lines = [("Metadata-Version", "2.1"), ("Name", name), ("Version", version)]
    return _headers(lines, description.get("metadata", {}))


def _headers(lines: Iterable[tuple[str, str]], edits: Mapping[str, Any]) -> str:
    replace, remove = edits.get("replace", {}), edits.get("remove", [])
    kept = [(key, replace.get(key, value)) for key, value in lines if key not in remove]
    pairs = [*kept, *((key, value) for key, value in edits.get("headers", []))]
    return "".join(f"{key}: {value}\n" for key, value in pairs) + str(edits.get("body", ""))


def _record(entries: Iterable[Entry], own: str, edits: Mapping[str, Any]) -> str:
    algorithm = edits.get("algorithm", "sha256")
    dropped, replaced = edits.get("drop", []), edits.get("replace", {})
    rows = [
        (
            entry.name,
            *(replaced.get(entry.name) or (_digest(entry.content, algorithm), str(len(entry.content)))),
        )
        for entry in entries
        if entry.is_recorded and not entry.name.endswith("/")
    ]
    rows = [row for row in (*rows, (own, *replaced.get(own, ("", "")))) if row[0] not in dropped]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([*rows, *edits.get("add", [])])
    return text.getvalue() + "".join(f"{line}\n" for line in edits.get("lines", []))


def _digest(content: bytes, algorithm: str) -> str:
    if not algorithm:
        return ""
    digest = hashlib.new(algorithm, content, usedforsecurity=False).digest()
    return f"{algorithm}={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"


def _zip(entries: Iterable[Entry]) -> bytes:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w") as archive:
        # A repeated name is one of the faults that fixtures hold.
        warnings.simplefilter("ignore", UserWarning)
        for entry in entries:
            info = zipfile.ZipInfo("name", _EPOCH)
            # The constructor would mend backslashes and cut at NUL.
            info.filename = info.orig_filename = entry.name
            info.create_system = 3
            info.external_attr = entry.mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.content)
    return stream.getvalue()
