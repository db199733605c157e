"""auditwheel's policies, read from its installed JSON files without importing it (that takes 0.3 s)."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

import msgspec

from wheelcheck.errors import WheelcheckError, reason_of

_FILES = {
    "glibc": "manylinux-policy.json",
    "musl": "musllinux-policy.json",
    "android": "android-policy.json",
}


class PolicyData(msgspec.Struct, frozen=True):
    """One platform tag without its architecture."""

    name: str
    aliases: tuple[str, ...] = ()
    symbol_versions: dict[str, dict[str, frozenset[str]]] = {}
    """Architecture → prefix (`GLIBC`, `CXXABI`, …) → versions that the tag allows."""
    libraries: frozenset[str] = msgspec.field(name="lib_whitelist", default=frozenset())

    @property
    def release(self) -> tuple[int, ...]:
        """Numbers of the name: (2, 28), (1, 2), (21,)."""
        return tuple(int(part) for part in self.name.split("_")[1:])


@cache
def policies(libc: str) -> tuple[PolicyData, ...]:
    """Policies for one libc (`glibc`, `musl`, `android`), lowest first, without plain `linux`."""
    spec = importlib.util.find_spec("auditwheel")
    if spec is None or spec.origin is None:
        raise WheelcheckError("auditwheel's policy files are missing", hint="install 'auditwheel'")
    path = Path(spec.origin).parent / "policy" / _FILES[libc]
    try:
        found = msgspec.json.decode(path.read_bytes(), type=tuple[PolicyData, ...])
    except (OSError, msgspec.DecodeError) as exc:
        raise WheelcheckError(
            f"cannot read auditwheel's policy {str(path)!r}: {reason_of(exc)}", hint="reinstall 'auditwheel'"
        ) from exc
    return tuple(sorted((each for each in found if each.name != "linux"), key=lambda each: each.release))
