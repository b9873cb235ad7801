#!/usr/bin/env bash
# Compares the embedded DynamoDB with MiniStack (of the virtual environment $1) and with AWS's DynamoDB Local, which Maven
# fetches into $2. SKIP_DYNAMODB_LOCAL=1 skips DynamoDB Local on a machine without Java.
set -eu
cd "$(dirname "$0")/../.."
venv=$1
folder=$2
shift 2
judges=(--ministack "$venv/bin/ministack")
if [ "${SKIP_DYNAMODB_LOCAL:-}" != 1 ]; then
  if ! command -v mvn >/dev/null || ! command -v java >/dev/null; then
    test/judges/install-packages.sh openjdk-17-jre-headless maven
  fi
  mvn -q -B -f test/judges/dynamodb-local/pom.xml dependency:copy-dependencies -DoutputDirectory="$folder"
  judges+=(--dynamodb-local "$folder")
fi
PATH="$PWD/node_modules/.bin:$PATH" node test/judges/dynamo-differential.ts "${judges[@]}" "$@"
