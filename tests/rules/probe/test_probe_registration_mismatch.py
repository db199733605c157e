"""The rule that compares the sources."""

from __future__ import annotations

from tests.support.probe_facts import (
    CONTRACT,
    NAMES,
    make_consumer,
    make_facts,
    make_result,
    observed,
    run_probe_rule,
)
from wheelcheck.probe.facts import ProbeFacts, Question
from wheelcheck.rules.probe.probe_registration_mismatch import probe_registration_mismatch


def messages(*results: object, **options: object) -> list[str]:
    facts = make_facts(*results, **options)  # type: ignore[arg-type]  # results of make_result
    return [problem.message for problem in run_probe_rule(probe_registration_mismatch, facts)]


def test_sources_that_agree_are_silent() -> None:
    """Run time, static table, contract, list and dlopen say the same."""
    load = make_consumer("baseline_extra", Question.LOAD, at_startup=observed(()), after_load=observed())

    assert messages(make_result(load=load, listed=NAMES)) == []


def test_each_source_is_told_in_one_finding() -> None:
    """A name that did not register: one finding with every source's count."""
    (message,) = messages(make_result(link=make_consumer(at_startup=observed(["extra::one"])), listed=NAMES))

    assert "run time 1, static table 2, wheel's own list 2, contract 2" in message


def test_same_count_and_other_names_differ() -> None:
    """Counts alone do not hide a renamed operator."""
    assert (
        len(messages(make_result(link=make_consumer(at_startup=observed(["extra::one", "extra::three"])))))
        == 1
    )


def test_other_namespaces_are_held_to_the_tables() -> None:
    """A name that no loaded library's table has."""
    (message,) = messages(make_result(link=make_consumer(at_startup=observed([*NAMES, "core::add"]))))

    assert "registers 1 name outside its own namespace, but the static tables" in message


def test_count_of_the_command_line() -> None:
    """`--expect` names what it wants and what is there."""
    assert messages(expected=(("extra", 3),)) == ["2 registrations in 'extra', expected 3 (--expect)"]
    assert messages(expected=(("extra", 2), ("other", 0))) == []


def test_count_of_the_command_line_without_a_consumer() -> None:
    """Nothing was counted, which is not what was asked for."""
    facts = ProbeFacts(expected=(("extra", 3),))
    (problem,) = run_probe_rule(probe_registration_mismatch, facts)

    assert problem.message == "no consumer counted registrations in 'extra', expected 3 (--expect)"


def test_backends_that_a_component_adds() -> None:
    """What the consumer's list has more than the baseline is exactly what the contract says."""
    contract = {
        **CONTRACT,
        "probes": {"extra": {**CONTRACT["probes"]["extra"], "adds": {"backends": ["Fast"]}}},
    }
    good = make_consumer(at_startup=observed(lists={"backends": ("Fast",)}))

    assert run_probe_rule(probe_registration_mismatch, make_facts(make_result(link=good)), contract) == []
    (problem,) = run_probe_rule(probe_registration_mismatch, make_facts(), contract)
    assert "adds nothing to the backends" in problem.message


def test_expected_document() -> None:
    """Values of the contract's `expect`, with the wheel's version put in."""
    contract = {
        **CONTRACT,
        "probes": {
            "extra": {**CONTRACT["probes"]["extra"], "expect": {"version": "{version}", "devices": 2}}
        },
    }
    link = make_consumer(at_startup=observed(version="1.0", devices=1))
    (problem,) = run_probe_rule(probe_registration_mismatch, make_facts(make_result(link=link)), contract)

    assert problem.message == "consumer 'extra' reports devices 1, expected 2"
