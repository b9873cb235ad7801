#!/usr/bin/env bash
# Checks canonical JSON, Ed25519 and Merkle proofs with published vectors; some are in a folder outside the project.
set -eu
cd "$(dirname "$0")/../.."
json=github.com/cyberphone/json-canonicalization@v0.0.0-20241213102144-19d51d7fe467
wycheproof=github.com/C2SP/wycheproof@v0.0.0-20250901140545-b51abcfb8daf
folder() { GOFLAGS=-modcacherw go mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'; }
node test/judges/receipt-vectors.ts "$(folder $json)/testdata" \
  "$(go env GOROOT)/src/crypto/ed25519/testdata/sign.input.gz" "$(folder $wycheproof)/testvectors_v1/ed25519_test.json" \
  "${RECEIPT_SUITES:-$(dirname "$PWD")/shared/suites/receipts}"
