#!/usr/bin/env bash
# Chromium, from Debian where it is missing.
set -eu
command -v chromium >/dev/null && exit 0
apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core
