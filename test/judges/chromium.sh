#!/usr/bin/env bash
# Installs Chromium from Debian if it is missing. SKIP_BROWSER=1 skips the installation.
set -eu
cd "$(dirname "$0")/../.."
[ "${SKIP_BROWSER:-}" = 1 ] && exit 0
command -v chromium >/dev/null && exit 0
test/judges/install-packages.sh chromium fonts-dejavu-core
