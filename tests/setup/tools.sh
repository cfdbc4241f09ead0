#!/usr/bin/env bash
# Builds the cargo tools that the tests use into target/tools, once for each version.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tools=${CARGO_TARGET_DIR:-$PWD/target}/tools

# Unoptimised: they run for seconds. The stamp names the version, for not every tool tells its own.
install() {
    local stamp="$tools/$1-$2"
    shift 2
    [ -f "$stamp" ] && return
    echo "-- cargo install $(basename "$stamp")"
    CARGO_TARGET_DIR=$tools/build CARGO_PROFILE_DEV_DEBUG=0 \
        cargo install --quiet --locked --debug --force --root "$tools" "$@"
    rm -rf "$tools/build"
    touch "$stamp"
}

mkdir -p "$tools"
install cargo-deny 0.20.2 cargo-deny@0.20.2 --no-default-features
install tauri-driver 2.1.0 tauri-driver@2.1.0
