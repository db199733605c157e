"""Which requirement may provide a library: known names, names alike, pins and folders."""

from __future__ import annotations

import pytest

from tests.support.facts import make_wheel
from wheelcheck.linking.origins import may_provide
from wheelcheck.wheel.model import Wheel

SITE = "lib/python3.11/site-packages"
UNKNOWN = "libx.so"
"""A library whose name says nothing."""
SOME = "?"
"""A required distribution, and nothing tells which."""


def guess(
    wheel: Wheel, soname: str, paths: tuple[str, ...], folder: str, siblings: tuple[Wheel, ...] = ()
) -> str | None:
    origin = may_provide(wheel, soname, paths, folder, siblings)
    return None if origin is None else origin.distribution or SOME


@pytest.mark.parametrize(
    ("soname", "requires", "provider"),
    [
        ("libtorch_cpu.so", ["numpy", "Torch>=2"], "torch"),
        ("libtbb.so.12", ["tbb4py", "mkl"], "mkl"),
        ("libcudart.so.13", ["nvidia-cudnn-cu13", "torch", "nvidia-cuda-runtime"], "nvidia-cuda-runtime"),
        ("libcudart.so.13", ["nvidia-cudnn-cu13"], SOME),
        ("libimf.so", ["numpy", "intel-sycl-rt"], SOME),
        ("libzmq.so.5", ["numpy", "zmq-core"], "zmq-core"),
        ("libOctoMap.so.1", ["octomap"], "octomap"),
        ("liboctopus.so", ["octoparse"], SOME),
        ("libgraph.so", ["grapes"], None),
        ("libcore_runtime.so", ["core-python"], None),
        (UNKNOWN, ["numpy"], None),
        ("libpair_cuda.so", ["pair[cuda]; extra == 'all'"], None),
    ],
    ids=[
        "known for it",
        "known for it goes before alike",
        "of several known ones the likeliest",
        "another library of the vendor",
        "like one that is known",
        "same word",
        "in capitals",
        "same first five letters",
        "same first four letters",
        "common words",
        "nothing alike",
        "the wheel itself",
    ],
)
def test_provider_is_guessed_from_names(soname: str, requires: list[str], provider: str | None) -> None:
    """What is known goes before what looks alike."""
    assert provider == guess(make_wheel(requires=requires), soname, (), f"{SITE}/pair")


@pytest.mark.parametrize(
    ("version", "requires", "provider"),
    [
        ("1.0", ["pair-core==1.0"], "pair-core"),
        ("1.0", ["pair-core==1.*,>=0.9"], "pair-core"),
        ("1.0rc1", ["pair-core==1.0.*"], "pair-core"),
        ("1.0+cu12", ["pair-core==1.0"], "pair-core"),
        ("1.0+cu12", ["pair-core==1.0+cu12"], "pair-core"),
        ("1.0", ["pair-core==2.0"], None),
        ("1.0", ["pair-core>=1.0"], None),
        ("1.0", ["pair-core", "numpy==1.0"], None),
        ("legacy_1", ["pair-core==1.0"], None),
    ],
)
def test_pin_of_the_own_version_makes_a_split_distribution(
    version: str, requires: list[str], provider: str | None
) -> None:
    """Only of a name that begins with the wheel's own."""
    wheel = make_wheel(version=version, requires=requires)

    assert provider == guess(wheel, UNKNOWN, (), f"{SITE}/pair")


@pytest.mark.parametrize(
    ("folder", "entry", "requires", "provider"),
    [
        (f"{SITE}/pair/lib", "$ORIGIN/../../other/lib", ["numpy", "other"], "other"),
        (f"{SITE}/pair/lib", "$ORIGIN/../../Other_Kit/lib", ["other-kit"], "other-kit"),
        (f"{SITE}/pair/lib", "$ORIGIN/../../other", ["other-cu12"], "other-cu12"),
        (f"{SITE}/pair/lib", "$ORIGIN/../../gpu/dnn/lib", ["gpu-rt-cu13", "gpu-dnn-cu13"], "gpu-dnn-cu13"),
        (f"{SITE}/pair/lib", "$ORIGIN/../../gpu/fft/lib", ["gpu-rt-cu13", "gpu-dnn-cu13"], None),
        (f"{SITE}/pair/lib", "$ORIGIN/../../gpu/lib", ["gpu-rt-cu13", "gpu-dnn-cu13"], None),
        (SITE, "$ORIGIN/other", ["other"], "other"),
        ("bin", f"$ORIGIN/../{SITE}/other/lib", ["other"], "other"),
        (f"{SITE}/pair", f"/srv/env/{SITE}/other/lib", ["other"], "other"),
        (f"{SITE}/pair/lib", "$ORIGIN/../more/lib", ["pair-core", "more"], None),
        (f"{SITE}/pair/site-packages/x", "$ORIGIN/../lib", ["pair-core", "lib"], None),
        (f"{SITE}/pair", "$ORIGIN/../../../other", ["other"], None),
        (f"{SITE}/pair", "$ORIGIN/..", ["numpy"], None),
    ],
    ids=[
        "into another package",
        "into a package of another spelling",
        "into the package of the first half",
        "into a folder of a shared package",
        "into another folder of it",
        "into a package of several",
        "from a module of its own",
        "from a program",
        "in another environment",
        "within the own package",
        "within a copy of an environment",
        "beside packages",
        "to all packages",
    ],
)
def test_provider_owns_the_folder_that_is_searched(
    folder: str, entry: str, requires: list[str], provider: str | None
) -> None:
    """A search path that leaves the object's own package names another one."""
    assert provider == guess(make_wheel(requires=requires), UNKNOWN, ("$ORIGIN", entry), folder)


@pytest.mark.parametrize(
    ("name", "folder", "requires", "provider"),
    [
        ("pair", f"{SITE}/shared", ["numpy", "shared"], "shared"),
        ("pair", f"{SITE}/shared.prefix/lib/deep", ["shared"], SOME),
        ("pair", f"{SITE}/shared_kit", ["kit-shared"], SOME),
        ("pair", f"{SITE}/shared", ["shared-kit"], None),
        ("pair", "shared/lib", ["shared"], None),
        ("pair_core", f"{SITE}/pair_core", ["pair"], None),
    ],
    ids=[
        "its folder",
        "below a folder of its name and more",
        "all of its words",
        "one of its words",
        "not of packages",
        "the wheel's own",
    ],
)
def test_provider_shares_the_folder_that_the_wheel_goes_into(
    name: str, folder: str, requires: list[str], provider: str | None
) -> None:
    """Such wheels find each other's libraries through `$ORIGIN`."""
    assert provider == guess(make_wheel(name=name, requires=requires), UNKNOWN, (), folder)


def test_given_wheel_is_not_guessed_but_what_it_requires_is() -> None:
    """Its content is known: the library is not in it."""
    wheel = make_wheel(requires=["torch"])
    torch = make_wheel(name="Torch", requires=["nvidia-cuda-runtime-cu12", "pair"])
    alone = make_wheel(name="torch")

    assert "torch" == guess(wheel, "libcudart.so.12", (), f"{SITE}/pair")
    assert "nvidia-cuda-runtime-cu12" == guess(wheel, "libcudart.so.12", (), f"{SITE}/pair", (torch,))
    assert guess(wheel, "libcudart.so.12", (), f"{SITE}/pair", (alone,)) is None


def test_search_path_decides_between_names_that_are_alike() -> None:
    """Both have a word of the library."""
    wheel = make_wheel(requires=["gpu-kit", "gpu-runtime"])

    assert "gpu-kit" == guess(wheel, "libgpu.so.1", (), f"{SITE}/pair")
    assert "gpu-runtime" == guess(wheel, "libgpu.so.1", ("$ORIGIN/../gpu_runtime/lib",), f"{SITE}/pair")
