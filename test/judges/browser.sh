#!/usr/bin/env bash
# The pages in Chromium. SKIP_BROWSER=1 says that a machine may go without. Arguments are handed on.
set -eu
cd "$(dirname "$0")/../.."
if [ "${SKIP_BROWSER:-}" = 1 ]; then
  echo "skipped, as SKIP_BROWSER=1 asks"
  exit 0
fi
test/judges/chromium.sh
PATH="$PWD/node_modules/.bin:$PATH" node test/judges/browser.ts "$(command -v chromium)" "$@"
