#!/usr/bin/env node
// Does a reading again, from the sources. Installed it is `npx @signet/replay`.
import '../layers/replay/bin/replay.mjs'
