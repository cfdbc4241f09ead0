#!/usr/bin/env bash
# Imports the shared statutes, decisions and DUR tables into a fresh data directory, then once more, three times over; and
# once each time with fitting the embedding at the end. Prints the medians beside the targets: import.sh [RUNS]
#   SIMUI_BIN     the program (release)
#   SIMUI_SHARED  the folder that holds corpora/ (../shared beside the repository)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
runs=${1:-3}
corpora=${SIMUI_SHARED:-$PWD/../shared}/corpora

folders=()
for name in statutes precedents constitutional dur; do
    [ -d "$corpora/$name" ] && folders+=("$corpora/$name")
done
if [ ${#folders[@]} -lt 4 ]; then
    echo "skipped: the shared corpora are not at $corpora (set SIMUI_SHARED)"
    exit 0
fi
: "${SIMUI_BIN:?the release simui; make bench sets it}"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
median() { sort -n | awk '{ at[NR] = $1 } END { print at[int((NR + 1) / 2)] }'; }
column() { awk -v n="$2" '{ print $n }' "$scratch/$1"; }

import() { # where the numbers go, the data directory, further options
    python3 "$here/measured.py" "$SIMUI_BIN" --data-dir "$2" --json corpus import "${@:3}" "${folders[@]}" >>"$scratch/$1"
}
for ((run = 1; run <= runs; run++)); do
    rm -rf "$scratch/data" "$scratch/data-fitted"
    import first "$scratch/data"
    import again "$scratch/data"
    import fitted "$scratch/data-fitted" --fit
done

row() { # what, value, unit, target (none for fitting: the target is the import's)
    awk -v what="$1" -v value="$2" -v unit="$3" -v target="${4:-}" 'BEGIN {
        verdict = target == "" ? "" : sprintf("%7s %-4s %s", target, unit, value < target ? "ok" : "OVER")
        printf "%-22s %9.1f %-4s %s\n", what, value, unit, verdict
    }'
}
count=$(find "${folders[@]}" -type f | wc -l)
echo "import of $count files, median of $runs, $(nproc) cores (wall-clock; peak: ru_maxrss of the process)"
printf '%-22s %9s %-4s %7s\n' "" measured "" target
row "first import" "$(column first 1 | median)" s 180
row "first import, peak" "$(column first 2 | median)" MiB 600
row "  and fit" "$(column fitted 1 | median)" s
row "  and fit, peak" "$(column fitted 2 | median)" MiB
row "again, unchanged" "$(column again 1 | median)" s 5
row "again, peak" "$(column again 2 | median)" MiB 600
