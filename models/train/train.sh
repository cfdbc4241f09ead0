#!/bin/sh
# Makes the shipped embedding again: models/embedding/base.bin, and the reranker's weights with `weights`.
# Needs the dictionary (models/dictionary/fetch.sh) and the corpora described in models/embedding/README.md, beside the
# checkout in ../shared or named by SIMUI_SHARED. Same input, same bytes.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
shared=${SIMUI_SHARED:-$root/../shared}
sets=$shared/corpora/retrieval

fail() {
    echo "error: $1" >&2
    exit 1
}

example() {
    name=$1
    shift
    (cd "$root" && cargo run --quiet --locked --release --package simui-search --example "$name" -- "$@")
}

[ -f "$root/models/fetched/ko-dic/stamp" ] || [ -n "${SIMUI_DICTIONARY:-}" ] ||
    fail "no Korean dictionary; run models/dictionary/fetch.sh"
[ -d "$shared/corpora/statutes" ] || fail "no statutes in $shared/corpora; name their folder's parent in SIMUI_SHARED"

case ${1:-embedding} in
embedding)
    example train-embedding "$root/models/embedding/base.bin"
    ;;
weights)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # The shipped model has learned from the decisions of the tuning half; the reranker is tuned with one that has learned
    # from the others instead.
    example train-embedding "$work/swapped.bin" swapped 1
    example make-legal-set "$work/decisions"
    example make-legal-set "$work/questions" "$root/tests/fixtures/law_questions.jsonl"
    # Decisions ask in long sentences of the courts: less like what a desk is asked.
    example learn-reranker "$root/src-tauri/crates/search/src/rerank/weights.toml" "$work/swapped.bin" \
        "$sets/ssis_welfare" "$sets/korquad1_dev" "$work/questions" "$work/decisions@0.4" \
        "$sets/precedent_issue_to_holding@0.4"
    ;;
*)
    fail "train.sh $1 is unknown; write train.sh embedding or train.sh weights"
    ;;
esac
