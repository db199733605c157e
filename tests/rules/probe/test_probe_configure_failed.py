"""The rule about configure steps."""

from __future__ import annotations

from tests.support.probe_facts import make_consumer, make_facts, make_failure, make_result, run_probe_rule
from wheelcheck.model import Severity
from wheelcheck.probe.facts import FoundPackage, PackageAnswer, Question, Step, VersionAnswer
from wheelcheck.rules.probe.probe_configure_failed import probe_configure_failed


def test_consumer_that_configures_is_silent() -> None:
    """A healthy component is not reported."""
    assert run_probe_rule(probe_configure_failed, make_facts()) == []


def test_failure_is_told_in_the_words_of_cmake() -> None:
    """The message names the consumer and says what CMake said."""
    broken = make_consumer(failure=make_failure(Step.CONFIGURE, "Could not find tiny"))
    (problem,) = run_probe_rule(probe_configure_failed, make_facts(make_result(link=broken)))

    assert "'link_extra' does not configure: exit 1: Could not find tiny" in problem.message
    assert problem.hint is not None
    assert "repeat.sh" in problem.hint


def test_consumers_that_fail_alike_are_one_finding() -> None:
    """The words differ by the consumers' own names only."""
    link, baseline = (
        make_consumer(
            name, question, failure=make_failure(Step.CONFIGURE, f"{name}/CMakeLists.txt:3: not found")
        )
        for name, question in (("link_extra", Question.LINK), ("baseline_extra", Question.BASELINE))
    )
    (problem,) = run_probe_rule(probe_configure_failed, make_facts(make_result(link=link, baseline=baseline)))

    assert "consumers 'link_extra', 'baseline_extra' do not configure" in problem.message


def test_consumer_shared_by_two_probes_is_one_finding() -> None:
    """What was built once fails once."""
    broken = make_consumer("baseline", Question.BASELINE, failure=make_failure(Step.CONFIGURE, "no"))
    results = [make_result(name=name, baseline=broken) for name in ("a", "b")]

    assert len(run_probe_rule(probe_configure_failed, make_facts(*results))) == 1


def test_refused_own_release() -> None:
    """A config that refuses the release it ships with is reported, a refused neighbour is not."""
    own = VersionAnswer("tiny", "1.0", is_own=True, accepted=False)
    other = VersionAnswer("tiny", "2.0", is_own=False, accepted=False)
    found = (FoundPackage("link_extra", "tiny", "<environment>/cmake"),)
    (problem,) = run_probe_rule(probe_configure_failed, make_facts(versions=(own, other), packages=found))

    assert problem.subject == "tiny 1.0"


def refused(package: str, *words: str) -> PackageAnswer:
    """Make the answer about a config that CMake refuses."""
    failure = make_failure(Step.CONFIGURE, *words)
    return PackageAnswer(
        package=package,
        member=f"pair/{package}Config.cmake",
        route="folder 'pair'",
        configures=False,
        failure=failure,
    )


def test_refused_package_is_told_in_the_words_of_cmake() -> None:
    """With how it was found; what was configured or not decided is not reported."""
    others = (
        PackageAnswer(package="good", member="pair/goodConfig.cmake", configures=True),
        PackageAnswer(package="open", member="pair/openConfig.cmake", reason="it needs 'Foo'"),
    )
    answers = (*others, refused("tiny", "CMake Error at x.cmake:3 (message): no", "and more"))
    (problem,) = run_probe_rule(probe_configure_failed, make_facts(configured=answers))

    assert problem.message == (
        "find_package(tiny) by folder 'pair' fails: CMake Error at x.cmake:3 (message): no"
    )
    assert (problem.member, problem.severity) == ("pair/tinyConfig.cmake", None)
    assert [each.value for each in problem.evidence] == ["and more"]


def test_packages_refused_alike_are_one_finding() -> None:
    """The words differ by the packages' own names only."""
    answers = (refused("one", "no oneTargets.cmake"), refused("two", "no twoTargets.cmake"))
    (problem,) = run_probe_rule(probe_configure_failed, make_facts(configured=answers))

    assert "find_package() of 'one', 'two' by folder 'pair' fails" in problem.message


def test_part_that_was_left_out_is_a_warning() -> None:
    """It declares itself not found, and the others are there; alone it is an error."""
    part = refused("part", 'it set part_FOUND to FALSE so package "part" is considered to be NOT FOUND')
    whole = PackageAnswer(package="good", member="pair/goodConfig.cmake", configures=True)
    severities = [
        run_probe_rule(probe_configure_failed, make_facts(configured=answers))[0].severity
        for answers in ((part,), (part, whole))
    ]

    assert severities == [None, Severity.WARNING]
