#!/usr/bin/env bash
# `make test JOB=…`: the tests of one job of the desk, as tests/jobs.tsv lists them: its crates, its commands, its pages.
# The pages run against a mock desk; `.ci/test` runs them against a real one too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}

row=$(grep -P "^${1:-}\t" tests/jobs.tsv || true)
if [ -z "$row" ]; then
    echo "error: no job '${1:-}'; there are: $(grep -v '^#' tests/jobs.tsv | cut -f 1 | paste -sd ' ')" >&2
    exit 2
fi
IFS=$'\t' read -r _ crates topics pages <<<"$row"

# The features of dependencies are those of all packages that are named: with these three they are those of the workspace,
# so that nothing is built a second time.
packages=(--package simui-cli --package simui-desk --package simui-tests)
targets=(--lib)
for crate in $crates; do
    packages+=(--package "simui-$crate")
    [ ! -f "src-tauri/crates/$crate/tests/main.rs" ] || targets+=(--test "$crate")
done
linted() {
    RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__ cargo "$@"
}
echo "== crates: $crates"
linted test --quiet --locked "${packages[@]}" "${targets[@]}"
echo "== program: $topics"
# shellcheck disable=SC2046,SC2086 # Topics are words.
linted test --quiet --locked "${packages[@]}" --test cli -- $(printf '%s:: ' $topics)
echo "== pages: $pages"
tests/setup/interface.sh build
for page in $pages; do
    node "tests/browser/pages_$page.mjs"
done
