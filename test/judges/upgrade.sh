#!/usr/bin/env bash
# Deploys a former commit to an emulator, writes data, upgrades the deployment as docs/aws.md describes, and compares the
# data. Uses the emulator at AWS_ENDPOINT_URL if it is set, else MiniStack. SKIP_EMULATOR=1 skips the judge on a machine
# without Python.
set -eu
cd "$(dirname "$0")/../.."
if [ "${SKIP_EMULATOR:-}" = 1 ]; then
  echo "skipped by SKIP_EMULATOR=1"
  exit 0
fi
# The commit of test/infra/upgrade/b15badc.json.
commit=b15badc8b135efa2d8aa98ac4cbed15264a37c4f
if ! git cat-file -e "$commit^{commit}" 2>/dev/null && ! git fetch --quiet --depth 1 origin "$commit"; then
  # A checkout without history cannot test the upgrade; that does not fail the other judges.
  echo "figures: no upgrade was tested: $commit is not in this clone; run \"git fetch --unshallow\" for it"
  exit 0
fi
# shellcheck source=test/judges/ministack.sh
. test/judges/ministack.sh
mkdir "$work/before"
git archive "$commit" | tar -x -C "$work/before"
npm ci --prefix "$work/before" --no-audit --no-fund
node test/judges/upgrade.ts "$work/before"
