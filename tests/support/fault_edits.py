"""Changes of a real wheel, as values: each is applied to a wheel under edit."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.elf_edits import ElfEditor
from tests.support.wheel_edits import WheelEditor

Edit = Callable[[WheelEditor], None]


def elf(member: str, edit: Callable[[ElfEditor], None]) -> Edit:
    """Edit an ELF member."""
    return lambda wheel: wheel.elf(member, edit)


def dist_info(name: str, old: str, new: str) -> Edit:
    """Edit a text of the dist-info folder."""
    return lambda wheel: wheel.text(f"{wheel.dist_info}/{name}", old, new)


def edit_row(member: str, change: Callable[[str], str] | None) -> Edit:
    """Change or, with None, drop a row of RECORD."""

    def edit(wheel: WheelEditor) -> None:
        index = next(i for i, row in enumerate(wheel.record) if row.startswith(f"{member},"))
        row = wheel.record.pop(index)
        if change is not None:
            wheel.record.insert(index, change(row))

    return edit


def lose(*members: str) -> Edit:
    """Leave members out, and out of RECORD."""

    def edit(wheel: WheelEditor) -> None:
        for member in members:
            wheel.remove(member)

    return edit


def newer_glibc(library: ElfEditor) -> None:
    """Import a function that came with glibc 2.34."""
    library.rename_symbol("memcpy", "_Fork")
    library.raise_version("GLIBC_2.14", "GLIBC_2.34")
