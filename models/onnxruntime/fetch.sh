#!/bin/sh
# Unpacks ONNX Runtime's shared library into models/fetched/onnxruntime from the pinned PyPI wheel.
# Does nothing when that is already done. Needs python3 with pip, and the network.
#   SIMUI_ONNXRUNTIME_WHEEL   an already downloaded wheel, instead of pip; its SHA-256 must be in requirements.txt
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/models/fetched/onnxruntime

fail() {
    echo "error: $1" >&2
    exit 1
}

sha256() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

case $(uname -s)-$(uname -m) in
Linux-x86_64) platform=manylinux_2_28_x86_64 library=libonnxruntime.so ;;
Linux-aarch64) platform=manylinux_2_28_aarch64 library=libonnxruntime.so ;;
Darwin-arm64) platform=macosx_14_0_arm64 library=libonnxruntime.dylib ;;
MINGW*-x86_64 | MSYS*-x86_64) platform=win_amd64 library=onnxruntime.dll ;;
*) fail "no wheel is pinned for $(uname -s) $(uname -m); name your own library in ORT_DYLIB_PATH" ;;
esac

# Raise the number when this script leaves something else of the same wheel.
stamp="layout 1
$platform
$(grep -v '^#' "$here/requirements.txt")"
if [ -f "$out/stamp" ] && [ "$(cat "$out/stamp")" = "$stamp" ]; then
    echo "ONNX Runtime is up to date: models/fetched/onnxruntime" >&2
    exit 0
fi

command -v python3 >/dev/null || fail "python3 is missing; install python3 and python3-pip"
mkdir -p "$root/models/fetched"
work=$(mktemp -d "$root/models/fetched/download.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if [ -n "${SIMUI_ONNXRUNTIME_WHEEL:-}" ]; then
    cp "$SIMUI_ONNXRUNTIME_WHEEL" "$work/" || fail "$SIMUI_ONNXRUNTIME_WHEEL cannot be read; check SIMUI_ONNXRUNTIME_WHEEL"
else
    python3 -m pip --version >/dev/null 2>&1 || fail "pip is missing; install python3-pip"
    # The wheel of one Python version whatever Python runs here: only the library inside is used.
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary :all: --implementation cp --python-version 3.11 --abi cp311 --platform "$platform" \
        --requirement "$here/requirements.txt" --dest "$work" >&2 ||
        fail "onnxruntime could not be downloaded; check the network or pip's index, then run models/onnxruntime/fetch.sh again"
fi
wheel=$(echo "$work"/*.whl)
grep -q "sha256:$(sha256 "$wheel")" "$here/requirements.txt" ||
    fail "$(basename "$wheel") does not have a SHA-256 of requirements.txt; do not use it"
python3 -m zipfile -e "$wheel" "$work/wheel" || fail "$(basename "$wheel") cannot be unpacked; check the free disk space"

mkdir "$work/out"
case $library in
libonnxruntime.so) found=$(echo "$work"/wheel/onnxruntime/capi/libonnxruntime.so.*) ;;
libonnxruntime.dylib) found=$(echo "$work"/wheel/onnxruntime/capi/libonnxruntime.*.dylib) ;;
*) found=$work/wheel/onnxruntime/capi/$library ;;
esac
[ -f "$found" ] || fail "no $library in $(basename "$wheel"); the package has changed"
mv "$found" "$work/out/$library"
# What the library loads from beside it, where the wheel has it.
for shared in "$work"/wheel/onnxruntime/capi/*onnxruntime_providers_shared.*; do
    [ ! -f "$shared" ] || mv "$shared" "$work/out/"
done
mv "$work/wheel/onnxruntime/LICENSE" "$work/wheel/onnxruntime/ThirdPartyNotices.txt" "$work/out/"
printf '%s\n' "$stamp" >"$work/out/stamp"
rm -rf "$out"
mv "$work/out" "$out"
echo "ONNX Runtime is ready: models/fetched/onnxruntime/$library" >&2
