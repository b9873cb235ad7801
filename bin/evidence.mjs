#!/usr/bin/env node
// The checker of texts, from the sources. Installed it is `npx @signet/evidence`.
import '../layers/evidence/bin/evidence.mjs'
