#!/usr/bin/env bash
# Audits two published wheels of ExecuTorch: 1.5.1, which keeps its contract, and 1.4.0, whose faults are public.
set -euo pipefail

bin=$1
folder=build/wheels
mkdir -p "$folder"

fetch() {
  # Explicit platform and Python version: the demo reads Linux wheels on any host.
  compgen -G "$folder/executorch-$1-cp312-*x86_64.whl" >/dev/null ||
    "$bin/pip" download -qq --disable-pip-version-check --no-deps --only-binary=:all: \
      --platform manylinux_2_28_x86_64 --python-version 3.12 --implementation cp --abi cp312 \
      --dest "$folder" "executorch==$1"
}

audit() {
  local version=$1 expected=$2 title=$3 code=0
  printf '\n=== %s ===\n\n$ wheelcheck executorch-%s-*.whl\n' "$title" "$version"
  "$bin/wheelcheck" "$folder/executorch-$version-cp312-*x86_64.whl" || code=$?
  printf '\nexit code %s\n' "$code"
  [ "$code" -eq "$expected" ] || { echo "expected exit code $expected" >&2; exit 1; }
}

fetch 1.5.1
fetch 1.4.0
audit 1.5.1 0 "ExecuTorch 1.5.1: keeps its contract"
audit 1.4.0 1 "ExecuTorch 1.4.0: broken in public"
