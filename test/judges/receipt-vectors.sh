#!/usr/bin/env bash
# Canonical JSON, Ed25519 and Merkle proofs by vectors of others; some are in a folder that is no part of the project.
set -eu
cd "$(dirname "$0")/../.."
json=github.com/cyberphone/json-canonicalization@v0.0.0-20241213102144-19d51d7fe467
wycheproof=github.com/C2SP/wycheproof@v0.0.0-20250901140545-b51abcfb8daf
folder() { GOFLAGS=-modcacherw go mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'; }
node test/judges/receipt-vectors.ts "$(folder $json)/testdata" \
  "$(go env GOROOT)/src/crypto/ed25519/testdata/sign.input.gz" "$(folder $wycheproof)/testvectors_v1/ed25519_test.json" \
  "${RECEIPT_SUITES:-$(dirname "$PWD")/shared/suites/receipts}"
