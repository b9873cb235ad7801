import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '@signet/kernel'
import { mcpEndpoint } from '@signet/mcp/endpoint'
import { mcpMessages } from '@signet/mcp/server'
import { serveProtocol } from '../fixtures/mcp-conformance/adapter-server.ts'
import { fixtureServer } from '../fixtures/mcp-conformance/fixture-server.ts'
import { REVISIONS, writeFixtureBaseline } from './fixture-bound.ts'
import { startKeyProxy } from './key-proxy.ts'
import { withSystem } from './running-system.ts'

/**
 * Runs the conformance suite of the Model Context Protocol against an adapter with the tools, resources and prompts
 * that the suite calls by name. The baseline lists exactly the failures that a stateless server causes. Then
 * runs the suite against both running MCP servers, where scenarios about the suite's own tools cannot pass.
 */
const PORT = 4665
const PROXY_PORT = 4666
const BASELINE = join(import.meta.dirname, 'conformance-baseline.yml')

const caller: Caller = { kind: 'key', tenantId: 'judge', scopes: ['generate', 'read'], rateKey: 'judge' }

const protocol = mcpEndpoint({
  name: 'conformance',
  path: '/',
  allowedCallers: { publicUrl: undefined, isLocal: true, origins: [] },
  // The suite sends no credential.
  authenticate: async () => caller,
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
const TASK_SCENARIOS = [
  'capability-negotiation',
  'lifecycle',
  'dispatch-and-envelope',
  'wire-fields',
  'request-headers',
  'request-state-removal',
  'mrtr-composition',
]

const runSuiteAt = (port: number, ...more: readonly string[]): Promise<number> => {
  const args = ['server', '--url', `http://127.0.0.1:${port}/`, ...more]
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, ...args], { stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const runSuiteOnAdapter = (...more: readonly string[]) => runSuiteAt(PORT, ...more)

const exitCodes = [
  await runSuiteOnAdapter('--requirements', '2026-07-28'),
  await runSuiteOnAdapter('--requirements', '2025-11-25', '--expected-failures', BASELINE),
]
for (const name of TASK_SCENARIOS)
  exitCodes.push(await runSuiteOnAdapter('--spec-version', '2026-07-28', '--force', '--scenario', `tasks-${name}`))
server.closeAllConnections()
server.close()

const baselineFolder = mkdtempSync(join(tmpdir(), 'signet-conformance-'))

/** Runs the suite against a running MCP server, through a proxy that adds the API key. */
const judgeServer = async (url: string, key: string, { hasPrompts }: { hasPrompts: boolean }): Promise<void> => {
  const proxy = await startKeyProxy(url, key, PROXY_PORT)
  for (const revision of REVISIONS) {
    const baselineFile = writeFixtureBaseline(baselineFolder, revision, { hasPrompts })
    exitCodes.push(await runSuiteAt(PROXY_PORT, '--requirements', revision, '--expected-failures', baselineFile))
  }
  proxy.closeAllConnections()
  proxy.close()
}

await withSystem(async ({ urls, identities: { pro } }) => {
  await judgeServer(String(urls.imageAgents), pro.genKey, { hasPrompts: false })
  await judgeServer(String(urls.gateway), pro.platKey, { hasPrompts: true })
})
rmSync(baselineFolder, { recursive: true, force: true })
process.exitCode = exitCodes.every((code) => code === 0) ? 0 : 1
