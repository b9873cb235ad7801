#!/usr/bin/env bash
# Runs the scaled tests at full size: many seeds, larger groups and every pair of moments. npm test proves each rule once.
set -eu
cd "$(dirname "$0")/../.."
unit=$(node test/judges/drills.ts test/unit test/architecture)
api=$(node test/judges/drills.ts test/api)
# Checks templates in every configuration.
infra=$(node test/judges/drills.ts test/infra)
# shellcheck disable=SC2086
LONG=1 npx vitest run --project unit $unit
# shellcheck disable=SC2086
LONG=1 npx vitest run --project api test/api/every-domain $api
# shellcheck disable=SC2086
LONG=1 npx vitest run --project infra $infra
