#!/usr/bin/env node
// Checks texts. Installed it is JavaScript for Node 20 and later; in the project it runs the sources on Node 24.
import { commandLine } from '../src/command-line/command-line.ts'

const start = async () => {
  // A reader such as head may stop before the end; that is no error of ours.
  process.stdout.on('error', () => process.exit())
  process.exitCode = await commandLine(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
}

void start()
