import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Caller } from '@signet/kernel'
import { mcpEndpoint } from '@signet/tools/mcp'
import { mcpMessages } from '@signet/tools/mcp-server'
import { serveProtocol } from '../fixtures/mcp-conformance/adapter-server.ts'
import { fixtureServer } from '../fixtures/mcp-conformance/fixture-server.ts'

/**
 * The conformance suite of the Model Context Protocol against the adapter that serves our tools, with the tools, resources
 * and prompts that the suite calls by name. What statelessness cannot do is in the baseline, and nothing else.
 */
const PORT = 4665
const BASELINE = join(import.meta.dirname, 'conformance-baseline.yml')

const judge: Caller = { kind: 'key', tenantId: 'judge', scopes: ['generate', 'read'], rateKey: 'judge' }

const protocol = mcpEndpoint({
  name: 'conformance',
  path: '/',
  neighbours: { publicUrl: undefined, isLocal: true, origins: [] },
  // The suite sends no credential.
  authenticate: async () => judge,
  scopes: ['generate', 'read'],
  metadataPath: '/.well-known/oauth-protected-resource',
  limit: async () => ({ headers: {}, release: async () => undefined }),
  rate: { requests: 1, window: '1s', by: 'caller' },
  maxBodyBytes: 65_536,
  load: async () => messages,
})
const messages = mcpMessages(fixtureServer, () => undefined)

const server = await serveProtocol(protocol, PORT)
const suite = join(import.meta.dirname, 'node_modules/.bin/conformance')

const judged = (revision: string, more: readonly string[]): Promise<number> => {
  const args = ['server', '--url', `http://127.0.0.1:${PORT}/`, '--requirements', revision, ...more]
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, ...args], { stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const modern = await judged('2026-07-28', [])
const legacy = await judged('2025-11-25', ['--expected-failures', BASELINE])
server.closeAllConnections()
server.close()
process.exitCode = modern === 0 && legacy === 0 ? 0 : 1
