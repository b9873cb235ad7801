#!/usr/bin/env bash
# Deploys a former commit to an emulator, writes through it, upgrades it as docs/aws.md says, and holds what is there then
# against what was there before. On the emulator at AWS_ENDPOINT_URL when that is set, else on MiniStack.
# SKIP_EMULATOR=1 says that a machine without Python may go without.
set -eu
cd "$(dirname "$0")/../.."
if [ "${SKIP_EMULATOR:-}" = 1 ]; then
  echo "skipped, as SKIP_EMULATOR=1 asks"
  exit 0
fi
# The commit of test/infra/upgrade/b15badc.json.
commit=b15badc8b135efa2d8aa98ac4cbed15264a37c4f
if ! git cat-file -e "$commit^{commit}" 2>/dev/null && ! git fetch --quiet --depth 1 origin "$commit"; then
  # A checkout without history says nothing about the change: everything else is judged all the same.
  echo "figures: nothing was upgraded: $commit is not in this clone; run \"git fetch --unshallow\" for it"
  exit 0
fi
# shellcheck source=test/judges/ministack.sh
. test/judges/ministack.sh
mkdir "$work/before"
git archive "$commit" | tar -x -C "$work/before"
npm ci --prefix "$work/before" --no-audit --no-fund
node test/judges/upgrade.ts "$work/before"
