#!/usr/bin/env bash
# Many seeds, larger crowds and every pair of moments, where npm test proves each rule once: the tests that scale.
set -eu
cd "$(dirname "$0")/../.."
scaled() { grep -rlE 'support/(scale|crash-point)' "$1" --include='*.test.ts' | grep -v '^test/architecture/bundles'; }
# shellcheck disable=SC2046
LONG=1 npx vitest run --project unit $(scaled test/unit) $(scaled test/architecture)
# shellcheck disable=SC2046
LONG=1 npx vitest run --project api test/api/every-domain $(scaled test/api)
# shellcheck disable=SC2046
# The checks of templates in every configuration.
LONG=1 npx vitest run --project infra $(scaled test/infra)
