"""Files that are named as a library and are none."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary
from wheelcheck.binary.model import Format, Kind
from wheelcheck.wheel.impostors import find_impostor, find_unloadable
from wheelcheck.wheel.model import FileKind

LIBRARY = "pair.libs/libx.so.1"
EXTENSION = "pair/_x.cpython-311-x86_64-linux-gnu.so"


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"", "it is empty"),
        (b"<html>404</html>", "it starts with b'<html>404</html>'"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "it is a git-lfs pointer"),
        (b"libx.so.1.2", "it starts with b'libx.so.1.2'"),
    ],
)
@pytest.mark.parametrize("name", [LIBRARY, EXTENSION])
def test_what_is_no_elf_is_refused(name: str, head: bytes, words: str) -> None:
    """The reason says what the file is."""
    (found,) = find_impostor(name, FileKind.OTHER, head, len(head))

    assert words in found.reason


def test_git_lfs_is_named_in_the_hint() -> None:
    """The build did not fetch the file."""
    (found,) = find_impostor(LIBRARY, FileKind.OTHER, b"version https://git-lfs.github.com/spec/v1\n", 130)

    assert "git lfs pull" in str(found.hint)


@pytest.mark.parametrize(
    "text",
    [
        b"INPUT(libx.so.1)\n",
        b"/* GNU ld script */\n",
        b"/* a */\n/* b */ GROUP ( libx.so.1 )",
        b"OUTPUT_FORMAT(a)",
        b"\n/**//*/ * /*/\tINCLUDE x",
        b"\v/*\tGNU ld script without its end",
        b"/**/" * 1000 + b"AS_NEEDED (x)",
    ],
)
def test_linker_script_is_fine(text: bytes) -> None:
    """It stands for a library when something is linked."""
    assert () == find_impostor("pair/lib/libx.so", FileKind.OTHER, text, len(text))


@pytest.mark.parametrize(
    "text",
    [
        b"/* INPUT(x)",
        b"/* a */ INPUTS",
        b"/*/INPUT(x)",
        b"/* a */ /* GNU ld script */",
        b"/* a */ b */ INPUT(x)",
        b"/**/" * 1000 + b"x",
        b"/*" * 2000,
    ],
)
def test_comments_make_no_linker_script(text: bytes) -> None:
    """A comment ends at the first mark of its end, and a thousand of them are read as quickly as one."""
    assert find_impostor("pair/lib/libx.so", FileKind.OTHER, text, len(text))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("pair/x.sophia", FileKind.OTHER),
        ("pair/x.so.txt", FileKind.OTHER),
        (LIBRARY, Format.MACHO),
    ],
)
def test_other_names_and_formats_are_for_others(name: str, kind: Format | FileKind) -> None:
    """Rules judge the formats of other systems."""
    assert () == find_impostor(name, kind, b"text", 4)


@pytest.mark.parametrize("kind", [Kind.EXECUTABLE, Kind.STATIC_EXECUTABLE, Kind.OBJECT, Kind.OTHER])
def test_extension_name_on_another_kind_is_refused(kind: Kind) -> None:
    """No python can import a program."""
    assert 1 == len(find_unloadable(make_binary(EXTENSION, kind=kind)))


def test_shared_object_and_other_names_are_fine() -> None:
    """A library that can also be run is one too."""
    assert () == find_unloadable(make_binary(EXTENSION))
    assert () == find_unloadable(make_binary(EXTENSION, kind=Kind.EXECUTABLE, is_pie=True))
    assert () == find_unloadable(make_binary("pair/bin/tool", kind=Kind.EXECUTABLE))
