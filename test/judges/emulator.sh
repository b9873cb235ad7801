#!/usr/bin/env bash
# Deploys the app to an emulator and runs the API tests there: on the emulator at AWS_ENDPOINT_URL when that is set, else
# on MiniStack, which this script installs into a virtual environment of its own and starts on a free port.
# SKIP_EMULATOR=1 says that a machine without Python may go without.
set -eu
cd "$(dirname "$0")/../.."
if [ "${SKIP_EMULATOR:-}" = 1 ]; then
  echo "skipped, as SKIP_EMULATOR=1 asks"
  exit 0
fi
export PATH="$PWD/node_modules/.bin:$PATH"
emulator=""
work=$(mktemp -d)
finish() {
  if [ -n "$emulator" ]; then kill "$emulator" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT

if [ -z "${AWS_ENDPOINT_URL:-}" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r test/judges/emulator-requirements.txt
  port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
  LAMBDA_EXECUTOR=local GATEWAY_PORT=$port EDGE_PORT=$port "$work/venv/bin/ministack" >"$work/emulator.log" 2>&1 &
  emulator=$!
  export AWS_ENDPOINT_URL="http://127.0.0.1:$port"
  for _ in $(seq 100); do
    if node -e "fetch('$AWS_ENDPOINT_URL/_ministack/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"; then break; fi
    sleep 0.3
  done
fi
SIGNET_PAINTERS=sketch npm run --silent deploy:local
# The tests speak to the deployed addresses; functions and SDK clients of theirs get the endpoint from the summary.
env -u AWS_ENDPOINT_URL npm run --silent test:emulator
