#!/usr/bin/env bash
# `make bench`: criterion benchmarks, then whole-process ones (tests/bench/*.sh, each gets the release `simui`).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
export SIMUI_BIN=$CARGO_TARGET_DIR/release/simui

echo "-- criterion"
cargo bench --locked --bench '*'

echo "-- whole processes"
cargo build --release --locked --package simui-cli
for script in tests/bench/*.sh; do
    [ -e "$script" ] || continue
    echo "-- $script"
    "$script"
done
