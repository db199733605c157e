"""Tests of duplicate-payload."""

from __future__ import annotations

from msgspec.structs import replace

from tests.support.facts import make_binary, make_member, make_wheel, problems, run
from wheelcheck.binary.model import Format
from wheelcheck.rules.hardening.duplicate_payload import duplicate_payload

BIG = bytes(1 << 16)


def test_copies_are_reported_with_what_they_waste() -> None:
    """Three copies waste the bytes of two."""
    (problem,) = problems(
        run(duplicate_payload, make_wheel(files={f"pair/{name}.bin": BIG for name in "abc"}))
    )

    assert "3 identical members, 131,072 redundant bytes" in problem.message


def test_folders_that_share_content_are_one_finding() -> None:
    """A folder that was packed twice is one cause."""
    files = {
        f"pair/{folder}/{name}": BIG + name.encode() for folder in ("a", "b") for name in ("x", "y", "z")
    }

    (problem,) = problems(run(duplicate_payload, make_wheel(files=files)))

    assert "6 members in 3 sets of identical files" in problem.message


def test_small_files_and_licences_are_not_reported() -> None:
    """Empty files are many, and licences belong beside what they are for."""
    files = {"pair/a.py": b"", "pair/b.py": b"", "pair/LICENSE": BIG, "pair/x/LICENSE.txt": BIG}

    assert [] == run(duplicate_payload, make_wheel(files=files))


def test_libraries_are_left_to_duplicate_soname() -> None:
    """What a second copy means to the loader is another rule's."""
    names = ["pair/libx.so", "pair/libx.so.1"]
    members = tuple(make_member(name, BIG, kind=Format.ELF) for name in names)
    wheel = make_wheel(binaries=[make_binary(name) for name in names])

    assert [] == run(duplicate_payload, replace(wheel, members=members))
