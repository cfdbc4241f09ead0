#!/usr/bin/env bash
# Reviews of labelled advertisements over the law: what is found, what is found wrongly, and whether the confidence tells
# right verdicts from wrong ones; then how long a review of 1,000 characters takes. See README.md.
#   SETS          the sets (all of tests/corpora/ads)
#   SIMUI_BIN     the program (release)
#   SIMUI_SHARED  the folder that holds corpora/ (../shared beside the repository)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${SIMUI_BIN:?the release simui; make bench sets it}"
law=${SIMUI_SHARED:-$PWD/../shared}/corpora

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SIMUI_AUDIT_KEY=file SIMUI_DATA_DIR=$scratch/data
if [ -d "$law/statutes" ]; then
    "$SIMUI_BIN" corpus import "$law/statutes" "$law/precedents/md" "$law/constitutional" --json >/dev/null 2>&1 || true
else
    echo "over the starter digests: $law/statutes is absent (set SIMUI_SHARED)"
fi
python3 tests/bench/reviews.py ${SETS:-tests/corpora/ads/*.jsonl}
