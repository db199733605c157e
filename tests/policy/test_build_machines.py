"""Build machines' folders: the two users of the lists."""

from __future__ import annotations

import pytest

from wheelcheck.linking.elf.search_paths import is_build_machine_path, is_world_writable
from wheelcheck.policy.build_machines import Root, build_machines
from wheelcheck.wheel.build_paths import find_build_paths

ROOTS = build_machines().roots
PATHS = [path for root in ROOTS for path in root.paths]
PLAIN = [(path, rest) for root in ROOTS for path in root.paths for rest in root.text]
CERTAIN = [(path, rest) for root in ROOTS for path in root.paths for rest in root.certain]


def made_up(path: str, continuation: str) -> str:
    return f"{path}/{continuation.replace('*', 'name')}more"


def test_a_folder_is_listed_once() -> None:
    """Two rows could say two things about it."""
    assert sorted(set(PATHS)) == sorted(PATHS)
    assert all(path.startswith("/") and not path.endswith("/") for path in PATHS)


@pytest.mark.parametrize("path", PATHS)
def test_path_below_a_root_is_a_build_machines(path: str) -> None:
    """The folder itself counts too, and a longer name does not."""
    assert is_build_machine_path(path)
    assert is_build_machine_path(f"{path}/lib")


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.paths[0])
def test_world_writable_roots(root: Root) -> None:
    """They are a fault of their own, on whatever machine."""
    for path in root.paths:
        assert root.is_world_writable == is_world_writable(f"{path}/lib")
        assert not is_world_writable(f"{path}x/lib")


@pytest.mark.parametrize("name", build_machines().folders.names)
def test_folder_of_a_build_counts_anywhere(name: str) -> None:
    """As a whole name, at the end and in between."""
    assert is_build_machine_path(f"/srv/{name}")
    assert is_build_machine_path(f"/srv/{name}/lib")
    assert not is_build_machine_path(f"/srv/x{name}x/lib")


@pytest.mark.parametrize(("path", "continuation"), [*PLAIN, *CERTAIN])
def test_every_continuation_is_found_in_a_text(path: str, continuation: str) -> None:
    """Text patterns come from the same rows."""
    found = made_up(path, continuation)

    assert (found,) == find_build_paths(f'x = "{found}"'.encode())


@pytest.mark.parametrize(("path", "continuation"), CERTAIN)
def test_certain_continuation_counts_in_a_comment(path: str, continuation: str) -> None:
    """Only a build writes it."""
    found = made_up(path, continuation)

    assert (found,) == find_build_paths(f"// made in {found}".encode())


@pytest.mark.parametrize("folder", build_machines().windows.text)
def test_folder_of_a_drive_is_found_outside_of_comments(folder: str) -> None:
    """Manuals name them as examples."""
    path = rf"C:\{folder}\x"

    assert (path,) == find_build_paths(f'x = "{path}"'.encode())
    assert () == find_build_paths(f"// such as {path}".encode())
