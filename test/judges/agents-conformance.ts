import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '@signet/kernel'
import { mcpEndpoint } from '@signet/mcp/endpoint'
import { mcpMessages } from '@signet/mcp/server'
import { serveProtocol } from '../fixtures/mcp-conformance/adapter-server.ts'
import { fixtureServer } from '../fixtures/mcp-conformance/fixture-server.ts'
import { fixtureBound, REVISIONS } from './fixture-bound.ts'
import { keyProxy } from './key-proxy.ts'
import { withSystem } from './running-system.ts'

/**
 * Runs the conformance suite of the Model Context Protocol against an adapter with the tools, resources and prompts
 * that the suite calls by name. The baseline lists the failures that a stateless server causes, and no others. Then
 * runs the suite against both running MCP servers, where scenarios about the suite's own tools cannot pass.
 */
const PORT = 4665
const PROXY_PORT = 4666
const BASELINE = join(import.meta.dirname, 'conformance-baseline.yml')

const judge: Caller = { kind: 'key', tenantId: 'judge', scopes: ['generate', 'read'], rateKey: 'judge' }

const protocol = mcpEndpoint({
  name: 'conformance',
  path: '/',
  allowedCallers: { publicUrl: undefined, isLocal: true, origins: [] },
  // The suite sends no credential.
  authenticate: async () => judge,
  scopes: ['generate', 'read'],
  metadataPath: '/.well-known/oauth-protected-resource',
  limit: async () => ({ headers: {}, release: async () => undefined }),
  rate: { requests: 1, window: '1s', by: 'caller' },
  maxBodyBytes: 65_536,
  load: async () => messages,
})
const messages = mcpMessages(fixtureServer, { onError: () => undefined })

const server = await serveProtocol(protocol, PORT)
const suite = join(import.meta.dirname, 'node_modules/.bin/conformance')

/**
 * Scenarios of the tasks extension, which the suite runs without a score. Omitted: `tasks-mrtr-input`, because no task
 * requests input; `tasks-required-task-error`, because no tool requires a client with tasks;
 * `tasks-status-notifications`, which the suite skips.
 */
const TASKS = [
  'capability-negotiation',
  'lifecycle',
  'dispatch-and-envelope',
  'wire-fields',
  'request-headers',
  'request-state-removal',
  'mrtr-composition',
]

const judgedAt = (port: number, ...more: readonly string[]): Promise<number> => {
  const args = ['server', '--url', `http://127.0.0.1:${port}/`, ...more]
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, ...args], { stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const runSuite = (...more: readonly string[]) => judgedAt(PORT, ...more)

const codes = [
  await runSuite('--requirements', '2026-07-28'),
  await runSuite('--requirements', '2025-11-25', '--expected-failures', BASELINE),
]
for (const name of TASKS)
  codes.push(await runSuite('--spec-version', '2026-07-28', '--force', '--scenario', `tasks-${name}`))
server.closeAllConnections()
server.close()

/** Judges a running MCP server with an API key. */
const judgeServer = async (url: string, key: string, folder: string, hasPrompts: boolean): Promise<void> => {
  const proxy = await keyProxy(url, key, PROXY_PORT)
  for (const revision of REVISIONS) {
    const known = fixtureBound(folder, revision, hasPrompts)
    codes.push(await judgedAt(PROXY_PORT, '--requirements', revision, '--expected-failures', known))
  }
  proxy.closeAllConnections()
  proxy.close()
}

const folder = mkdtempSync(join(tmpdir(), 'signet-conformance-'))
await withSystem(async ({ urls, identities: { pro } }) => {
  await judgeServer(String(urls.imageAgents), pro.genKey, folder, false)
  await judgeServer(String(urls.gateway), pro.platKey, folder, true)
})
rmSync(folder, { recursive: true, force: true })
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
