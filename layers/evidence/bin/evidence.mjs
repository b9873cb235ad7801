#!/usr/bin/env node
// Checks texts. The installed program is JavaScript for Node 20 and later; in the repository it runs the sources on
// Node 24.
import { start } from '../src/command-line/command-line.ts'

await start()
