#!/usr/bin/env bash
# Tests the archive's index in a collection with a real OpenSearch node, behind a proxy as strict as OpenSearch Serverless. A
# script outside the project (OPENSEARCH_NODE) assembles the node from Maven Central into $1.
set -eu
cd "$(dirname "$0")/../.."
script=${OPENSEARCH_NODE:-$(dirname "$PWD")/shared/tools/opensearch/opensearch-node.sh}
folder=$1
if [ ! -f "$script" ]; then
  echo "$script does not exist: the index in a collection was not judged"
  exit 0
fi
if ! command -v mvn >/dev/null || ! command -v java >/dev/null; then
  test/judges/install-packages.sh openjdk-17-jre-headless maven
fi
read -r pid url < <(bash "$script" "$folder" | sed 's/\x1b\[[0-9;]*m//g' | tail -n 1)
trap 'kill "$pid"' EXIT
OPENSEARCH_URL=$url PATH="$PWD/node_modules/.bin:$PATH" npx vitest run --config vitest.opensearch.config.ts
