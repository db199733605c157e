"""One search-path entry: its kind, where it leads, and whose machine it is from."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.binary.model import Binary
from wheelcheck.linking.elf.search_paths import (
    OUTSIDE,
    EntryKind,
    entries_of,
    expand_entry,
    fault_of,
    is_build_machine_path,
)
from wheelcheck.linking.layout import Layout

ORIGIN = "lib/python3.12/site-packages/pkg/sub"


def layout_of(binary: Binary) -> Layout:
    return make_subject(make_wheel(binaries=[binary])).layout


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        ("$ORIGIN", "lib/python3.12/site-packages/pkg/sub"),
        ("$ORIGIN/", "lib/python3.12/site-packages/pkg/sub"),
        ("${ORIGIN}/../lib", "lib/python3.12/site-packages/pkg/lib"),
        ("$ORIGIN.libs", "lib/python3.12/site-packages/pkg/sub.libs"),
        ("$ORIGIN/../../../../..", ""),
        ("$ORIGIN/../../../../../..", OUTSIDE),
    ],
)
def test_origin_entry_leads_to_an_installed_folder(text: str, folder: str) -> None:
    """Folders are relative to the prefix, which is the empty string."""
    entry = expand_entry(text, ORIGIN)

    assert (EntryKind.ORIGIN, (folder,)) == (entry.kind, entry.folders)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", EntryKind.EMPTY),
        ("lib", EntryKind.RELATIVE),
        ("$LIB", EntryKind.RELATIVE),
        ("$$ORIGIN", EntryKind.MALFORMED),
        ("$ORIGINX", EntryKind.MALFORMED),
    ],
)
def test_entry_that_leads_nowhere_has_no_folder(text: str, kind: EntryKind) -> None:
    """What the loader makes of it depends on the working directory."""
    assert (kind, ()) == expand_entry(text, ORIGIN)[1:]


def test_library_token_has_one_reading_for_each_name_of_the_folder() -> None:
    """Distributions differ in what `$LIB` stands for."""
    entry = expand_entry("/opt/x/$LIB", ORIGIN, ("lib64", "lib"))

    assert (EntryKind.ABSOLUTE, ("/opt/x/lib64", "/opt/x/lib")) == (entry.kind, entry.folders)


@pytest.mark.parametrize(
    ("text", "folder"),
    [("$ORIGIN", ""), ("$ORIGIN/lib", "lib"), ("${ORIGIN}/X11", "X11"), ("$ORIGIN/..", OUTSIDE)],
)
def test_origin_may_be_the_prefix_itself(text: str, folder: str) -> None:
    """Its folders have no slash in front."""
    assert (folder,) == expand_entry(text, "").folders


def test_platform_token_has_one_reading_for_each_processor() -> None:
    """In either spelling; readings that lead out of the prefix are one."""
    folders = tuple(f"{ORIGIN}/{name}/lib" for name in ("x86_64", "haswell", "aarch64"))

    assert [folders, folders, (OUTSIDE,)] == [
        expand_entry(text, ORIGIN).folders
        for text in ("$ORIGIN/$PLATFORM/lib", "$ORIGIN/${PLATFORM}/lib", f"$ORIGIN{'/..' * 6}/$PLATFORM")
    ]


@pytest.mark.parametrize(
    ("text", "folder"),
    [("/Xilinx/lib/", "/Xilinx/lib"), ("//opt/x/../y", "/opt/y"), ("/", "/")],
)
def test_absolute_entry_leads_to_one_path(text: str, folder: str) -> None:
    """In its shortest form."""
    assert (EntryKind.ABSOLUTE, (folder,)) == expand_entry(text, ORIGIN)[1:]


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_library_token_is_read_for_the_machine_of_the_object(arch: str) -> None:
    """Debian's folder names it; an entry that is there twice counts once."""
    binary = make_binary("pair/_x.so", arch=arch, runpath=["$ORIGIN/$LIB", "lib", "$ORIGIN/$LIB"])
    site = "lib/python3.11/site-packages/pair"

    assert [
        ("$ORIGIN/$LIB", tuple(f"{site}/{lib}" for lib in ("lib64", "lib", f"lib/{arch}-linux-gnu"))),
        ("lib", ()),
    ] == [(entry.text, entry.folders) for _, entry in entries_of(binary, layout_of(binary))]


def test_object_that_is_not_loaded_has_no_entries() -> None:
    """The loader reads none of them."""
    binary = make_binary("pair/x.o", runpath=["$ORIGIN"], is_loadable=False)

    assert () == entries_of(binary, layout_of(binary))


@pytest.mark.parametrize(
    ("text", "libc", "fault"),
    [
        ("$ORIGIN/../lib", "glibc", None),
        ("$ORIGIN/$LIB/${PLATFORM}", "glibc", None),
        ("$ORIGIN/../lib", "musl", None),
        ("$ORIGIN/$LIB", "musl", "'$LIB' is not a token that the loader knows"),
        ("$ORIGIN/${PLATFORM}", "musl", "'${PLATFORM}' is not a token that the loader knows"),
        ("$ORIGINS/lib", "glibc", "'$ORIGINS' is not a token that the loader knows"),
        ("${HOME}/lib", "glibc", "'${HOME}' is not a token that the loader knows"),
        ("$ORIGIN/$lib/deep/$er", "glibc", "'$lib' is not a token that the loader knows"),
        ("$(ORIGIN)/lib", "glibc", "'$(ORIGIN)' is not a token that the loader knows"),
        ("$$LIB/x", "glibc", "'$' is not a token that the loader knows"),
        ("/opt/$ORIGIN/lib", "glibc", "'$ORIGIN' follows '/opt/', expected at the start"),
        ("RIGIN/../lib", "glibc", "'RIGIN' has no meaning to the ELF loader"),
        ("@rpath/lib", "glibc", "'@rpath' has no meaning to the ELF loader"),
        ("$ORIGIN;$ORIGIN/lib", "glibc", "';' has no meaning to the ELF loader"),
    ],
)
def test_fault_names_the_first_token_that_is_not_expanded(text: str, libc: str, fault: str | None) -> None:
    """As it is written, without what comes after it."""
    assert fault == fault_of(text, libc)


@pytest.mark.parametrize(
    "path",
    [
        "/home/runner/lib",
        "/root/.pyenv/versions/3.7.0/lib",
        "/__w/_temp/conda_environment_1/lib",
        "/tmp/build/lib",  # noqa: S108  # a name to recognise
        "/opt/conda/lib",
        "/opt/miniconda3/lib",
        "/srv/build/lib",
        "/src/pip-out/temp.linux-x86_64-cpython-312/cmake-out",
        "/project/lib",
    ],
)
def test_folder_of_a_build_is_known(path: str) -> None:
    """Homes, workspaces, temporary, conda and build folders."""
    assert is_build_machine_path(path)


@pytest.mark.parametrize(
    "path",
    [
        "/usr/lib",
        "/usr/local/lib",
        "/usr/local/cuda/lib64",
        "/opt/rocm/lib",
        "/lib/intel64",
        "/opt/_internal/cpython-3.12.7/lib",
    ],
)
def test_folder_of_an_administrator_is_none_of_a_build(path: str) -> None:
    """A prefix alone says nothing about a build."""
    assert not is_build_machine_path(path)
