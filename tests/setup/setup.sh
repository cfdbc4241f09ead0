#!/usr/bin/env bash
# What must be on the machine: setup.sh run|tests [--without-dictionary]
#   run    system packages (the window's only where it can open), the interface's packages, pdfium, the Korean dictionary
#   tests  all that, and what the tests drive: a virtual screen, a browser, the WebDrivers, cargo-deny
# Does nothing that is already done. SIMUI_SKIP_PACKAGES=1 leaves the system's packages alone. The dictionary
# needs a program of ours: who builds that anyway leaves it out here and calls models/dictionary/fetch.sh after.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."

fail() {
    echo "error: $1" >&2
    exit 1
}

command -v cargo >/dev/null || fail "cargo is missing; install Rust 1.95 or newer with rustup (https://rustup.rs)"
command -v node >/dev/null || fail "node is missing; install Node.js 20.19 or newer with npm (https://nodejs.org)"
command -v npm >/dev/null || fail "npm is missing; install it beside Node.js"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "Node.js $(node --version) is too old; install 20.19 or newer"

groups=(base)
case ${1:-run} in
run) [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || groups+=(window) ;;
tests) groups+=(window tests) ;;
*) fail "setup.sh knows run and tests, not '$1'" ;;
esac

if [ -z "${SIMUI_SKIP_PACKAGES:-}" ]; then
    echo "-- system packages: ${groups[*]}"
    "$here/packages.sh" "${groups[@]}"
fi
case ${1:-run} in
run) "$here/interface.sh" packages ;;
tests)
    "$here/interface.sh" tests
    "$here/tools.sh"
    ;;
esac
models/pdfium/fetch.sh
if [ "${1:-run}" = tests ]; then
    models/onnxruntime/fetch.sh
fi
if [ "${2:-}" != --without-dictionary ]; then
    models/dictionary/fetch.sh
fi
