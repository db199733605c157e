"""Files are written when they changed, and build tools learn what they depend on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.codegen import DATA
from wheelcheck.codegen import CodegenError, Request, generate, write
from wheelcheck.codegen.writing import depfile

REQUEST = Request(custom_ops=DATA / "custom_ops.yaml")


def test_a_second_run_touches_nothing(tmp_path: Path) -> None:
    """Times stay, so that a build does no work twice."""
    first = write(generate(REQUEST), tmp_path)
    for each in first:
        os.utime(each.path, (1, 1))
    second = write(generate(REQUEST), tmp_path)

    assert all(each.has_changed for each in first)
    assert not any(each.has_changed for each in second)
    assert {each.path.stat().st_mtime for each in second} == {1.0}


def test_only_changed_files_are_written(tmp_path: Path) -> None:
    """A registration in another mode leaves the declarations alone."""
    write(generate(REQUEST), tmp_path)
    again = write(generate(REQUEST._replace(has_exception_boundary=True)), tmp_path)

    assert [(each.path.name, each.has_changed) for each in again] == [
        ("RegisterCodegenUnboxedKernelsEverything.cpp", True),
        ("NativeFunctions.h", False),
    ]


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    """Not even a folder or the depfile."""
    written = write(generate(REQUEST), tmp_path / "out", dependencies=tmp_path / "d.d", is_dry_run=True)

    assert all(each.has_changed for each in written)
    assert list(tmp_path.iterdir()) == []


def test_depfile(tmp_path: Path) -> None:
    """All outputs, first the source, depend on all inputs."""
    request = Request(functions=DATA / "functions.yaml", aten=DATA / "native_functions.yaml")
    write(generate(request), tmp_path / "out", dependencies=tmp_path / "d.d")

    assert (tmp_path / "d.d").read_text("utf-8") == (
        f"{tmp_path}/out/RegisterCodegenUnboxedKernelsEverything.cpp {tmp_path}/out/NativeFunctions.h: \\\n"
        f"  {DATA}/functions.yaml \\\n"
        f"  {DATA}/native_functions.yaml\n"
    )


def test_stamp(tmp_path: Path) -> None:
    """Its time is that of the last run; the depfile is for it and knows the generator."""
    stamp = tmp_path / "done"
    for _ in range(2):
        write(generate(REQUEST), tmp_path / "out", dependencies=tmp_path / "d.d", stamp=stamp)
        assert stamp.stat().st_mtime > 1
        os.utime(stamp, (1, 1))
    rule = (tmp_path / "d.d").read_text("utf-8")

    assert rule.startswith(f"{stamp}: \\\n  {DATA}/custom_ops.yaml \\\n")
    assert "/wheelcheck/codegen/emit.py" in rule
    assert "/wheelcheck/codegen/templates/kernels.cpp.j2" in rule


def test_depfile_escapes() -> None:
    """Spaces, dollars and hashes keep their meaning."""
    assert depfile([Path("a b/c$d#e")], [Path("x y")]) == "a\\ b/c$$d\\#e: \\\n  x\\ y\n"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """The error names the file."""
    (tmp_path / "file").write_text("")

    with pytest.raises(CodegenError, match="cannot write"):
        write(generate(REQUEST), tmp_path / "file" / "out")
