#!/usr/bin/env bash
# How many edited copies of texts are found as near-duplicates, and how many others: see README.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export SIMUI_SHARED=${SIMUI_SHARED:-$PWD/../shared}
cargo run --quiet --release --locked --package simui-search --example near-duplicates
