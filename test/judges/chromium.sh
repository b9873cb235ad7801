#!/usr/bin/env bash
# Chromium, from Debian where it is missing. SKIP_BROWSER=1 says that a machine may go without.
set -eu
cd "$(dirname "$0")/../.."
[ "${SKIP_BROWSER:-}" = 1 ] && exit 0
command -v chromium >/dev/null && exit 0
test/judges/install-packages.sh chromium fonts-dejavu-core
