#!/usr/bin/env bash
# Asks the questions of tests/corpora/pharmacy/*.jsonl of a desk with the digests and, where they are, the shared DUR tables, and
# prints how long a warm answer takes beside its target (p95 60 ms).
#   SIMUI_BIN     the program (release)
#   SIMUI_SHARED  the folder that holds corpora/ (../shared beside the repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${SIMUI_BIN:?the release simui; make bench sets it}"
dur=${SIMUI_SHARED:-$PWD/../shared}/corpora/dur

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SIMUI_AUDIT_KEY=file SIMUI_DATA_DIR=$scratch/data
if [ -d "$dur" ]; then
    "$SIMUI_BIN" corpus import "$dur" --json >/dev/null 2>&1 || true
else
    echo "without DUR tables: $dur is absent (set SIMUI_SHARED)"
fi
# The first answer stores the digests and reads the index.
head -q -n 5 tests/corpora/pharmacy/scope_drug_questions.jsonl >"$scratch/questions.jsonl"
cat tests/corpora/pharmacy/*.jsonl >>"$scratch/questions.jsonl"
"$SIMUI_BIN" ask --batch "$scratch/questions.jsonl" --json |
    tail -n +6 | grep -o '"total":[0-9.]*' | cut -d: -f2 | sort -n |
    awk '{ at[NR] = $1 } END {
        median = at[int((NR + 1) / 2)]; p95 = at[int(NR * .95 + .5)]
        printf "%d answers: median %.1f ms, p95 %.1f ms (target 60: %s), slowest %.1f ms\n",
            NR, median, p95, p95 <= 60 ? "ok" : "OVER", at[NR]
    }'
