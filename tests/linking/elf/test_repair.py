"""The command that repairs a search path in a finished wheel."""

from __future__ import annotations

import pytest

from tests.support.facts import make_binary, make_subject, make_wheel
from wheelcheck.linking.elf.repair import IN_THE_WHEEL, entry_to, repair_command


@pytest.mark.parametrize(
    ("rpath", "runpath", "command"),
    [
        ([], ["/opt/x", ""], "patchelf --remove-rpath"),
        ([], ["$ORIGIN", "/opt/x"], "patchelf --set-rpath '$ORIGIN'"),
        (
            ["$ORIGIN/b", "/opt/x", "$ORIGIN"],
            [],
            "patchelf --force-rpath --set-rpath '$ORIGIN/b:$ORIGIN'",
        ),
        (["$ORIGIN"], ["$ORIGIN", "lib"], "patchelf --set-rpath '$ORIGIN'"),
        (
            [],
            [f"$ORIGIN{'/..' * 9}", "$ORIGINS", "$ORIGIN/lib"],
            "patchelf --set-rpath '$ORIGIN/lib'",
        ),
    ],
    ids=["none is kept", "runpath", "rpath", "both", "faulty ones"],
)
def test_repair_keeps_what_leads_into_the_environment(
    rpath: list[str], runpath: list[str], command: str
) -> None:
    """In order, each once, under the tag that they have."""
    binary = make_binary("pair/lib/libx.so", rpath=rpath, runpath=runpath)
    layout = make_subject(make_wheel(binaries=[binary])).layout

    assert f"{command} pair/lib/libx.so, {IN_THE_WHEEL}" == repair_command(binary, layout)


@pytest.mark.parametrize(
    ("member", "runpath", "libraries", "command"),
    [
        (
            "pair/_x.abi3.so",
            ["/home/b/lib"],
            ["pair/lib/liba.so"],
            "--set-rpath '$ORIGIN/lib' pair/_x.abi3.so",
        ),
        ("pair/_x.abi3.so", [], ["pair/liba.so"], "--set-rpath '$ORIGIN' pair/_x.abi3.so"),
        (
            "pair/sub/_x.abi3.so",
            ["", "$ORIGIN/more"],
            ["pair.libs/liba.so", "pair/sub/more/libb.so"],
            "--set-rpath '$ORIGIN/more:$ORIGIN/../../pair.libs' pair/sub/_x.abi3.so",
        ),
        ("pair/_x.abi3.so", ["", "$ORIGIN"], ["pair/liba.so"], "--set-rpath '$ORIGIN' pair/_x.abi3.so"),
        ("pair/a b/_x.abi3.so", ["lib"], [], "--remove-rpath 'pair/a b/_x.abi3.so'"),
    ],
    ids=["removed and added", "added", "kept and added", "kept", "quoted"],
)
def test_one_command_removes_and_adds(
    member: str, runpath: list[str], libraries: list[str], command: str
) -> None:
    """What one finding wants gone and another wants added is one new search path."""
    needed = [each.rpartition("/")[2] for each in libraries]
    module = make_binary(member, needed=needed, runpath=runpath, exports=["PyInit__x"])
    subject = make_subject(make_wheel(binaries=[module, *map(make_binary, libraries)]))
    needs = subject.loads.needs[member]

    assert f"patchelf {command}, {IN_THE_WHEEL}" == repair_command(module, subject.layout, needs)


@pytest.mark.parametrize(
    ("path", "origin", "entry"),
    [("a/b/x.so", "a/b", "$ORIGIN"), ("a/c/x.so", "a/b", "$ORIGIN/../c"), ("x.so", "a", "$ORIGIN/..")],
)
def test_entry_leads_to_a_file(path: str, origin: str, entry: str) -> None:
    """From the folder of the object that needs it."""
    assert entry == entry_to(path, origin)
