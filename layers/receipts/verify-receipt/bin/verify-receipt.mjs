#!/usr/bin/env node
// Verifies a receipt. The published package is JavaScript for Node 20 and later; in the repository it runs the sources
// on Node 24.
import { start } from '../src/command-line.ts'

await start()
