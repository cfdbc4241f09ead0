#!/usr/bin/env bash
# How fast and how large search is at several sizes, beside its targets: speed.sh [CHUNKS…] (5000 50000 200000 unless told;
# 1000000 takes about half an hour and 4 GB of disk).
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
echo "targets: hybrid with text p95 1.5 ms of 5,000 chunks, 4 ms of 50,000, 15 ms and 900 MiB of 1,000,000; .98 of the 50 nearest;"
echo "         one law more found in 2 s; 1,000,000 indexed in 360 s on two cores"
