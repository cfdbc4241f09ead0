#!/usr/bin/env bash
# How fast and how large search is at several sizes, beside its targets: speed.sh [CHUNKS…] (5000 50000 200000 unless told;
# 1000000 takes about ten minutes and 2 GB of disk).
#   SIMUI_SHARED  the folder that holds corpora/ (../shared beside the repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export SIMUI_SHARED=${SIMUI_SHARED:-$PWD/../shared}
if [ ! -d "$SIMUI_SHARED/corpora/statutes" ]; then
    echo "skipped: the statutes are not in $SIMUI_SHARED/corpora (set SIMUI_SHARED)"
    exit 0
fi
[ $# -gt 0 ] || set -- 5000 50000 200000
cargo run --quiet --release --locked --package simui-search --example search-speed -- "$@"
echo "targets: hybrid p95 1.5 ms of 5,000 chunks, 10 ms of 50,000, 40 ms and 1,536 MiB of 1,000,000; analysis of a question 0.3 ms;"
echo "         3,000 chunks indexed a second on two cores; .98 of the nearest among 200,000"
