#!/usr/bin/env bash
# What only a machine with an NVIDIA GPU can show, in under eight minutes: gpu.sh [FOLDER…]
# Each FOLDER holds a model to try beside the made ones (an ONNX cross-encoder or encoder with its model.toml).
#
#   ORT_DYLIB_PATH   folder with the libraries of onnxruntime-gpu (libonnxruntime.so.* and libonnxruntime_providers_*.so)
#   LD_LIBRARY_PATH  CUDA and cuDNN; where python3 has NVIDIA's packages, their folders are added
#   SIMUI_BIN, SIMUI_PROVIDERS   release builds of `simui` and of the example `providers`; built when unset
# python3 with numpy and onnx makes the models. README.md beside this says what each step shows and what was measured.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."

say() { printf -- '-- %s\n' "$*"; }
fail() {
    echo "error: $1" >&2
    exit 2
}

command -v nvidia-smi >/dev/null || fail "no NVIDIA driver here (nvidia-smi); this script is for a machine with a GPU"
[ -n "${ORT_DYLIB_PATH:-}" ] || fail "ORT_DYLIB_PATH must name a folder with the libraries of onnxruntime-gpu"
if [ -z "${SIMUI_BIN:-}" ] || [ -z "${SIMUI_PROVIDERS:-}" ]; then
    target=${CARGO_TARGET_DIR:-$PWD/target}
    cargo build --release --locked -p simui-cli --bin simui -p simui-inference --example providers
    SIMUI_BIN=$target/release/simui SIMUI_PROVIDERS=$target/release/examples/providers
fi
packaged=$(python3 -c 'import glob, nvidia; print(":".join(glob.glob(nvidia.__path__[0] + "/*/lib")))' 2>/dev/null || true)
with_cuda=${LD_LIBRARY_PATH:-}${LD_LIBRARY_PATH:+${packaged:+:}}$packaged

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
# step WORDS COMMAND…: runs one step; a failing one is remembered, and the others run too.
step() {
    say "$1"
    shift
    if "$@"; then echo "   as expected"; else
        echo "   FAILED (exit status $?)"
        failed=1
    fi
}
providers() { LD_LIBRARY_PATH=$with_cuda "$SIMUI_PROVIDERS" "$@"; }

nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader
say "a cross-encoder of BERT-base's size, in f32 and f16"
python3 models/onnx/make.py --base "$work/base"
tiny=src-tauri/crates/inference/tests/models
base=$work/base/base-reranker

step "CUDA computes what the CPU computes: made models and $# others" \
    providers CUDA CUDA "$tiny/tiny-reranker" "$tiny/tiny-encoder" "$tiny/tiny-encoder-half" "$base" "$base-half" "$@"
step "TensorRT is passed over when its libraries are not there" \
    providers TensorRT CPU "$tiny/tiny-reranker"
step "no device: the CPU computes" \
    env CUDA_VISIBLE_DEVICES= LD_LIBRARY_PATH="$with_cuda" "$SIMUI_PROVIDERS" CUDA CPU "$tiny/tiny-reranker"
without_cuda() {
    mkdir "$work/without"
    cp "$ORT_DYLIB_PATH"/libonnxruntime.so* "$ORT_DYLIB_PATH"/libonnxruntime_providers_shared.so "$work/without"
    ORT_DYLIB_PATH=$work/without providers CUDA CPU "$tiny/tiny-reranker"
}
step "the CUDA library of ONNX Runtime is missing: the CPU computes" without_cuda
step "the GPU's memory goes while a model is open: the CPU takes over" \
    providers CUDA CPU "$base" --then "exec python3 tests/device/take_memory.py"
full_from_the_start() {
    python3 tests/device/take_memory.py >"$work/taken" &
    local taker=$! status=0
    for _ in $(seq 100); do [ -s "$work/taken" ] || sleep 0.1; done
    cat "$work/taken"
    providers CUDA CPU "$base" || status=$?
    kill "$taker" && wait "$taker" || true
    return "$status"
}
step "the GPU's memory is full when a model is opened: the CPU computes" full_from_the_start

say "the product"
export SIMUI_DATA_DIR=$work/desk LD_LIBRARY_PATH=$with_cuda
simui() { "$SIMUI_BIN" "$@"; }
in_the_product() {
    simui demo >/dev/null
    local admin=박관리
    simui reviewer add "$admin" --role administrator >/dev/null
    simui models add "$base-half" --as "$admin"
    simui models use reranker base-reranker-half --as "$admin"
    for provider in CPU CUDA; do
        simui models runtime --provider "$provider" --as "$admin" >/dev/null
        simui doctor >"$work/doctor" || true
        grep "reranker:" "$work/doctor"
        grep -q "reranker.*computes on $provider" "$work/doctor" || return 1
        local start=$EPOCHREALTIME
        simui --json search "의료광고의 금지" >"$work/hits.$provider"
        awk -v s="$start" -v e="$EPOCHREALTIME" -v p="$provider" 'BEGIN { printf "   search on %s, whole process: %.2f s\n", p, e - s }'
    done
    python3 - "$work/hits.CPU" "$work/hits.CUDA" <<'PYTHON'
import json, sys
first, second = (
    {hit["chunk_id"]: hit["why"]["rerank"]["score"] for hit in json.load(open(path))["hits"] if "rerank" in hit["why"]}
    for path in sys.argv[1:]
)
common = first.keys() & second.keys()
gap = max((abs(first[hit] - second[hit]) for hit in common), default=1)
print(f"   hits: {len(first)} on the CPU, {len(second)} on the GPU, {len(common)} of them the same; scores differ by {gap:.4f} at most")
sys.exit(0 if len(common) >= 0.8 * len(first) > 0 and gap < 0.05 else 1)
PYTHON
}
step "the desk searches with it" in_the_product

say "$([ "$failed" = 0 ] && echo "all as expected" || echo "SOMETHING FAILED") in $SECONDS s"
exit "$failed"
