#!/usr/bin/env bash
# Runs vendors' engines on imported flags, vectors from a folder outside the project if it exists, and OpenFeature.
set -eu
cd "$(dirname "$0")/../.."
node test/bench/flags/agreement.ts
node test/judges/flag-vectors.ts "${FLAG_SUITES:-$(dirname "$PWD")/shared/suites/flags}"
node test/judges/ofrep.ts
