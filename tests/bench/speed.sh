#!/usr/bin/env bash
# How fast and how large search is at several sizes, beside its targets and its peers: speed.sh [CHUNKS…]
# (5000 50000 200000 unless told; 1000000 takes an hour, 16 GB of memory for the peers and 8 GB of disk).
#   SIMUI_SHARED   the folder that holds corpora/ (../shared beside the repository)
#   SIMUI_PEERS=0  leaves the peers out
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
export SIMUI_SHARED=${SIMUI_SHARED:-$PWD/../shared}
if [ ! -d "$SIMUI_SHARED/corpora/statutes" ]; then
    echo "skipped: the statutes are not in $SIMUI_SHARED/corpora (set SIMUI_SHARED)"
    exit 0
fi
[ $# -gt 0 ] || set -- 5000 50000 200000
speed=${CARGO_TARGET_DIR:-$PWD/target}/release/examples/search-speed
cargo build --quiet --release --locked --package simui-search --example search-speed
python=
if [ "${SIMUI_PEERS:-1}" != 0 ] && environment=$(tests/setup/peers.sh); then
    python=$environment/bin/python
fi
texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT
for size in "$@"; do
    "$speed" "$size"
    [ -n "$python" ] || continue
    "$speed" export "$size" "$texts"
    for peer in bm25s+faiss tantivy+usearch; do
        "$python" "$here/peers_at_size.py" "$texts" "$peer"
    done
done
echo "targets: hybrid with text p95 1.5 ms of 5,000 chunks, 4 ms of 50,000, 15 ms and 900 MiB of 1,000,000; .98 of the 50 nearest;"
echo "         one law more found in 2 s; 1,000,000 indexed in 360 s on two cores"
