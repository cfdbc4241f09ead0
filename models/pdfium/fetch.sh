#!/bin/sh
# Unpacks libpdfium from the pinned PyPI wheel into models/fetched/pdfium. Does nothing when that is already done.
# Needs python3 with pip, and the network.
#   SIMUI_PDFIUM_WHEEL  an already downloaded wheel of the pinned version, instead of pip
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/models/fetched/pdfium
# Raise when other files of the same wheel are unpacked.
layout=1

fail() {
    echo "error: $1" >&2
    exit 1
}

pin=$(grep -v '^#' "$here/requirements.txt")
stamp="layout $layout
$pin"

if [ -f "$out/stamp" ] && [ "$(cat "$out/stamp")" = "$stamp" ]; then
    echo "pdfium is up to date: models/fetched/pdfium" >&2
    exit 0
fi

command -v python3 >/dev/null || fail "python3 is missing; install python3 and python3-pip"
mkdir -p "$root/models/fetched"
work=$(mktemp -d "$root/models/fetched/download.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if [ -n "${SIMUI_PDFIUM_WHEEL:-}" ]; then
    cp "$SIMUI_PDFIUM_WHEEL" "$work/" || fail "$SIMUI_PDFIUM_WHEEL cannot be read; check SIMUI_PDFIUM_WHEEL"
else
    python3 -m pip --version >/dev/null 2>&1 || fail "pip is missing; install python3-pip"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary :all: --requirement "$here/requirements.txt" --dest "$work" >&2 ||
        fail "pypdfium2 could not be downloaded; check the network or pip's index, then run models/pdfium/fetch.sh again"
fi
wheel=$(echo "$work"/*.whl)
[ -f "$wheel" ] || fail "no wheel was downloaded; run models/pdfium/fetch.sh again"
sha=$(sha256sum "$wheel" | cut -d ' ' -f 1)
case $pin in
*"sha256:$sha"*) ;;
*) fail "$(basename "$wheel") has no SHA-256 of requirements.txt; do not use it" ;;
esac
python3 -m zipfile -e "$wheel" "$work/wheel" || fail "$(basename "$wheel") cannot be unpacked; check the free disk space"

mkdir "$work/pdfium"
for library in libpdfium.so libpdfium.dylib pdfium.dll; do
    [ ! -f "$work/wheel/pypdfium2_raw/$library" ] || cp "$work/wheel/pypdfium2_raw/$library" "$work/pdfium/"
done
[ -n "$(ls "$work/pdfium")" ] || fail "no libpdfium in $(basename "$wheel"); the package has changed"
cp -r "$work"/wheel/pypdfium2-*.dist-info/licenses "$work/pdfium/licenses"
echo "$stamp" >"$work/pdfium/stamp"
# The finished folder appears in one rename.
rm -rf "$out"
mv "$work/pdfium" "$out"
echo "pdfium is ready: models/fetched/pdfium" >&2
