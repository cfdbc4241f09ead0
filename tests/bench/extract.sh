#!/usr/bin/env bash
# How long the reading of a turn takes (target: p95 2 ms for 200 characters), alone and beside 300,000 imported names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
for names in 0 300000; do
    cargo run --quiet --release --locked --package simui-clinical --example extract-speed -- "$names"
done
