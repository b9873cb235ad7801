#!/usr/bin/env node
// Contracts are TypeScript, which Node runs natively from version 24. An older Node starts the Node of the project.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const NEEDED = 24

/**
 * Returns the binary of the npm package `node`, in this folder or one above. @param {string} start @returns {string |
 * undefined}
 */
const projectNode = (start) => {
  for (let folder = start; ; folder = dirname(folder)) {
    const binary = ['node/bin/node', '.bin/node'].map((path) => join(folder, 'node_modules', path)).find(existsSync)
    if (binary || folder === dirname(folder)) return binary
  }
}

const handOver = async () => {
  const node =
    projectNode(process.cwd()) ?? projectNode(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname))
  if (node === undefined) {
    const fix = `use that version, or run "npm install --save-dev node@${NEEDED}" in the project`
    process.stderr.write(`error signet-contracts needs Node ${NEEDED} (this is ${process.versions.node}): ${fix}\n`)
    process.exitCode = 1
    return
  }
  const { spawn } = await import('node:child_process')
  const child = spawn(node, [new URL(import.meta.url).pathname, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

const start = async () => {
  // A reader such as head may close the pipe early, which is not an error.
  process.stdout.on('error', () => process.exit())
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { commandLine } = await import('../src/cli/command-line.ts')
  const terminal = { out: process.stdout, err: process.stderr, cwd: process.cwd() }
  process.exitCode = await commandLine(process.argv.slice(2), terminal)
}

await (Number(process.versions.node.split('.')[0]) < NEEDED ? handOver() : start())
