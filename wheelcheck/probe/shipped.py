"""The folder of the probe's CMake project in this installation."""

from __future__ import annotations

from pathlib import Path

from wheelcheck.errors import WheelcheckError

_PACKAGE = Path(__file__).parents[1]
_NAME = "cmake_probe"
_LISTS = "CMakeLists.txt"


def shipped_project(package: Path = _PACKAGE) -> Path:
    """Give the folder of the CMake project in which consumers are built.

    A built wheel has it inside the package; an editable install has it next to the package, in the checkout.

    Raises:
        WheelcheckError: it is in neither place.
    """
    for parent in (package, package.parent):
        folder = parent / _NAME
        # Uninstalling or switching branches may leave an empty folder behind.
        if (folder / _LISTS).is_file():
            return folder
    raise WheelcheckError(
        f"this installation of wheelcheck is incomplete: '{_NAME}/{_LISTS}' is neither in {str(package)!r} "
        f"nor in {str(package.parent)!r}",
        hint="reinstall wheelcheck from its wheel, its sdist or a complete checkout",
    )
