import type { Pattern } from '../pattern.ts'
import type { PatternId } from '../pattern-ids.ts'
import { agentWorker } from './agent-worker/pattern.ts'
import { authGateway } from './auth-gateway/pattern.ts'
import { cliTool } from './cli-tool/pattern.ts'
import { crudApi } from './crud-api/pattern.ts'
import { dataSync } from './data-sync/pattern.ts'
import { edgeProxy } from './edge-proxy/pattern.ts'
import { eventFanout } from './event-fanout/pattern.ts'
import { filePipeline } from './file-pipeline/pattern.ts'
import { httpApi } from './http-api/pattern.ts'
import { mcpServer } from './mcp-server/pattern.ts'
import { queueConsumer } from './queue-consumer/pattern.ts'
import { ragService } from './rag-service/pattern.ts'
import { scheduledJob } from './scheduled-job/pattern.ts'
import { staticSiteApi } from './static-site-api/pattern.ts'
import { streamProcessor } from './stream-processor/pattern.ts'
import { workflow } from './workflow/pattern.ts'
import { webhookReceiver } from './webhook-receiver/pattern.ts'

/** Every pattern by its id. */
export const PATTERNS: Readonly<Partial<Record<PatternId, Pattern>>> = {
  'auth-gateway': authGateway,
  'edge-proxy': edgeProxy,
  'cli-tool': cliTool,
  'static-site-api': staticSiteApi,
  'data-sync': dataSync,
  workflow,
  'agent-worker': agentWorker,
  'rag-service': ragService,
  'crud-api': crudApi,
  'http-api': httpApi,
  'event-fanout': eventFanout,
  'mcp-server': mcpServer,
  'file-pipeline': filePipeline,
  'queue-consumer': queueConsumer,
  'scheduled-job': scheduledJob,
  'stream-processor': streamProcessor,
  'webhook-receiver': webhookReceiver,
}
