#!/usr/bin/env bash
# Verifies the receipt of an image with openssl, the packed verifier, Sigstore and its page.
set -eu
cd "$(dirname "$0")/../.."
# `command -v` succeeds if one of several programs exists, so each is looked up separately.
if ! { command -v jq && command -v unzip && command -v openssl; } >/dev/null; then
  test/judges/install-packages.sh jq unzip openssl
fi
browser=$(command -v chromium || true)
node test/judges/receipts.ts ${browser:+"$browser"}
