#!/usr/bin/env bash
# Judges the pages in Chromium. SKIP_BROWSER=1 skips the judge. Passes its arguments on.
set -eu
cd "$(dirname "$0")/../.."
if [ "${SKIP_BROWSER:-}" = 1 ]; then
  echo "skipped by SKIP_BROWSER=1"
  exit 0
fi
test/judges/chromium.sh
PATH="$PWD/node_modules/.bin:$PATH" node test/judges/browser.ts "$(command -v chromium)" "$@"
