#!/usr/bin/env bash
# Checks advisories of high and above for production dependencies and their licenses, and writes a bill of materials to
# .artifacts/. A registry without advisories is reported and does not fail the judge; a finding does.
set -u
cd "$(dirname "$0")/../.."
mkdir -p .artifacts
report=$(mktemp)
trap 'rm -f "$report"' EXIT
if npm audit --omit=dev --audit-level=high --json >"$report" 2>/dev/null; then
  echo "figures: npm audit found no advisory of high or above"
elif grep -q '"auditReportVersion"' "$report"; then
  cat "$report"
  exit 1
else
  echo "figures: npm audit was skipped, because this registry serves no advisories"
fi
npm sbom --sbom-format cyclonedx --omit dev >.artifacts/sbom.cdx.json 2>/dev/null || { echo "npm sbom failed" >&2; exit 1; }
PATH="$PWD/node_modules/.bin:$PATH" node -e '
  const { components = [] } = JSON.parse(require("fs").readFileSync(".artifacts/sbom.cdx.json", "utf8"))
  if (components.length === 0) throw new Error("the bill of materials is empty")
  console.log(`figures: ${components.length} components in .artifacts/sbom.cdx.json`)' || exit 1
PATH="$PWD/node_modules/.bin:$PATH" node test/judges/licenses.ts "$@"
