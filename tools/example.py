"""Build docs/examples/custom-kernels against the published SDK, pack it, audit it and probe it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parents[1]
WHEELS = Path(os.environ.get("WHEELCHECK_WHEELS", ROOT / "build" / "wheels")).resolve()
WORK = ROOT / "build" / "example"
REPAIRED = WORK / "repaired"
SDK = "1.5.1"


def main() -> int:
    """Run every step; the exit code is that of the first failing one."""
    shutil.rmtree(WORK, ignore_errors=True)
    project = WORK / "project"
    shutil.copytree(ROOT / "docs" / "examples" / "custom-kernels", project)
    sdk = sdk_wheel()
    # Without torch: the SDK's headers and libraries are all that the build needs.
    libraries = {"PYTHONPATH": str(WORK / "sdk")}
    return (
        pip("install", "--no-deps", "--target", str(WORK / "sdk"), str(sdk))
        or pip(
            "wheel",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            "..",
            ".",
            where=project,
            env=libraries,
        )
        or wheelcheck("show", str(only_wheel(WORK)), where=project)
        or repair(only_wheel(WORK))
        or wheelcheck(
            *("check", str(only_wheel(REPAIRED)), "--with", str(sdk), "--probe", "--require-complete"),
            where=project,
        )
    )


def sdk_wheel() -> Path:
    """Return ExecuTorch's wheel for this Python, downloaded if missing."""
    found = _fitting_wheel()
    if found is None:
        WHEELS.mkdir(parents=True, exist_ok=True)
        pip("download", "--no-deps", "--only-binary=:all:", "--dest", str(WHEELS), f"executorch=={SDK}")
        found = _fitting_wheel()
    if found is None:
        sys.exit(f"no wheel of executorch {SDK} for this Python, neither in {WHEELS} nor on PyPI")
    return found


def _fitting_wheel() -> Path | None:
    tags = frozenset(sys_tags())
    for path in sorted(WHEELS.rglob(f"executorch-{SDK}-*.whl")):
        if parse_wheel_filename(path.name)[3] & tags:
            return path
    return None


def only_wheel(folder: Path) -> Path:
    """Return the example's wheel in a folder."""
    return next(folder.glob("fastops-*.whl"))


def repair(wheel: Path) -> int:
    """Tag the wheel for the hosts that it runs on; the runtime comes with its own wheel."""
    command = ("repair", "--exclude", "libexecutorch.so", "--wheel-dir", str(REPAIRED), str(wheel))
    return _run("auditwheel", *command, where=ROOT)


def pip(*arguments: str, where: Path = ROOT, env: Mapping[str, str] | None = None) -> int:
    """Run this Python's pip."""
    command, *rest = arguments
    return _run("pip", command, "--quiet", "--disable-pip-version-check", *rest, where=where, env=env)


def wheelcheck(*arguments: str, where: Path) -> int:
    """Run wheelcheck as a user of the example would."""
    return _run("wheelcheck", *arguments, where=where)


def _run(module: str, *arguments: str, where: Path, env: Mapping[str, str] | None = None) -> int:
    print(f"\n$ {' '.join((module, *arguments))}", flush=True)
    command = [sys.executable, "-m", module, *arguments]
    # This environment's tools come first, as if it were activated.
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    whole = {**os.environ, "PATH": path, **(env or {})}
    return subprocess.run(command, cwd=where, env=whole, check=False).returncode  # noqa: S603  # our own


if __name__ == "__main__":
    sys.exit(main())
