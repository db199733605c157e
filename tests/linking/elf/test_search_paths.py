"""One search-path entry: its kind, where it leads, and whose machine it is from."""

from __future__ import annotations

import pytest

from wheelcheck.linking.elf.search_paths import OUTSIDE, EntryKind, expand_entry, is_build_machine_path

ORIGIN = "lib/python3.12/site-packages/pkg/sub"


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
