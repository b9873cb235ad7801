# Source this file from the root of the project: it creates the folder $work, and starts MiniStack on a free port unless
# AWS_ENDPOINT_URL names an emulator. MINISTACK names an installed program. At its end, the script stops the emulator and
# removes the folder.
export PATH="$PWD/node_modules/.bin:$PATH"
emulator=""
work=$(mktemp -d)
finish() {
  if [ -n "$emulator" ]; then kill "$emulator" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT

if [ -z "${AWS_ENDPOINT_URL:-}" ]; then
  if [ -z "${MINISTACK:-}" ]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r test/judges/requirements.txt
    MINISTACK=$work/venv/bin/ministack
  fi
  port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
  LAMBDA_EXECUTOR=local GATEWAY_PORT=$port EDGE_PORT=$port "$MINISTACK" >"$work/emulator.log" 2>&1 &
  emulator=$!
  export AWS_ENDPOINT_URL="http://127.0.0.1:$port"
  for _ in $(seq 100); do
    if node -e "fetch('$AWS_ENDPOINT_URL/_ministack/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"; then break; fi
    sleep 0.3
  done
fi
