"""How the `installer` library unpacks a wheel here: into a `Tree`, where it can replace nothing."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, BinaryIO

from installer import install
from installer.destinations import WheelDestination
from installer.records import Hash, RecordEntry
from installer.scripts import Script
from installer.sources import WheelFile
from installer.utils import Scheme, construct_record_file, fix_shebang

from wheelcheck.probe.tree import MisplacedFileError, Tree
from wheelcheck.wheel.metadata import entry_points
from wheelcheck.wheel.model import Wheel

if TYPE_CHECKING:
    from installer.scripts import ScriptSection

_REFERENCE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_SECTIONS: Mapping[str, ScriptSection] = {"console_scripts": "console", "gui_scripts": "gui"}


def install_into(tree: Tree, wheel: Wheel, schemes: Mapping[str, str], interpreter: str) -> None:
    """Install one wheel.

    Args:
        tree: the environment.
        wheel: as it was read.
        schemes: folder of each install scheme, below the tree's root.
        interpreter: starts the wheel's scripts.

    Raises:
        MisplacedFileError: a file would lie outside of the tree, or in the place of another one.
    """
    destination = _Destination(tree, wheel.file, schemes, interpreter)
    scripts = [
        destination.write_script(point.name, point.module, point.attribute, _SECTIONS[point.group])
        for point in entry_points(wheel)
        if point.is_script
    ]
    destination.scripts = [(Scheme("scripts"), script) for script in scripts]
    with _Source.open(wheel.path) as source:
        install(source, destination, {})


class _Source(WheelFile):
    """An archive without entry points: `installer` would parse them in quadratic time."""

    @property
    def dist_info_filenames(self) -> list[str]:
        return []


class _Destination(WheelDestination):
    """Writes into a tree."""

    def __init__(self, tree: Tree, owner: str, schemes: Mapping[str, str], interpreter: str) -> None:
        self.tree = tree
        self.owner = owner
        self.schemes = schemes
        self.interpreter = interpreter
        self.scripts: list[tuple[Scheme, RecordEntry]] = []
        """Scripts of entry points."""

    def write_script(self, name: str, module: str, attr: str, section: ScriptSection) -> RecordEntry:
        if not (_REFERENCE.fullmatch(module) and _REFERENCE.fullmatch(attr)):
            raise MisplacedFileError(f"script {name!r} names {f'{module}:{attr}'!r}, which is not an object")
        _, code = Script(name, module, attr, section).generate(self.interpreter, "posix")
        return self._write(Scheme("scripts"), name, io.BytesIO(code), is_executable=True)

    def write_file(
        self,
        scheme: Scheme,
        path: str | os.PathLike[str],
        stream: BinaryIO,
        is_executable: bool,  # noqa: FBT001  # as the base class has it
    ) -> RecordEntry:
        if scheme != "scripts":
            return self._write(scheme, os.fspath(path), stream, is_executable=is_executable)
        with fix_shebang(stream, self.interpreter) as script:
            return self._write(scheme, os.fspath(path), script, is_executable=is_executable)

    def finalize_installation(
        self, scheme: Scheme, record_file_path: str, records: Iterable[tuple[Scheme, RecordEntry]]
    ) -> None:
        start = self.schemes[scheme]

        def above(other: str) -> str | None:
            folder = self.schemes[other]
            return None if folder == start else f"{os.path.relpath(folder or '.', start)}/"

        with construct_record_file([*self.scripts, *records], above) as record:
            self._write(scheme, record_file_path, record, is_executable=False)

    def _write(self, scheme: Scheme, path: str, stream: BinaryIO, *, is_executable: bool) -> RecordEntry:
        folder = self.schemes[scheme]
        content = self.tree.write(folder, path, stream, self.owner, is_executable=is_executable)
        return RecordEntry(path, Hash("sha256", content.digest_text), content.size)
