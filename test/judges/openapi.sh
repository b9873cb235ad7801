#!/usr/bin/env bash
# Lints every OpenAPI document with Redocly (strict) and Spectral.
set -eu
cd "$(dirname "$0")/../.."
documents=$WORK/openapi
node test/judges/write-documents.ts "$documents"
for document in "$documents"/*.json; do
  test/judges/node_modules/.bin/redocly lint --config test/judges/redocly.yaml "$document"
  test/judges/node_modules/.bin/spectral lint --fail-severity hint -r test/judges/.spectral.yaml "$document"
done
