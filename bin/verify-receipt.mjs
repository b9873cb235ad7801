#!/usr/bin/env node
// The verifier of receipts, from the sources. Installed it is `npx @signet/verify-receipt`.
import '../layers/verify-receipt/bin/verify-receipt.mjs'
