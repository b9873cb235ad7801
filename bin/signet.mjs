#!/usr/bin/env node
// Starts signet.ts. This file is JavaScript because npm links it, and the system's Node may be too old to run
// TypeScript. It then starts the project's own Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const PROJECT_NODE = join(ROOT, 'node_modules/.bin/node')

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { main } = await import('./signet.ts')
  await main(process.argv)
} else if (existsSync(PROJECT_NODE)) {
  const child = spawn(PROJECT_NODE, process.argv.slice(1), { stdio: 'inherit' })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // A terminal sends Ctrl-C to both processes.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
} else {
  console.error(
    `signet needs Node ${NODE_MAJOR} (this is ${process.versions.node}). Run \`npm install\` in ${ROOT}, or use Node ${NODE_MAJOR}.`,
  )
  process.exitCode = 2
}
