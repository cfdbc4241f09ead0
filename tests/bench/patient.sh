#!/usr/bin/env bash
# Tells a fresh desk the turns of invented patients and prints what each part of remembering one takes, beside its target
# (p95 2 ms for memory update and summary): patient.sh [PATIENTS]
#   SIMUI_BIN     the program (release)
set -euo pipefail
: "${SIMUI_BIN:?the release simui; make bench sets it}"
patients=${1:-8}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SIMUI_AUDIT_KEY=file SIMUI_DATA_DIR=$scratch/data
"$SIMUI_BIN" eval patients --patients "$patients" --out "$scratch/people.jsonl" --json >/dev/null
"$SIMUI_BIN" patient add 가상 >/dev/null
# All of them speak as one person: much is remembered, contradictions too.
grep -o '"text":"[^"]*"' "$scratch/people.jsonl" | cut -d'"' -f4 | while read -r text; do
    "$SIMUI_BIN" patient remember 가상 "$text" --json
done >"$scratch/answers.jsonl"

for part in memory keep total; do
    grep -o "\"$part\":[0-9.e-]*" "$scratch/answers.jsonl" | cut -d: -f2 | sort -g |
        awk -v part="$part" '{ at[NR] = $1 } END {
            median = at[int((NR + 1) / 2)]; p95 = at[int(NR * .95 + .5)]
            verdict = part == "memory" ? sprintf(" (target 2: %s)", p95 <= 2 ? "ok" : "OVER") : ""
            printf "%d turns, %s: median %.2f ms, p95 %.2f ms%s, slowest %.2f ms\n", NR, part, median, p95, verdict, at[NR]
        }'
done
