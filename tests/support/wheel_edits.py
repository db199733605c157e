"""A real wheel with one thing changed: copied, edited at its end, its directory rewritten."""

from __future__ import annotations

import base64
import hashlib
import shutil
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.support.elf_edits import ElfEditor

_REGULAR = 0o100644


class WheelEditor:
    """A wheel under edit; RECORD follows every change unless it is told not to."""

    def __init__(self, source: Path) -> None:
        """Read the directory of the wheel."""
        self.source = source
        self._archive = zipfile.ZipFile(source)
        self.names = self._archive.namelist()
        self.dist_info = next(name for name in self.names if name.endswith(".dist-info/RECORD")).partition(
            "/"
        )[0]
        self._removed: set[str] = set()
        self._written: list[tuple[str, bytes, int]] = []
        record = self._archive.read(f"{self.dist_info}/RECORD").decode()
        self.record = record.splitlines()

    def read(self, name: str) -> bytes:
        """Content of a member of the source."""
        return self._archive.read(name)

    def find(self, start: str, end: str = "") -> str:
        """Give the only member whose name starts and ends so."""
        (name,) = (each for each in self.names if each.startswith(start) and each.endswith(end))
        return name

    def write(self, name: str, content: bytes, *, mode: int | None = None, is_recorded: bool = True) -> None:
        """Add a member or take another's place, keeping its mode."""
        if mode is None:
            known = name in self.names
            mode = self._archive.getinfo(name).external_attr >> 16 if known else _REGULAR
        self._removed.add(name)
        self._written.append((name, content, mode))
        if is_recorded:
            self._record(name, content)

    def remove(self, name: str) -> None:
        """Take a member out, with its row."""
        self._removed.add(name)
        self.record = [row for row in self.record if not row.startswith(f"{name},")]

    def duplicate(self, name: str) -> None:
        """Store a member once more."""
        info = self._archive.getinfo(name)
        self._written.append((name, self.read(name), info.external_attr >> 16))

    def change_mode(self, name: str, mode: int) -> None:
        """Store a member with another mode."""
        self.write(name, self.read(name), mode=mode)

    def elf(self, name: str, edit: Callable[[ElfEditor], None]) -> None:
        """Edit an ELF member in place."""
        editor = ElfEditor(self.read(name))
        edit(editor)
        self.write(name, editor.bytes())

    def text(self, name: str, old: str, new: str) -> None:
        """Replace a piece of a text member, which must hold it."""
        content = self.read(name).decode()
        if old not in content:
            raise LookupError(f"{name!r} does not hold {old!r}")
        self.write(name, content.replace(old, new).encode())

    def save(self, folder: Path) -> Path:
        """Write the changed wheel under the same file name."""
        target = folder / self.source.name
        shutil.copyfile(self.source, target)
        self._archive.close()
        rows = "".join(f"{row}\n" for row in self.record)
        written = [*self._written, (f"{self.dist_info}/RECORD", rows.encode(), _REGULAR)]
        gone = {*self._removed, f"{self.dist_info}/RECORD"}
        with warnings.catch_warnings(), zipfile.ZipFile(target, "a") as archive:
            # A repeated name is one of the faults.
            warnings.simplefilter("ignore", UserWarning)
            # The bytes of what is gone stay in the file; only the directory, written anew, counts.
            archive.filelist[:] = [info for info in archive.filelist if info.filename not in gone]
            for name in gone:
                archive.NameToInfo.pop(name, None)
            for name, content, mode in written:
                info = zipfile.ZipInfo(name)
                info.create_system, info.external_attr = 3, mode << 16
                archive.writestr(info, content)
        return target

    def _record(self, name: str, content: bytes) -> None:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        row = f"{name},sha256={digest},{len(content)}"
        old = [index for index, each in enumerate(self.record) if each.startswith(f"{name},")]
        if old:
            self.record[old[0]] = row
        elif not name.endswith(".dist-info/RECORD"):
            self.record.insert(0, row)
