#!/usr/bin/env bash
# The receipt of an image, checked by openssl, by the packed verifier, by Sigstore, and by its page.
set -eu
cd "$(dirname "$0")/../.."
command -v jq unzip openssl >/dev/null || { apt-get update && apt-get install -y --no-install-recommends jq unzip openssl; }
browser=$(command -v chromium || true)
node test/judges/receipts.ts ${browser:+"$browser"}
