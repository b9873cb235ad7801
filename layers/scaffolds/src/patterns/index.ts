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
import { realtimeHub } from './realtime-hub/pattern.ts'
import { scheduledJob } from './scheduled-job/pattern.ts'
import { staticSiteApi } from './static-site-api/pattern.ts'
import { streamProcessor } from './stream-processor/pattern.ts'
import { webhookReceiver } from './webhook-receiver/pattern.ts'
import { workflow } from './workflow/pattern.ts'

export const PATTERNS: Readonly<Record<PatternId, Pattern>> = {
  'http-api': httpApi,
  'crud-api': crudApi,
  'webhook-receiver': webhookReceiver,
  'queue-consumer': queueConsumer,
  'scheduled-job': scheduledJob,
  'stream-processor': streamProcessor,
  'file-pipeline': filePipeline,
  'auth-gateway': authGateway,
  'edge-proxy': edgeProxy,
  'mcp-server': mcpServer,
  'rag-service': ragService,
  'agent-worker': agentWorker,
  'static-site-api': staticSiteApi,
  'cli-tool': cliTool,
  'event-fanout': eventFanout,
  'data-sync': dataSync,
  'realtime-hub': realtimeHub,
  workflow,
}
