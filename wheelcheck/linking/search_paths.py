"""One entry of an ELF runtime search path: what kind it is and where it leads.

Dynamic string tokens follow glibc's elf/dl-load.c: `$NAME` or `${NAME}`, case-sensitive, not followed
by another identifier character; an unknown token stays in the path as it is.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from wheelcheck.binary.model import Binary
from wheelcheck.linking.layout import Layout

OUTSIDE = "/outside"
"""Folder of an entry that climbs out of the environment's prefix: nothing that is installed lies there."""

_LIBS = ("lib64", "lib", "lib/x86_64-linux-gnu")
_PLATFORMS = ("x86_64", "haswell", "aarch64")
_TOKEN = re.compile(r"\$(?:\{(?P<curly>[A-Z]+)\}|(?P<plain>[A-Z]+)(?![A-Za-z0-9_]))")
# make expands "$O" to nothing and shells eat the dollar; `@…` are dyld's tokens, `;` is CMake's separator.
_MANGLED = re.compile(r"^(?:X?ORIGIN|RIGIN)(?![A-Za-z0-9_])|^@(?:loader|executable)_path|^@rpath|;")


class Entry(NamedTuple):
    """One search-path entry after expansion."""

    text: str
    kind: str
    """`origin`, `absolute`, `relative`, `empty`, `malformed`."""
    folders: tuple[str, ...]
    """origin: installed folders relative to the prefix ('' is the prefix itself), one per reading of
    `$LIB` and `$PLATFORM`; `OUTSIDE` when the entry leaves the prefix. absolute: the absolute paths.
    Others lead nowhere that is known: ()."""


class Placed(NamedTuple):
    """An entry of one object's path."""

    tag: str
    """`RPATH`, `RUNPATH`."""
    entry: Entry


def entries_of(binary: Binary, layout: Layout) -> tuple[Placed, ...]:
    """Give the entries of a loadable object, expanded where it is installed, each once, in order."""
    if not binary.is_loadable:
        return ()
    origin = posixpath.dirname(layout.path_of(binary.member))
    libs = ("lib64", "lib", f"lib/{binary.arch}-linux-gnu")
    placed = (Placed(path.kind, expand_entry(path.text, origin, libs)) for path in binary.search_paths)
    return tuple(dict.fromkeys(placed))


def repair_command(binary: Binary, layout: Layout) -> str:
    """Give the command that leaves only the entries that lead from `$ORIGIN` into the environment."""
    placed = entries_of(binary, layout)
    kept = [
        each.entry.text for each in placed if each.entry.kind == "origin" and not leaves_prefix(each.entry)
    ]
    if not kept:
        return f"patchelf --remove-rpath {binary.file_name}"
    force = "--force-rpath " if all(each.tag == "RPATH" for each in placed) else ""
    return f"patchelf {force}--set-rpath '{':'.join(dict.fromkeys(kept))}' {binary.file_name}"


@lru_cache(maxsize=65536)
def expand_entry(text: str, origin: str, libs: tuple[str, ...] = _LIBS) -> Entry:
    """Read one entry of an object that is installed in the folder `origin` (relative to the prefix)."""
    if not text:
        return Entry(text, "empty", ())
    if fault_of(text) is not None:
        return Entry(text, "malformed", ())
    starts_at_origin = text.startswith(("$ORIGIN", "${ORIGIN}"))
    if not starts_at_origin and not text.startswith("/"):
        return Entry(text, "relative", ())
    readings = _readings(text, origin, libs)
    if not starts_at_origin:
        return Entry(text, "absolute", tuple(_normal(each) for each in readings))
    return Entry(text, "origin", tuple(dict.fromkeys(_below_prefix(each) for each in readings)))


def fault_of(text: str, libc: str = "glibc") -> str | None:
    """Say why a loader does not expand an entry as its author meant it; None when it does.

    musl (ldso/dynlink.c, `fixup_rpath`) knows `$ORIGIN` alone and drops a path with any other token.
    """
    known = {"ORIGIN"} if libc == "musl" else {"ORIGIN", "LIB", "PLATFORM"}
    found = _MANGLED.search(text)
    if found is not None:
        return f"{found[0]!r} means nothing to the ELF loader"
    for match in _TOKEN.finditer(text):
        name = match["curly"] or match["plain"]
        if name not in known:
            return f"{match[0]!r} is no token that the loader knows"
        if name == "ORIGIN" and match.start() > 0:
            return f"{match[0]!r} stands behind {text[: match.start()]!r}"
    rest = _TOKEN.sub("", text)
    if "$" in rest:
        return f"{rest[rest.index('$') :].partition('/')[0]!r} is no token that the loader knows"
    return None


def leaves_prefix(entry: Entry) -> bool:
    """Whether an `$ORIGIN` entry climbs out of the environment."""
    return OUTSIDE in entry.folders


def _readings(text: str, origin: str, libs: tuple[str, ...]) -> list[str]:
    texts = [_TOKEN.sub(lambda m: origin if "ORIGIN" in m[0] else m[0], text)]
    for name, values in (("LIB", libs), ("PLATFORM", _PLATFORMS)):
        if f"${name}" in text or f"${{{name}}}" in text:
            texts = [
                each.replace(f"${{{name}}}", value).replace(f"${name}", value)
                for each in texts
                for value in values
            ]
    return texts


def _normal(path: str) -> str:
    return "/" + posixpath.normpath(path).lstrip("/")


def _below_prefix(path: str) -> str:
    folder = posixpath.normpath(path.lstrip("/"))
    if folder == ".":
        return ""
    return OUTSIDE if folder == ".." or folder.startswith("../") else folder


_WORLD_WRITABLE = ("/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/tmp")  # noqa: S108  # names to look for
_BUILD_ROOTS = (
    # homes
    "/home", "/root", "/Users", "/github/home", "/var/root",
    # workspaces of CI services and of the containers that wheels are built in
    "/__w", "/__t", "/__e", "/github/workspace", "/builds", "/workspace", "/workspaces", "/io", "/project",
    "/host", "/drone", "/bitrise", "/codebuild", "/opt/hostedtoolcache", "/opt/actions-runner",
    "/opt/buildkite", "/var/lib/jenkins", "/var/jenkins_home", "/var/lib/buildkite-agent", "/data/jenkins",
    "/croot", "/opt/conda", "/pytorch",
    # temporary folders
    *_WORLD_WRITABLE, "/private", "/var/folders", "/run/user", "/scratch",
)  # fmt: skip
_BUILD_PARTS = re.compile(
    r"""/(?:
        _work | _temp | actions-runner | jenkins | hudson | teamcity | buildkite | azp | vsts
      | (?:mini|ana)?conda\d* | (?:mini|mamba)forge\d* | micromamba | conda_environment[^/]* | conda-bld
      | _h_env[^/]* | _build_env | \.pyenv | \.conan2? | \.cache
      | build | _build | build_[^/]* | build-[^/]* | [^/]*-build | builddir | cmake-build-[^/]*
      | _skbuild | pip-out | cmake-out[^/]* | _deps | bazel-out | (?:lib|temp|bdist)\.[a-z]+[-_][^/]*
      | pip-(?:build-env|install|req-build|wheel|ephem)-[^/]* | cibuildwheel | CMakeFiles
    )(?=/|$)""",
    re.VERBOSE,
)


def is_build_machine_path(path: str) -> bool:
    """Whether an absolute path exists only where the wheel was built, or anybody may write there.

    Prefixes that a system administrator owns (`/usr`, `/usr/local`, `/opt`, `/opt/_internal`) are none.
    """
    folder = _normal(path)
    return _is_below(folder, _BUILD_ROOTS) or _BUILD_PARTS.search(folder) is not None


def is_world_writable(path: str) -> bool:
    """Whether anybody may make an absolute path, on whatever machine."""
    return _is_below(_normal(path), _WORLD_WRITABLE)


def _is_below(folder: str, roots: Sequence[str]) -> bool:
    return any(folder == root or folder.startswith(f"{root}/") for root in roots)
