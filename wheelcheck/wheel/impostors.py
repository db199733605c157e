"""Files that are named as a library but that no loader accepts as one."""

from __future__ import annotations

import re

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import Cause, Incomplete
from wheelcheck.wheel.extensions import parse_extension_name
from wheelcheck.wheel.model import FileKind

_LIBRARY = re.compile(r"\.so(?:\.[0-9]+)*$")
_LINKER_COMMAND = re.compile(rb"(?:INPUT|GROUP|OUTPUT_FORMAT|SEARCH_DIR|AS_NEEDED|INCLUDE)\b")
_LINKER_SCRIPT = re.compile(rb"\s*/\*\s*GNU ld script")
_BLANKS = re.compile(rb"\s*")
_LFS = b"version https://git-lfs.github.com/spec/"
_PROGRAMS = {
    Kind.STATIC_EXECUTABLE: "a program",
    Kind.EXECUTABLE: "a program",
    Kind.OBJECT: "an object file that was never linked",
    Kind.OTHER: "an ELF file without a dynamic table, which the loader cannot use",
}


def is_linker_script(head: bytes) -> bool:
    """Whether a text replaces a library at link time (`ld`, "Implicit Linker Scripts")."""
    if _LINKER_SCRIPT.match(head):
        return True
    at = _after_blanks(head, 0)
    while head.startswith(b"/*", at):
        end = head.find(b"*/", at + 2)
        if end < 0:
            return False
        at = _after_blanks(head, end + 2)
    return _LINKER_COMMAND.match(head, at) is not None


def _after_blanks(text: bytes, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return at if blanks is None else blanks.end()


def find_impostor(name: str, kind: Format | FileKind, head: bytes, size: int) -> tuple[Incomplete, ...]:
    """Refuse a member that is named as a shared library but is not one.

    Args:
        name: of the member.
        kind: what its first bytes are; rules judge the formats of other systems.
        head: its first bytes.
        size: in bytes.
    """
    if isinstance(kind, Format) or not _LIBRARY.search(name) or is_linker_script(head):
        return ()
    hint = "rebuild it: the file was truncated, or another file replaced it"
    if not size:
        what = "is empty"
    elif head.startswith(_LFS):
        what, hint = "is a git-lfs pointer", "run `git lfs pull` before the build"
    else:
        what = f"starts with {head[:16]!r}"
    reason = f"{name!r} is named as a shared library but is not an ELF file: it {what}"
    return (Incomplete(cause=Cause.UNREADABLE_MEMBER, member=name, reason=reason, hint=hint),)


def find_unloadable(binary: Binary) -> tuple[Incomplete, ...]:
    """Refuse an ELF file that is named as an extension module of some Python but is of another kind."""
    parsed = parse_extension_name(binary.file_name)
    if parsed is None or not (parsed.interpreter or parsed.suffix == "abi3"):
        return ()
    what = _PROGRAMS.get(binary.kind) if binary.format is Format.ELF else None
    if what is None or (binary.kind is Kind.EXECUTABLE and elf_details(binary).is_pie):
        return ()
    reason = f"{binary.member!r} is named as an extension module but is {what}"
    return (
        Incomplete(
            cause=Cause.UNREADABLE_MEMBER, member=binary.member, reason=reason, hint="link it with -shared"
        ),
    )
