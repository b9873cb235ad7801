#!/usr/bin/env bash
# Deploys the app to an emulator and runs the API tests there: on the emulator at AWS_ENDPOINT_URL when that is set, else
# on MiniStack, which ministack.sh installs into a virtual environment of its own and starts on a free port.
# SKIP_EMULATOR=1 says that a machine without Python may go without.
set -eu
cd "$(dirname "$0")/../.."
if [ "${SKIP_EMULATOR:-}" = 1 ]; then
  echo "skipped, as SKIP_EMULATOR=1 asks"
  exit 0
fi
# shellcheck source=test/judges/ministack.sh
. test/judges/ministack.sh
SIGNET_PAINTERS=sketch npm run --silent deploy:local
# The tests speak to the deployed addresses; functions and SDK clients of theirs get the endpoint from the summary.
env -u AWS_ENDPOINT_URL npm run --silent test:emulator
