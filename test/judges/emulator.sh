#!/usr/bin/env bash
# Deploys the app to an emulator and runs the API tests there: on the emulator at AWS_ENDPOINT_URL if it is set, else on
# MiniStack, which ministack.sh installs into a separate virtual environment and starts on a free port. SKIP_EMULATOR=1 skips
# the judge on a machine without Python.
set -eu
cd "$(dirname "$0")/../.."
if [ "${SKIP_EMULATOR:-}" = 1 ]; then
  echo "skipped by SKIP_EMULATOR=1"
  exit 0
fi
# shellcheck source=test/judges/ministack.sh
. test/judges/ministack.sh
SIGNET_PAINTERS=sketch npm run --silent deploy:local
# The tests call the deployed addresses; their functions and SDK clients get the endpoint from the summary.
env -u AWS_ENDPOINT_URL npm run --silent test:emulator
