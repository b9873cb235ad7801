import { testAgentPage } from '../../support/agent-page.ts'

testAgentPage({
  file: 'docs/agents/mcp.md',
  server: 'signet',
  tools: [
    'generate_image',
    'create_variation',
    'check_job',
    'list_models',
    'billing_status',
    'billing_purchase_credits',
  ],
  sources: [
    'lambdas/image-mcp/tools/failures.ts',
    'lambdas/image-mcp/billing/platform-purchases.ts',
    'layers/mcp/src/agents/agent-calls.ts',
    'layers/mcp/src/tools/call-tool.ts',
  ],
  codesIn: (source) => [...source.matchAll(/code: '([A-Z_]+)'/g)].map(([, code = '']) => code),
})
