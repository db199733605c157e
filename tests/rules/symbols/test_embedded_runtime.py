"""embedded-runtime."""

from __future__ import annotations

from tests.support.facts import make_binary, make_subject, make_wheel, problems, run
from wheelcheck.rules.symbols.embedded_runtime import embedded_runtime
from wheelcheck.subject import Subject


def extension(imports: list[str], exports: list[str]) -> Subject:
    member = "pair/_x.cpython-311-x86_64-linux-gnu.so"
    wheel = make_wheel(binaries=[make_binary(member, imports=imports, exports=["PyInit__x", *exports])])
    return make_subject(wheel, {"extensions": {"pair._x": {"must-import": ["ns::get"]}}})


GET = "_ZN2ns3getEv"


def test_hidden_copy_is_reported() -> None:
    """Neither imported nor exported."""
    assert ["ns::get"] == [each.subject for each in problems(run(embedded_runtime, extension([], [])))]


def test_import_is_silent() -> None:
    """The shared runtime is used."""
    assert [] == run(embedded_runtime, extension([GET], []))


def test_exported_copy_is_another_rule() -> None:
    """The definer rules report it."""
    assert [] == run(embedded_runtime, extension([], [GET]))
