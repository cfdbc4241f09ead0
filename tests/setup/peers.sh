#!/usr/bin/env bash
# Prints the folder of a Python environment with the peers of tests/bench/peers.requirements.txt, made if it is not there.
set -euo pipefail
bench=$(cd "$(dirname "${BASH_SOURCE[0]}")/../bench" && pwd)
environment=${CARGO_TARGET_DIR:-$bench/../../target}/peers
# Made anew when what it should hold changes; the copy says what it holds.
if ! cmp --silent "$bench/peers.requirements.txt" "$environment/holds.txt"; then
    rm -rf "$environment"
    # Debian's python3 comes without ensurepip: the pip outside installs into it.
    if ! python3 -m venv --without-pip "$environment" ||
        ! python3 -m pip --python "$environment/bin/python" install --quiet --disable-pip-version-check \
            --only-binary :all: --no-binary kiwipiepy-model --requirement "$bench/peers.requirements.txt" >&2; then
        echo "skipped: the peers could not be installed from PyPI (tests/bench/peers.requirements.txt)" >&2
        exit 1
    fi
    cp "$bench/peers.requirements.txt" "$environment/holds.txt"
fi
echo "$environment"
