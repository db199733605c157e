"""The compiler, CMake and build tool of this machine, located before anything is configured."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wheelcheck.probe.extra import INSTALL_EXTRA

CMAKE_FLOOR = (3, 28)
"""Older versions mishandle `$ORIGIN` in the link options of imported targets."""
COMPILERS = ("c++", "g++", "clang++")
LEGACY_VARIABLE = "WHEELCHECK_LEGACY_CMAKE"
"""Environment variable with the path of the old CMake; its version must match the contract."""
_ASK_SECONDS = 30


class MissingToolError(Exception):
    """A tool that the probe needs is missing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Toolchain:
    """What builds the consumers."""

    compiler: tuple[str, ...]
    """Command line: CXX may contain a launcher and options."""
    compiler_version: str
    cmake: Path
    cmake_version: str
    generator: str
    make: Path

    def described(self) -> dict[str, str]:
        """Describe the toolchain for the report."""
        return {
            "compiler": self.compiler_version,
            "cmake": self.cmake_version,
            "generator": self.generator,
        }


def find_compiler(environment: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    """Give the compiler's command and the first line of its `--version`.

    Raises:
        MissingToolError: CXX does not name a compiler, or there is none on PATH.
    """
    path = environment.get("PATH")
    wanted = environment.get("CXX", "").strip()
    if wanted:
        try:
            name, *options = shlex.split(wanted)
        except ValueError as exc:
            raise MissingToolError(f"CXX is {wanted!r}, which is no command: {exc}") from None
        found = _which(name, path)
        if found is None:
            raise MissingToolError(f"CXX is {name!r}, which is not on PATH")
    else:
        options = []
        found = next(filter(None, (_which(name, path) for name in COMPILERS)), None)
        if found is None:
            raise MissingToolError(
                f"no C++ compiler: none of {', '.join(COMPILERS)} is on PATH, and CXX is not set"
            )
    command = (found, *options)
    answer = _ask((*command, "--version"), environment)
    if answer is None:
        raise MissingToolError(f"compiler {shlex.join(command)!r} cannot run with --version")
    return command, answer.partition("\n")[0].strip()


def find_toolchain(environment: Mapping[str, str]) -> Toolchain:
    """Find everything that a build needs.

    Raises:
        MissingToolError: a tool is missing; names it and where it was searched for.
    """
    compiler, version = find_compiler(environment)
    cmake, cmake_version = _find_cmake(environment)
    generator, make = _find_generator(environment)
    return Toolchain(
        compiler=compiler,
        compiler_version=version,
        cmake=cmake,
        cmake_version=cmake_version,
        generator=generator,
        make=make,
    )


def find_legacy_cmake(series: str, environment: Mapping[str, str]) -> Path | None:
    """Give a CMake of an old release series, from the variable or as `cmake-3.24` on PATH; None without."""
    named = os.environ.get(LEGACY_VARIABLE, "")
    found = _which(named or f"cmake-{series}", environment.get("PATH"))
    if found is None:
        return None
    version = cmake_version(Path(found), environment)
    return Path(found) if version is not None and f"{version}.".startswith(f"{series}.") else None


def cmake_version(cmake: Path, environment: Mapping[str, str]) -> str | None:
    """Query the version of a CMake."""
    answer = _ask((str(cmake), "--version"), environment)
    match = re.search(r"cmake version (\S+)", answer or "")
    return match[1] if match else None


def _find_cmake(environment: Mapping[str, str]) -> tuple[Path, str]:
    """Prefer the `cmake` package of this environment, which the extra `probe` installs."""
    candidates = [path for path in (_packaged_cmake(), _which("cmake", environment.get("PATH"))) if path]
    seen = []
    for candidate in candidates:
        version = cmake_version(Path(candidate), environment)
        if version is not None:
            if tuple(int(part) for part in re.findall(r"\d+", version)[:2]) >= CMAKE_FLOOR:
                return Path(candidate), version
            seen.append(version)
    floor = ".".join(map(str, CMAKE_FLOOR))
    found = f"only {', '.join(seen)}" if seen else "none"
    raise MissingToolError(f"no CMake {floor} or newer ({found} found): {INSTALL_EXTRA}")


def _packaged_cmake() -> str | None:
    try:
        import cmake
    except ImportError:
        return None
    path = Path(cmake.CMAKE_BIN_DIR) / "cmake"
    return str(path) if path.is_file() else None


def _find_generator(environment: Mapping[str, str]) -> tuple[str, Path]:
    path = environment.get("PATH")
    ninja = _packaged_ninja() or _which("ninja", path)
    if ninja:
        return "Ninja", Path(ninja)
    make = _which("make", path) or _which("gmake", path)
    if make:
        return "Unix Makefiles", Path(make)
    raise MissingToolError(f"neither ninja nor make was found: {INSTALL_EXTRA}")


def _which(name: str, path: str | None) -> str | None:
    """Find a tool once and for all: by its name, a child could find another one."""
    found = shutil.which(name, path=path)
    return None if found is None else os.path.abspath(found)  # noqa: PTH100  # a link's name can be a choice


def _packaged_ninja() -> str | None:
    try:
        import ninja
    except ImportError:
        return None
    path = Path(ninja.BIN_DIR) / "ninja"
    return str(path) if path.is_file() else None


def _ask(command: tuple[str, ...], environment: Mapping[str, str]) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603  # the user's own tools, from PATH or CXX
            command,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_ASK_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None
