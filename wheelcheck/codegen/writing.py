"""Files on disk: written only if their text changed, so that build tools do not repeat work."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from wheelcheck.codegen.errors import CodegenError
from wheelcheck.errors import reason_of


def write_if_changed(path: Path, text: str, *, is_dry_run: bool = False) -> bool:
    """Write a file whole or not at all; return whether it changed, or would."""
    data = text.encode()
    try:
        if path.is_file() and path.read_bytes() == data:
            return False
        if not is_dry_run:
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, data)
    except OSError as error:
        raise _refused(path, error) from error
    return True


def touch(path: Path) -> None:
    """Set the time of a file to now, creating it if missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> CodegenError:
    return CodegenError(f"cannot write {str(path)!r}: {reason_of(error)}", hint="choose a writable folder")


def _replace(path: Path, data: bytes) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def depfile(outputs: Sequence[Path], inputs: Iterable[Path]) -> str:
    """Return a rule in the syntax that Make and Ninja read: these outputs depend on these inputs."""
    targets = " ".join(_escape(each) for each in outputs)
    sources = "".join(f" \\\n  {_escape(each)}" for each in inputs)
    return f"{targets}:{sources}\n"


def _escape(path: Path) -> str:
    text = path.as_posix().replace("\\", "\\\\").replace("$", "$$")
    return text.replace(" ", "\\ ").replace("#", "\\#")
