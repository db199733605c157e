"""Files that are named as a library, and that no loader takes as one."""

from __future__ import annotations

import re

from wheelcheck.binary.elf.details import elf_details
from wheelcheck.binary.model import Binary, Format, Kind
from wheelcheck.model import Cause, Incomplete
from wheelcheck.wheel.extensions import parse_extension_name
from wheelcheck.wheel.model import FileKind

_LIBRARY = re.compile(r"\.so(?:\.[0-9]+)*$")
_LINKER_SCRIPT = re.compile(
    rb"\s*/\*\s*GNU ld script"
    rb"|\s*(?:/\*.*?\*/\s*)*(?:INPUT|GROUP|OUTPUT_FORMAT|SEARCH_DIR|AS_NEEDED|INCLUDE)\b",
    re.DOTALL,
)
_LFS = b"version https://git-lfs.github.com/spec/"
_PROGRAMS = {
    Kind.STATIC_EXECUTABLE: "a program",
    Kind.EXECUTABLE: "a program",
    Kind.OBJECT: "an object file that was not linked",
    Kind.OTHER: "an ELF file that the loader cannot use: it has no dynamic table",
}


def is_linker_script(head: bytes) -> bool:
    """Whether a text stands for a library when something is linked (`ld`, "Implicit Linker Scripts")."""
    return _LINKER_SCRIPT.match(head) is not None


def find_impostor(name: str, kind: Format | FileKind, head: bytes, size: int) -> tuple[Incomplete, ...]:
    """Refuse a member that is named as a shared library and is none.

    Args:
        name: of the member.
        kind: what its first bytes are; other systems' formats are for rules.
        head: its first bytes.
        size: in bytes.
    """
    if isinstance(kind, Format) or not _LIBRARY.search(name) or is_linker_script(head):
        return ()
    hint = "build it again: the file was cut, or another one took its place"
    if not size:
        what = "is empty"
    elif head.startswith(_LFS):
        what, hint = "is a git-lfs pointer", "run `git lfs pull` before the build"
    else:
        what = f"starts with {head[:16]!r}"
    reason = f"{name!r} is named as a shared library and is no ELF file: it {what}"
    return (Incomplete(cause=Cause.UNREADABLE_MEMBER, member=name, reason=reason, hint=hint),)


def find_unloadable(binary: Binary) -> tuple[Incomplete, ...]:
    """Refuse an ELF file that is named as an extension module of some python and is of another kind."""
    parsed = parse_extension_name(binary.file_name)
    if parsed is None or not (parsed.interpreter or parsed.suffix == "abi3"):
        return ()
    what = _PROGRAMS.get(binary.kind) if binary.format is Format.ELF else None
    if what is None or (binary.kind is Kind.EXECUTABLE and elf_details(binary).is_pie):
        return ()
    reason = f"{binary.member!r} is named as an extension module and is {what}"
    return (
        Incomplete(
            cause=Cause.UNREADABLE_MEMBER, member=binary.member, reason=reason, hint="link it with -shared"
        ),
    )
