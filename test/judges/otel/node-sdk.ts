import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtoLogs } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { AggregationType, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/**
 * Sends the scene of `scene.ts` with the SDK of Node: `node-sdk.ts json|protobuf`. OpenTelemetry's variables contain
 * the target, `SCENE_AT` the time (milliseconds since 1970). Prints the IDs that the SDK generated.
 */
const isJson = process.argv[2] === 'json'
const at = Number(process.env.SCENE_AT)
/** Returns a time of the scene in the form of the SDK: seconds, and nanoseconds within the second. */
const time = (ms: number, nanos = 0): [number, number] => {
  const epochMs = at + ms
  return [Math.floor(epochMs / 1_000), (epochMs % 1_000) * 1_000_000 + nanos]
}
const resource = resourceFromAttributes({ 'service.name': String(process.env.OTEL_SERVICE_NAME), 'cloud.region': 'eu' })

const spans = new TracerProvider({
  resource,
  spanProcessors: [new BatchSpanProcessor({ exporter: isJson ? new JsonTraces() : new ProtoTraces() })],
})
const tracer = spans.getTracer('judge', '1.2.3')
const root = tracer.startSpan('POST /orders', { kind: SpanKind.SERVER, startTime: time(0, 123_000) })
const rootContext = trace.setSpan(context.active(), root)
const child = tracer.startSpan(
  'charge',
  {
    kind: SpanKind.CLIENT,
    startTime: time(10),
    links: [
      { context: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }, attributes: { why: 'retry' } },
    ],
  },
  rootContext,
)
child.setAttributes({
  text: 'Grüße 🐝',
  yes: true,
  no: false,
  whole: 42,
  negative: -7,
  half: 0.5,
  texts: ['a', 'ü'],
  wholes: [1, 2],
  halves: [0.25, 1.5],
  flags: [true, false],
})
child.addEvent('cache.miss', { key: 'k-1', tries: 2 }, time(12))
child.addEvent('exception', { 'exception.type': 'CardError', 'exception.message': 'the card is refused' }, time(13))
child.setStatus({ code: SpanStatusCode.ERROR, message: 'no charge' })
child.end(time(30, 500_000))
root.setStatus({ code: SpanStatusCode.OK })
root.end(time(250, 623_000))

const logs = new LoggerProvider({
  resource,
  processors: [new BatchLogRecordProcessor({ exporter: isJson ? new JsonLogs() : new ProtoLogs() })],
})
const logger = logs.getLogger('judge')
logger.emit({
  timestamp: time(20),
  severityNumber: 9,
  severityText: 'INFO',
  body: 'paid',
  context: rootContext,
  attributes: { order: 'o-1', items: 3 },
})
logger.emit({
  timestamp: time(40),
  severityNumber: 17,
  body: { left: [0, 1], order: 'o-2' },
  attributes: { half: 0.5 },
})

const reader = new PeriodicExportingMetricReader({
  exporter: isJson ? new JsonMetrics() : new ProtoMetrics(),
  exportIntervalMillis: 3_600_000,
})
const views = [{ aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM }, instrumentName: 'fine' } as const]
const meters = new MeterProvider({ resource, readers: [reader], views })
const meter = meters.getMeter('judge')
const coarse = meter.createHistogram('coarse', { unit: 'ms' })
const fine = meter.createHistogram('fine', { unit: 'ms' })
const orders = meter.createCounter('orders', { unit: '1' })
const load = meter.createGauge('load')
const open = meter.createUpDownCounter('open')
/** Exports twice, so that cumulative totals differ from deltas. */
for (const [from, count, opened] of [
  [1, 7, -2],
  [51, 3, 0],
] as const) {
  for (let ms = from; ms < from + 50; ms++) {
    coarse.record(ms)
    fine.record(ms)
  }
  orders.add(count, { plan: 'pro' })
  open.add(opened)
  load.record(0.5)
  // OTLP treats a sum whose start equals its time as one with an unknown start.
  await setTimeout(20)
  await reader.forceFlush()
}

// Shutdown exports the remaining data once, and cumulative totals again.
await Promise.all([spans.shutdown(), logs.shutdown(), meters.shutdown()])
const { traceId, spanId } = root.spanContext()
const { version } = JSON.parse(
  readFileSync(new URL('../node_modules/@opentelemetry/sdk-trace/package.json', import.meta.url), 'utf8'),
) as { version: string }
console.log(JSON.stringify({ sdk: `Node ${version}`, trace: traceId, root: spanId, child: child.spanContext().spanId }))
