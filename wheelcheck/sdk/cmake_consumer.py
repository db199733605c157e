"""The consumer: what is set before a package config runs, and which variables nobody sets."""

from __future__ import annotations

import re
from collections.abc import Mapping

from wheelcheck.policy.cmake_language import cmake_language
from wheelcheck.sdk.cmake_values import CMAKE_ROOT, UNKNOWN
from wheelcheck.wheel.model import Wheel

_SYSTEMS: Mapping[str, Mapping[str, str]] = {
    "Linux": {"UNIX": "1", "APPLE": "", "WIN32": "", "MSVC": "", "MINGW": "", "CMAKE_HOST_WIN32": ""},
    "Darwin": {"UNIX": "1", "APPLE": "1", "WIN32": "", "MSVC": "", "MINGW": "", "CMAKE_HOST_WIN32": ""},
    "Windows": {"UNIX": "", "APPLE": "", "WIN32": "1"},
}
_LINUX = {
    "LINUX": "1",
    "ANDROID": "",
    "BORLAND": "",
    "CYGWIN": "",
    "MSYS": "",
    "CMAKE_SHARED_LIBRARY_PREFIX": "lib",
    "CMAKE_SHARED_LIBRARY_SUFFIX": ".so",
    "CMAKE_SHARED_MODULE_PREFIX": "lib",
    "CMAKE_SHARED_MODULE_SUFFIX": ".so",
    "CMAKE_STATIC_LIBRARY_PREFIX": "lib",
    "CMAKE_STATIC_LIBRARY_SUFFIX": ".a",
    "CMAKE_EXECUTABLE_SUFFIX": "",
}
_GCC = {
    "CMAKE_C_COMPILER_ID": "GNU",
    "CMAKE_CXX_COMPILER_ID": "GNU",
    "CMAKE_COMPILER_IS_GNUCC": "1",
    "CMAKE_COMPILER_IS_GNUCXX": "1",
}
_FEWEST = 3
_LONGEST = 60
_LONGEST_NAME = 500


def platform_variables(wheel: Wheel) -> dict[str, str]:
    """Variables that CMake itself sets, as far as the platform tags determine them."""
    known = {
        "CMAKE_VERSION": "4.1.0",
        "CMAKE_MAJOR_VERSION": "4",
        "CMAKE_MINOR_VERSION": "1",
        "CMAKE_PATCH_VERSION": "0",
        "CMAKE_ROOT": CMAKE_ROOT,
        "CMAKE_CURRENT_LIST_FILE": UNKNOWN,
        "CMAKE_CURRENT_LIST_DIR": UNKNOWN,
    }
    systems = {_system(platform) for platform in wheel.platforms}
    if len(systems) == 1 and (system := systems.pop()):
        bits = "4" if wheel.platforms[0].endswith(("i686", "win32", "armv7l", "armv6l")) else "8"
        known |= {"CMAKE_SYSTEM_NAME": system, "CMAKE_SIZEOF_VOID_P": bits, **_SYSTEMS[system]}
        if system == "Linux":
            known |= _LINUX
    return known


def plain_variables(wheel: Wheel) -> dict[str, str]:
    """Variables of a consumer who builds on the wheel's platform with GCC, and sets nothing."""
    known = {"CMAKE_C_COMPILER_LOADED": "1", "CMAKE_CXX_COMPILER_LOADED": "1"}
    tags = wheel.platforms
    system = platform_variables(wheel).get("CMAKE_SYSTEM_NAME")
    if system is not None:
        known["CMAKE_HOST_SYSTEM_NAME"] = system
    if system == "Linux":
        known |= _GCC
        known |= {"CMAKE_HOST_UNIX": "1", "CMAKE_HOST_APPLE": "", "CMAKE_HOST_LINUX": "1"}
        for arch in ("x86_64", "aarch64"):
            if all(tag.endswith(arch) for tag in tags):
                known["CMAKE_SYSTEM_PROCESSOR"] = arch
    return known


def _system(platform: str) -> str:
    if platform.startswith("macosx"):
        return "Darwin"
    if platform.startswith("win"):
        return "Windows"
    return "Linux" if "linux" in platform else ""


class Searched:
    """Packages that were searched for: each may have set variables that begin with its name."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._beginnings: set[str] = set()

    def add(self, package: str) -> None:
        """Add a package; `Python3` sets `PYTHON_…` too."""
        name = _plain(package[: 2 * _LONGEST])[:_LONGEST]
        self._names.add(name)
        self._beginnings.update(name[:end] for end in range(_FEWEST, len(name) + 1))

    def may_set(self, variable: str) -> bool:
        """Whether one of them may have set a variable."""
        first = _plain(variable[: 2 * _LONGEST].lstrip("_").partition("_")[0])[:_LONGEST]
        return first in self._beginnings or any(
            first[:end] in self._names for end in range(1, len(first) + 1)
        )

    def may_define(self, target: str) -> bool:
        """Whether one of them may have defined a target."""
        namespace, colons, _ = target.partition("::")
        return not colons or self.may_set(namespace.replace("_", ""))


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def is_nobodys(variable: str) -> bool:
    """Whether a variable that nothing has set is unset for a consumer who sets nothing."""
    language = cmake_language()
    if len(variable) > _LONGEST_NAME:
        return False
    if variable.startswith("ENV{"):
        return variable[4:-1] not in language.environment
    if variable.startswith(("CACHE{", "_CMAKE_")):
        return False
    if variable.startswith("CMAKE_"):
        return variable in language.unset
    return variable.partition("_")[0] not in language.reserved and not re.match(r"MSVC\d", variable)
