"""opt-in-in-aggregate."""

from __future__ import annotations

from tests.support.facts import make_subject, make_wheel, problems, run
from wheelcheck.rules.sdk.opt_in_in_aggregate import opt_in_in_aggregate

PACKAGE = {
    "files": ["pair/pair-config.cmake"],
    "aggregate": "PAIR_LIBRARIES",
    "opt-in-marker": "OPT_IN",
    "components": {"extra": {"target": "pair::extra", "library": "libextra", "opt-in": True}, "core": {}},
}


def said(config: str) -> list[str]:
    wheel = make_wheel(files={"pair/pair-config.cmake": config})
    subject = make_subject(wheel, {"packages": {"pair": PACKAGE}, "libraries": {"libextra": {}}})
    return [each.subject for each in problems(run(opt_in_in_aggregate, subject))]


def test_lost_marker_is_reported() -> None:
    """The definition no longer says that it is opt-in."""
    assert ["extra"] == said("component(extra libextra)")
    assert [] == said("component(extra libextra OPT_IN)")


def test_package_without_listed_files_is_found_by_its_name() -> None:
    """A list of files is no condition of the check."""
    package = {key: value for key, value in PACKAGE.items() if key != "files"}
    wheel = make_wheel(files={"pair/pair-config.cmake": "set(PAIR_LIBRARIES pair::extra)"})
    subject = make_subject(wheel, {"packages": {"pair": package}, "libraries": {"libextra": {}}})

    assert ["extra"] == [each.subject for each in problems(run(opt_in_in_aggregate, subject))]


def test_target_in_the_variable_is_reported() -> None:
    """By set and by list, wherever the command stands."""
    assert ["extra"] == said("set(PAIR_LIBRARIES pair::core pair::extra)")
    assert ["extra"] == said("if(TARGET pair::extra)\n list(APPEND PAIR_LIBRARIES pair::extra)\nendif()")


def test_library_in_a_loop_that_fills_it_is_reported() -> None:
    """The route for consumers without targets."""
    loop = "foreach(each IN ITEMS libcore {})\n list(APPEND PAIR_LIBRARIES ${{each}})\nendforeach()"

    assert ["extra"] == said(loop.format("libextra"))
    assert [] == said(loop.format("libother"))


def test_other_variables_may_hold_it() -> None:
    """Consumers who want it name it."""
    assert [] == said("set(PAIR_EXTRA_LIBRARY pair::extra)\nset(PAIR_LIBRARIES pair::core)")
