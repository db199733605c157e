"""Which part of a member's content is kept as a fact, by its name, size and kind."""

from __future__ import annotations

from dataclasses import dataclass

from wheelcheck.binary.model import Format
from wheelcheck.binary.signatures import sniff
from wheelcheck.wheel.model import FileKind

HEADER_SUFFIXES = (".h", ".hpp", ".hh", ".hxx", ".h++", ".cuh", ".inl", ".inc", ".ipp")
TEXT_LIMIT = 4 << 20
"""Most bytes of a text that is kept; a longer one is refused by name."""
RECORD_LIMIT = 32 << 20
SCRIPT_HEAD = 256
_VERSION_MODULES = ("version.py", "_version.py", "__init__.py")
_LINKER_SCRIPT_LIMIT = 64 << 10


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What one member's content is read for."""

    text: bool = False
    """Keep the whole content."""
    head: bool = False
    """Keep the first SCRIPT_HEAD bytes."""
    header: bool = False
    """Keep only its includes."""
    python: bool = False
    """Keep what it imports, and the whole content if it may open native libraries."""
    build_paths: bool = False
    """Search for paths of the build machine."""

    @property
    def is_needed(self) -> bool:
        """Whether rules judge the text itself, so that one that is too long cannot be skipped."""
        return self.text and not self.python

    @property
    def anything(self) -> bool:
        """Whether any content is needed."""
        return self.text or self.head or self.header or self.python or self.build_paths


NOTHING = Wanted()
_TEXT = Wanted(text=True)
_CONFIG = Wanted(text=True, build_paths=True)
_SCRIPT = Wanted(head=True, build_paths=True)
_HEADER = Wanted(header=True, build_paths=True)
_PYTHON = Wanted(python=True)
_VERSION = Wanted(text=True, python=True)


def wanted(name: str, size: int, kind: Format | FileKind = FileKind.OTHER) -> Wanted:
    """Choose what to keep of a member with this name, size in bytes and kind."""
    lower = name.lower()
    folder, _, rest = name.partition("/")
    if lower.endswith(HEADER_SUFFIXES):
        return _HEADER
    if lower.endswith(".py"):
        is_version = lower.endswith(_VERSION_MODULES) and name.count("/") <= 1
        return _VERSION if is_version else _PYTHON
    if lower.endswith((".cmake", ".pc")):
        return _CONFIG
    if folder.endswith(".data") and rest.startswith("scripts/"):
        return _SCRIPT
    is_library = lower.endswith((".so", ".la")) or ".so." in lower
    is_linker_script = is_library and kind is FileKind.OTHER and size <= _LINKER_SCRIPT_LIMIT
    is_text = folder.endswith(".dist-info") and _is_dist_info_text(rest)
    return _TEXT if is_text or is_linker_script else NOTHING


def _is_dist_info_text(rest: str) -> bool:
    return rest in {"RECORD", "WHEEL", "METADATA", "entry_points.txt", "top_level.txt", "direct_url.json"}


def limit_of(name: str) -> int:
    """Most bytes of a text of this name that is kept."""
    return RECORD_LIMIT if name.endswith(".dist-info/RECORD") else TEXT_LIMIT


def kind_of(head: bytes) -> Format | FileKind:
    """Identify the kind of a member by its first `HEAD` bytes."""
    native = sniff(head)
    if native is not None:
        return native
    if head[:8] in {b"!<arch>\n", b"!<thin>\n"}:
        return FileKind.ARCHIVE
    return FileKind.SCRIPT if head[:2] == b"#!" else FileKind.OTHER
