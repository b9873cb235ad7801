import { testAgentPage } from '../../support/agent-page.ts'
import { toolsOf } from './gateway-world.ts'

/** Codes that are reported under another name, or that no tool can get. */
const RENAMED: readonly string[] = [
  ...['upstream_failed', 'sibling_failed', 'invalid_input', 'unauthenticated'],
  ...['idempotency_in_progress', 'idempotency_mismatch'],
]

testAgentPage({
  file: 'docs/agents/gateway.md',
  server: 'signet-runtime',
  tools: toolsOf().map(({ name }) => name),
  sources: [
    'lambdas/agent-gateway/tools/failures.ts',
    'layers/mcp/src/agents/agent-calls.ts',
    'layers/mcp/src/tools/call-tool.ts',
  ],
  codesIn: (source) => [
    ...[...source.matchAll(/code: '([A-Z_]+)'/g)].map(([, code = '']) => code),
    ...[...source.matchAll(/^ {2}([a-z_]+)(?::|,$)/gm)].flatMap(([, code = '']) =>
      code.includes('_') && !RENAMED.includes(code) ? [code.toUpperCase()] : [],
    ),
  ],
})
