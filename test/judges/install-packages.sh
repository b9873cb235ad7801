#!/usr/bin/env bash
# Installs Debian packages: install-packages.sh PACKAGE…
# Judges run in parallel, and apt-get fails while another apt-get runs. The lock makes them install one after another.
set -eu
exec flock --close "${WORK:-${TMPDIR:-/tmp}}/signet-packages.lock" \
  sh -c 'apt-get update && apt-get install -y --no-install-recommends "$@"' install-packages "$@"
