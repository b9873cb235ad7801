#!/usr/bin/env bash
# Vendors' engines on imported flags; vectors of a folder that is no part of the project, where there is one; OpenFeature.
set -eu
cd "$(dirname "$0")/../.."
node test/bench/flags/agreement.ts
node test/judges/flag-vectors.ts "${FLAG_SUITES:-$(dirname "$PWD")/shared/suites/flags}"
node test/judges/ofrep.ts
