#!/usr/bin/env bash
# Installs the Debian/Ubuntu packages of the named groups that are missing: packages.sh base|window|tests…
set -euo pipefail

packages() {
    case $1 in
    base) echo build-essential pkg-config ca-certificates python3 python3-pip fonts-noto-cjk ;;
    window) echo libwebkit2gtk-4.1-dev libgtk-3-dev libayatana-appindicator3-dev librsvg2-dev ;;
    tests) echo xvfb xauth libgl1-mesa-dri webkit2gtk-driver chromium-headless-shell ;;
    *) echo "error: packages.sh knows base, window and tests, not '$1'" >&2 && return 1 ;;
    esac
}
installed() { [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing=()
for group in "$@"; do
    names=$(packages "$group")
    for package in $names; do
        installed "$package" || missing+=("$package")
    done
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "error: this system has no apt-get; install what Debian calls ${missing[*]}, then set SIMUI_SKIP_PACKAGES=1" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
        echo "error: ${missing[*]} must be installed and there is no sudo; as root run: apt-get install ${missing[*]}" >&2
        exit 1
    }
    as_root=(sudo)
fi
echo "-- apt-get install ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
