"""Reading one archive: what is kept, what is refused, and what a fault in it becomes."""

from __future__ import annotations

import hashlib
import io
import os
import struct
import zipfile
from pathlib import Path

import pytest

from tests.support.elfmaker import make_elf
from tests.support.zip_edits import edit_zip
from wheelcheck.errors import UnreadableWheelError
from wheelcheck.wheel.archive import read_wheel
from wheelcheck.wheel.inflate import SMALL, Limits
from wheelcheck.wheel.model import MemberFault, Wheel

NAME = "pair-1.0-py3-none-any.whl"
DIST_INFO = "pair-1.0.dist-info"


def pack(folder: Path, files: dict[str, bytes], **options: int) -> Path:
    path = folder / NAME
    with zipfile.ZipFile(path, "w", options.get("method", zipfile.ZIP_DEFLATED)) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def read(path: Path, limits: Limits | None = None, jobs: int = 1) -> Wheel:
    return read_wheel(path, jobs=jobs, limits=limits or Limits())


def base(**files: bytes) -> dict[str, bytes]:
    return {f"{DIST_INFO}/WHEEL": b"Wheel-Version: 1.0\nTag: py3-none-any\n", **files}


def edit(path: Path, old: bytes, new: bytes, count: int = -1) -> None:
    """Overwrite bytes in place: the archive keeps its size."""
    assert len(old) == len(new)
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, count))


def directory_entry(path: Path, name: str) -> int:
    """Offset of a member's entry in the central directory."""
    data = path.read_bytes()
    at = data.index(b"PK\x01\x02")
    while data[at + 46 : at + 46 + len(name)] != name.encode():
        at = data.index(b"PK\x01\x02", at + 4)
    return at


def overwrite(path: Path, offset: int, content: bytes) -> None:
    data = bytearray(path.read_bytes())
    data[offset : offset + len(content)] = content
    path.write_bytes(data)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("size", [0, 1, 1000, SMALL, SMALL + 1, 3 * SMALL])
def test_members_are_hashed_whole(method: int, size: int, tmp_path: Path) -> None:
    """Size and digest are those of the content, however it is packed and however large it is."""
    content = bytes(range(251)) * (size // 251) + b"x" * (size % 251)
    member = read(pack(tmp_path, base(x=content), method=method)).by_name["x"]

    assert (len(content), hashlib.sha256(content).digest()) == (member.size, member.digest)


def test_archive_order_is_kept(tmp_path: Path) -> None:
    """Members come in the order of the directory, whatever order they are read in."""
    files = base(**{f"m{at}": bytes(at * 7919 % 50000) for at in range(50)})

    assert list(files) == [member.name for member in read(pack(tmp_path, files)).members]


def test_processes_and_one_reader_agree(tmp_path: Path) -> None:
    """How many workers read is no fact of the wheel."""
    elf = make_elf(soname="libx.so", exports=["a"])
    files = base(**{f"big{at}": bytes([at]) * (6 << 20) for at in range(4)}, **{"pair/libx.so": elf})
    path = pack(tmp_path, files)

    assert read(path, jobs=1) == read(path, jobs=3)


def test_large_library_is_read_from_its_spool(tmp_path: Path) -> None:
    """A library beyond the small size gives the same facts as from memory."""
    elf = make_elf(soname="libx.so", exports=["a"], needed=["libc.so.6"])
    small = read(pack(tmp_path, base(**{"pair/libx.so": elf}))).binaries[0]
    large = read(pack(tmp_path, base(**{"pair/libx.so": elf + bytes(SMALL)}))).binaries[0]

    assert (small.soname, small.needed, small.exports) == (large.soname, large.needed, large.exports)


def test_broken_binary_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    """Half a library is refused by name; it is no library without needs."""
    elf = make_elf(soname="libx.so")
    wheel = read(pack(tmp_path, base(**{"pair/half.so": elf[: len(elf) // 2], "pair/libx.so": elf})))

    assert ["pair/half.so"] == [each.member for each in wheel.unreadable]
    assert ["pair/libx.so"] == [binary.member for binary in wheel.binaries]


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive at all" * 100])
def test_no_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    """A file that is no zip is no wheel."""
    path = tmp_path / NAME
    path.write_bytes(content)

    with pytest.raises(UnreadableWheelError, match="not a readable zip"):
        read(path)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    """The system's reason is passed on."""
    with pytest.raises(UnreadableWheelError, match="cannot open"):
        read(tmp_path / NAME)


def test_archive_without_dist_info_is_refused(tmp_path: Path) -> None:
    """Without dist-info there is no wheel to hold to anything."""
    with pytest.raises(UnreadableWheelError, match="dist-info"):
        read(pack(tmp_path, {"x": b""}))


def test_encrypted_member_is_refused(tmp_path: Path) -> None:
    """Installers know no password."""
    path = pack(tmp_path, base(x=b"secret"))
    overwrite(path, directory_entry(path, "x") + 8, struct.pack("<H", 1))

    with pytest.raises(UnreadableWheelError, match="encrypted"):
        read(path)


def test_foreign_compression_is_refused(tmp_path: Path) -> None:
    """Only stored and deflated members install everywhere."""
    with pytest.raises(UnreadableWheelError, match="compression method 12"):
        read(pack(tmp_path, base(x=b"x"), method=zipfile.ZIP_BZIP2))


def test_bad_crc_is_unreadable(tmp_path: Path) -> None:
    """The member is named, and it has no digest."""
    path = pack(tmp_path, base(x=b"content"))
    overwrite(path, directory_entry(path, "x") + 16, b"\0\0\0\0")
    wheel = read(path)

    assert ["x"] == [each.member for each in wheel.unreadable]
    assert b"" == wheel.by_name["x"].digest


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("start", [b"", make_elf(soname="libx.so")], ids=["data", "library"])
def test_bad_crc_of_a_large_member_is_unreadable(method: int, start: bytes, tmp_path: Path) -> None:
    """It is checked at the end of a stream too, and both headers agree on the wrong one."""
    path = pack(tmp_path, base(x=start + bytes(SMALL)), method=method)
    path.write_bytes(edit_zip(path.read_bytes(), {"bad_crc": ["x"]}))
    wheel = read(path)
    (unreadable,) = wheel.unreadable

    assert "x" == unreadable.member
    assert "bad CRC" in unreadable.reason
    assert (b"", ()) == (wheel.by_name["x"].digest, wheel.binaries)


def test_content_beyond_its_declared_size_is_a_fault(tmp_path: Path) -> None:
    """The checksum is that of the whole content: only the declared size is wrong."""
    path = pack(tmp_path, base(x=bytes(100_000)))
    edit(path, struct.pack("<I", 100_000), struct.pack("<I", 10))
    wheel = read(path)

    assert MemberFault.SIZE is wheel.by_name["x"].fault
    assert {"x"} == wheel.unread
    assert () == wheel.unreadable


@pytest.mark.parametrize("size", [100_000, 6 << 20])
def test_damage_that_yields_more_than_declared_is_unreadable(tmp_path: Path, size: int) -> None:
    """The checksum is another one: nobody knows how much the member should have."""
    path = pack(tmp_path, base(x=bytes(size)))
    edit(path, struct.pack("<I", size), struct.pack("<I", size - 1))
    path.write_bytes(edit_zip(path.read_bytes(), {"bad_crc": ["x"]}))
    wheel = read(path)
    (unreadable,) = wheel.unreadable

    assert f"inflated size is {size}, but the directory declares {size - 1}" in unreadable.reason
    assert None is wheel.by_name["x"].fault


def test_bomb_is_not_inflated(tmp_path: Path) -> None:
    """A ratio that no library has is a fault of the member."""
    limits = Limits(ratio_from=1 << 20)

    assert MemberFault.RATIO is read(pack(tmp_path, base(x=bytes(4 << 20))), limits).by_name["x"].fault


def test_total_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    """A thousand small bombs are one large one."""
    with pytest.raises(UnreadableWheelError, match="limit"):
        read(pack(tmp_path, base(x=bytes(1000))), Limits(total_size=500))


def test_overlapping_members_are_a_fault(tmp_path: Path) -> None:
    """Two entries that share bytes unpack to more than the archive holds."""
    path = pack(tmp_path, base(a=b"a" * 50, b=b"b" * 50), method=zipfile.ZIP_STORED)
    entry = directory_entry(path, "a")
    overwrite(path, entry + 20, struct.pack("<II", 5000, 5000))

    assert MemberFault.OVERLAP is read(path).by_name["a"].fault


def test_local_header_of_another_name_is_unreadable(tmp_path: Path) -> None:
    """An installer that reads local headers would write another file."""
    path = pack(tmp_path, base(harmless=b"x"))
    edit(path, b"harmless", b"harmfull", 1)

    assert ["harmless"] == [each.member for each in read(path).unreadable]


def test_name_after_a_nul_is_seen(tmp_path: Path) -> None:
    """The zip module cuts names at a NUL; the fact is the name as stored."""
    path = pack(tmp_path, base(x_nul=b"x"))
    edit(path, b"x_nul", b"x\0nul")

    assert "x\0nul" in [member.name for member in read(path).members]


def test_archive_behind_other_bytes_is_read(tmp_path: Path) -> None:
    """Installers accept bytes before the archive, so they are no reason to stop."""
    path = pack(tmp_path, base(x=b"x"))
    path.write_bytes(b"#!/bin/sh\n" + path.read_bytes())

    assert b"" != read(path).by_name["x"].digest


def test_sha512_rows_are_computed(tmp_path: Path) -> None:
    """RECORD may name another strong hash than sha256."""
    record = b"x,sha512=AAAA,1\r\n"
    wheel = read(pack(tmp_path, base(x=b"x", **{f"{DIST_INFO}/RECORD": record})))

    assert {("x", "sha512"): hashlib.sha512(b"x").digest()} == wheel.digests


def test_scripts_keep_their_head_only(tmp_path: Path) -> None:
    """A first line is all that rules read of a script."""
    script = b"#!/usr/bin/python\n" + b"#" * 5000
    wheel = read(pack(tmp_path, base(**{"pair-1.0.data/scripts/tool": script})))

    assert 256 == len(wheel.texts["pair-1.0.data/scripts/tool"])


def test_archive_hash_is_computed_on_demand(tmp_path: Path) -> None:
    """The hash is that of the file as uploaded."""
    path = pack(tmp_path, base(x=b"x"))

    assert None is read(path).sha256
    assert hashlib.sha256(path.read_bytes()).hexdigest() == read_wheel(path, jobs=1, want_sha256=True).sha256


def test_reader_writes_nothing_to_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hostile name goes nowhere: nothing is extracted."""
    folder = tmp_path / "work"
    folder.mkdir()
    path = pack(tmp_path, base(**{"../../evil": b"x", "/etc/evil": b"x"}))
    monkeypatch.chdir(folder)
    read(path)

    assert [] == list(folder.iterdir())
    assert not (tmp_path.parent / "evil").exists()


def test_zip64_sizes_are_read(tmp_path: Path) -> None:
    """Members written with 64-bit sizes are members like any other."""
    path = tmp_path / NAME
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in base().items():
            archive.writestr(name, content)
        with archive.open("x", "w", force_zip64=True) as stream:
            stream.write(b"content")
    path.write_bytes(packed.getvalue())

    assert 7 == read(path).by_name["x"].size


def test_size_is_that_of_the_file(tmp_path: Path) -> None:
    """With everything between and after the members."""
    path = pack(tmp_path, base())

    assert path.stat().st_size == read(path).size


@pytest.mark.parametrize(
    ("offset", "value", "said"),
    [
        (6, 1, "encrypted"),
        (8, 0, "method 0"),
        (18, 7, "packed size is 7"),
        (22, 7, "size is 7"),
        (14, 7, "CRC is 7"),
    ],
)
def test_local_header_that_disagrees_is_unreadable(
    offset: int, value: int, said: str, tmp_path: Path
) -> None:
    """Installers that read the archive as it streams in believe the local header."""
    path = pack(tmp_path, base(xyz=b"content" * 9))
    start = read(path).by_name["xyz"].offset
    overwrite(path, start + offset, struct.pack("<H" if offset < 14 else "<I", value))
    (unreadable,) = read(path).unreadable

    assert "xyz" == unreadable.member
    assert said in unreadable.reason


def test_sizes_after_the_data_are_no_disagreement(tmp_path: Path) -> None:
    """Writers that stream leave CRC and sizes of the local header at zero and say so in its flags."""
    path = pack(tmp_path, base(xyz=b"content" * 9))
    start = read(path).by_name["xyz"].offset
    overwrite(path, start + 6, struct.pack("<H", 8))
    overwrite(path, start + 14, bytes(12))

    assert () == read(path).unreadable


def test_two_entries_at_one_offset_overlap(tmp_path: Path) -> None:
    """Bytes that two names share are a fault of both."""
    path = pack(tmp_path, base(xy1=b"content", xy2=b"content"))
    first = read(path).by_name["xy1"].offset
    overwrite(path, directory_entry(path, "xy2") + 42, struct.pack("<I", first))
    wheel = read(path)

    assert [MemberFault.OVERLAP, MemberFault.OVERLAP] == [
        wheel.by_name[name].fault for name in ("xy1", "xy2")
    ]


def test_bomb_in_small_pieces_is_a_fault(tmp_path: Path) -> None:
    """The ratio holds for the sum of what is packed so tightly, not only for each."""
    path = pack(tmp_path, base(x1=bytes(300_000), x2=bytes(300_000), y=b"content"))
    wheel = read(path, Limits(dense_total=500_000))

    assert [MemberFault.RATIO, MemberFault.RATIO, None] == [
        wheel.by_name[name].fault for name in ("x1", "x2", "y")
    ]
    assert None is read(path).by_name["x1"].fault


@pytest.mark.parametrize("name", ["p/" + "a/" * 200 + "a.py", "p/" + "a" * 2000])
def test_absurd_name_is_not_read(name: str, tmp_path: Path) -> None:
    """What nothing unpacks costs nothing."""
    assert MemberFault.PATH is read(pack(tmp_path, base(**{name: b""}))).by_name[name].fault


def test_long_source_is_passed_over_and_long_config_is_unreadable(tmp_path: Path) -> None:
    """Rules can do without a generated module of many megabytes, not without a package config."""
    content = b"# text\n" * 900_000
    wheel = read(pack(tmp_path, base(**{"p/x.py": content, "p/x.h": content, "p/x.cmake": content})))

    assert {"p/x.py", "p/x.h"} == set(wheel.unscanned)
    assert ["p/x.cmake"] == [each.member for each in wheel.unreadable]


def test_texts_of_one_wheel_are_bounded(tmp_path: Path) -> None:
    """What is beyond the bound is said; dist-info comes first."""
    path = pack(tmp_path, {"p/x.h": b"int x;", "p/x.cmake": b"#" * 1000, **base()})
    wheel = read(path, Limits(text_total=500))

    assert ["p/x.cmake"] == [each.member for each in wheel.unreadable]
    assert ["p/x.h"] == list(wheel.unscanned)
    assert ("py3-none-any",) == wheel.wheel_tags


def test_pipe_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    """Opening it would wait forever."""
    os.mkfifo(tmp_path / NAME)

    with pytest.raises(UnreadableWheelError, match="not a regular file"):
        read(tmp_path / NAME)


def test_archive_without_members_is_refused(tmp_path: Path) -> None:
    """Such an archive is a zip file and no wheel."""
    with pytest.raises(UnreadableWheelError, match="has no members"):
        read(pack(tmp_path, {}))


def test_library_name_without_a_library_is_unreadable(tmp_path: Path) -> None:
    """Whatever its size; a linker script is none of those."""
    files = {"pair/a.so": b"", "pair/b.so": b"b" * (2 * SMALL), "pair/c.so": b"INPUT(a.so.1)"}
    wheel = read(pack(tmp_path, base(**files)))

    assert ["pair/a.so", "pair/b.so"] == [each.member for each in wheel.unreadable]


def test_program_with_the_name_of_an_extension_module_is_unreadable(tmp_path: Path) -> None:
    """Its facts are there all the same."""
    name = "pair/_x.cpython-311-x86_64-linux-gnu.so"
    wheel = read(pack(tmp_path, base(**{name: make_elf(type="static")})))

    assert ([name], [name]) == (
        [each.member for each in wheel.unreadable],
        [each.member for each in wheel.binaries],
    )
