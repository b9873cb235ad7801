#!/usr/bin/env bash
# Chromium, from Debian where it is missing. SKIP_BROWSER=1 says that a machine may go without.
set -eu
[ "${SKIP_BROWSER:-}" = 1 ] && exit 0
command -v chromium >/dev/null && exit 0
apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core
