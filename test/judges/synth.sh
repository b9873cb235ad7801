#!/usr/bin/env bash
# Runs the CDK's own command over every stack, with the native layer installed and every check as an error: into
# $WORK/cdk.out, and for a stage that retains its data into $WORK/cdk.prod.
set -eu
cd "$(dirname "$0")/../.."
SIGNET_STAGE=dev SIGNET_ARCHIVE_COLLECTION=nextgen SIGNET_MONTHLY_BUDGET=50 SIGNET_EDGE=on \
  SIGNET_DOMAIN=signet.example.com SIGNET_HOSTED_ZONE=Z0123456789ABCDEFGHIJ SIGNET_MAIL_FROM=no-reply@signet.example.com \
  npx cdk synth --quiet --output "$WORK/cdk.out"
# A stage that retains its data also has alarms and gradual shifts. Its assets are the same.
SIGNET_STAGE=prod npx cdk synth --quiet --output "$WORK/cdk.prod"
ls -d "$WORK"/cdk.out/asset.*/nodejs/node_modules/@img/sharp-linux-arm64
