import type { Pattern } from './pattern.ts'
import { agentWorker } from './patterns/agent-worker.ts'
import { authGateway } from './patterns/auth-gateway.ts'
import { cliTool } from './patterns/cli-tool.ts'
import { crudApi } from './patterns/crud-api.ts'
import { dataSync } from './patterns/data-sync.ts'
import { edgeProxy } from './patterns/edge-proxy.ts'
import { eventFanout } from './patterns/event-fanout.ts'
import { filePipeline } from './patterns/file-pipeline.ts'
import { httpApi } from './patterns/http-api.ts'
import { mcpServer } from './patterns/mcp-server.ts'
import { queueConsumer } from './patterns/queue-consumer.ts'
import { ragService } from './patterns/rag-service.ts'
import { realtimeHub } from './patterns/realtime-hub.ts'
import { scheduledJob } from './patterns/scheduled-job.ts'
import { staticSiteApi } from './patterns/static-site-api.ts'
import { streamProcessor } from './patterns/stream-processor.ts'
import { webhookReceiver } from './patterns/webhook-receiver.ts'
import { workflow } from './patterns/workflow.ts'

export const PATTERNS: readonly Pattern[] = [
  httpApi,
  crudApi,
  webhookReceiver,
  queueConsumer,
  scheduledJob,
  streamProcessor,
  filePipeline,
  authGateway,
  edgeProxy,
  mcpServer,
  ragService,
  agentWorker,
  staticSiteApi,
  cliTool,
  eventFanout,
  dataSync,
  realtimeHub,
  workflow,
]
