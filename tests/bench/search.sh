#!/usr/bin/env bash
# Our search beside bm25s, rank_bm25, SQLite FTS5 and faiss on the shared retrieval sets: search.sh [QUESTIONS]
#   SIMUI_BIN     the program (release); without it the others alone are measured
#   SIMUI_SHARED  the folder that holds corpora/ (../shared beside the repository)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
questions=${1:-500}
sets=${SIMUI_SHARED:-$PWD/../shared}/corpora/retrieval
environment=${CARGO_TARGET_DIR:-$PWD/target}/peers

if [ ! -d "$sets" ]; then
    echo "skipped: the retrieval sets are not at $sets (set SIMUI_SHARED)"
    exit 0
fi

# Made anew when what it should hold changes; the copy says what it holds.
if ! cmp --silent "$here/peers.requirements.txt" "$environment/holds.txt"; then
    rm -rf "$environment"
    # Debian's python3 comes without ensurepip: the pip outside installs into it.
    if ! python3 -m venv --without-pip "$environment" ||
        ! python3 -m pip --python "$environment/bin/python" install --quiet --disable-pip-version-check \
            --only-binary :all: --no-binary kiwipiepy-model --requirement "$here/peers.requirements.txt"; then
        echo "skipped: the peers could not be installed from PyPI (tests/bench/peers.requirements.txt)"
        exit 0
    fi
    cp "$here/peers.requirements.txt" "$environment/holds.txt"
fi

ours=()
if [ -n "${SIMUI_BIN:-}" ] && [ -x "$SIMUI_BIN" ]; then
    ours=(--simui "$SIMUI_BIN")
fi
for name in ssis_welfare korquad1_dev precedent_issue_to_holding; do
    "$environment/bin/python" "$here/peers.py" "$sets/$name" --queries "$questions" "${ours[@]}"
done
