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
    'layers/agents/src/shut-out.ts',
    'layers/tools/src/call-tool.ts',
  ],
  codesIn: (source) => [...source.matchAll(/code: '([A-Z_]+)'/g)].map(([, code = '']) => code),
})
