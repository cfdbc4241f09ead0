#!/usr/bin/env bash
# Our search beside bm25s, rank_bm25, SQLite FTS5 and faiss on the shared retrieval sets: search.sh [QUESTIONS]
#   SIMUI_BIN     the program (release); without it the others alone are measured
#   SIMUI_SHARED  the folder that holds corpora/ (../shared beside the repository)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
questions=${1:-500}
sets=${SIMUI_SHARED:-$PWD/../shared}/corpora/retrieval

if [ ! -d "$sets" ]; then
    echo "skipped: the retrieval sets are not at $sets (set SIMUI_SHARED)"
    exit 0
fi

environment=$(tests/setup/peers.sh) || exit 0

ours=()
if [ -n "${SIMUI_BIN:-}" ] && [ -x "$SIMUI_BIN" ]; then
    ours=(--simui "$SIMUI_BIN")
fi
for name in ssis_welfare korquad1_dev precedent_issue_to_holding; do
    "$environment/bin/python" "$here/peers.py" "$sets/$name" --queries "$questions" "${ours[@]}"
done
