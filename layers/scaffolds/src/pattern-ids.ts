/** IDs of the patterns (docs/runtime/patterns.md), in catalog order. */
export const PATTERN_IDS = [
  'http-api',
  'crud-api',
  'webhook-receiver',
  'queue-consumer',
  'scheduled-job',
  'stream-processor',
  'file-pipeline',
  'auth-gateway',
  'edge-proxy',
  'mcp-server',
  'rag-service',
  'agent-worker',
  'static-site-api',
  'cli-tool',
  'event-fanout',
  'data-sync',
  'realtime-hub',
  'workflow',
] as const
export type PatternId = (typeof PATTERN_IDS)[number]
