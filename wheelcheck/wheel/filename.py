"""The file name of a wheel, split into its parts (binary distribution format, "File name convention")."""

from __future__ import annotations

import itertools
import math
import re
from typing import NamedTuple

from wheelcheck.errors import UnreadableWheelError

_RESTORE = "restore the name that the build tool gave it: name-version[-build]-python-abi-platform.whl"
_NAME = re.compile(r"[\w.]+", re.ASCII)
_VERSION = re.compile(r"[A-Za-z0-9][\w.!+]*", re.ASCII)
_BUILD = re.compile(r"\d\w*", re.ASCII)
_TAG_PART = re.compile(r"\w+(?:\.\w+)*", re.ASCII)
_MOST_TAGS = 10_000
_SDIST_SUFFIX = ".tar.gz"


class WheelName(NamedTuple):
    """Parts of a wheel's file name, as written."""

    name: str
    version: str
    build: str
    """Build tag, '' when there is none."""
    tags: tuple[str, ...]
    """Every `python-abi-platform` combination, in the order written."""

    @property
    def platforms(self) -> tuple[str, ...]:
        """Platform tags, each once, in order."""
        return tuple(dict.fromkeys(tag.rpartition("-")[2] for tag in self.tags))


def parse_wheel_filename(name: str) -> WheelName:
    """Split the file name of a wheel.

    Raises:
        UnreadableWheelError: no installer would accept the name.
    """
    if not name.endswith(".whl"):
        raise _refuse(name, _other_end(name), hint="pass wheels only: dist/*.whl")
    parts = name.removesuffix(".whl").split("-")
    if len(parts) not in {5, 6}:
        noun = "part" if len(parts) == 1 else "parts"
        raise _refuse(name, f"it has {len(parts)} {noun} separated by dashes, expected 5 or 6")
    build = parts[2] if len(parts) == 6 else ""
    checks = [("name", _NAME, parts[0]), ("version", _VERSION, parts[1])]
    checks += [("build tag", _BUILD, build)] if len(parts) == 6 else []
    checks += list(zip(("python tag", "abi tag", "platform tag"), [_TAG_PART] * 3, parts[-3:], strict=True))
    for label, pattern, text in checks:
        if pattern.fullmatch(text) is None:
            raise _refuse(name, f"its {label} {text!r} is malformed")
    columns = [part.split(".") for part in parts[-3:]]
    if math.prod(map(len, columns)) > _MOST_TAGS:
        raise _refuse(name, f"its tags expand to more than {_MOST_TAGS}")
    tags = tuple(map("-".join, itertools.product(*columns)))
    return WheelName(parts[0], parts[1], build, tags)


def _other_end(name: str) -> str:
    if name.endswith(_SDIST_SUFFIX):
        return "it is that of a source distribution"
    return "it does not end in '.whl'"


def _refuse(name: str, reason: str, hint: str = _RESTORE) -> UnreadableWheelError:
    return UnreadableWheelError(f"{name!r} is not the file name of a wheel: {reason}", hint=hint)
