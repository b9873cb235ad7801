import { telemetryOf } from '@signet/telemetry'
import { IngestBody } from '@signet/telemetry/schemas'
import { readRequest, replyTo, spansOf } from '@signet/telemetry/otlp'

telemetryOf(IngestBody.parse({ service: 'edge', logs: [{ timestamp: Date.now(), level: 'info', message: 'up' }] })).logs
const body = Buffer.from('{"resourceSpans":[]}')
const { spans, rejected } = spansOf(readRequest('traces', body, 'json'))
replyTo('traces', 'json', rejected > 0 ? { rejected, message: 'Spans must have IDs' } : undefined)
console.log(spans.length)

export {}
