#!/usr/bin/env bash
# Imports invented drug data of data.go.kr (drug_data.py) and asks about it: labels, then pairs of products.
# Prints the import, the first question of a process and later ones beside their targets:
# drug_data.sh [LABELS [PAIRS]] (30000 and 811620 unless told: the lists of the country; 0 leaves one out).
#   SIMUI_BIN     the program (release)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${SIMUI_BIN:?the release simui; make bench sets it}"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SIMUI_AUDIT_KEY=file
measured() { python3 "$here/measured.py" "$SIMUI_BIN" "$@"; }

measure() { # what, rows, target of the import in seconds
    [ "$2" -gt 0 ] || return 0
    export SIMUI_DATA_DIR=$scratch/$1-data
    question=$(python3 "$here/drug_data.py" "$1" "$2" "$scratch/$1")
    read -r seconds peak < <(measured --json corpus import "$scratch/$1")
    echo "$2 $1: imported in $seconds s (target $3), peak $peak MiB; database $(du -m "$SIMUI_DATA_DIR"/*.db | awk '{ all += $1 } END { print all }') MiB"
    # The first question of a desk stores the digests.
    "$SIMUI_BIN" ask "$question" --json >/dev/null
    read -r seconds peak < <(measured --json ask "$question")
    echo "  a process with one question: $seconds s, peak $peak MiB"
    for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21; do
        echo "{\"id\": \"$n\", \"text\": \"$question\"}"
        echo "{\"id\": \"$n a\", \"text\": \"타이레놀이랑 와파린 같이 먹어도 되나요?\"}"
    done >"$scratch/questions.jsonl"
    "$SIMUI_BIN" ask --batch "$scratch/questions.jsonl" --json | grep -o '"total":[0-9.]*' | cut -d: -f2 |
        awk 'NR == 1 { first = $1; next } { print $1 | "sort -n" } END { close("sort -n"); print first }' |
        awk '{ at[NR] = $1 } END {
            last = NR - 1
            printf "  first question of a process %.0f ms (target 150), later ones: median %.1f ms, p95 %.1f ms (target 60)\n",
                at[NR], at[int((last + 1) / 2)], at[int(last * .95 + .5)]
        }'
}
measure labels "${1:-30000}" 60
measure pairs "${2:-811620}" 600
