import { setTimeout } from 'node:timers/promises'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import {
  AggregationTemporality,
  AggregationType,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

const resource = resourceFromAttributes({ 'service.name': 'checkout', 'cloud.region': 'eu-central-1' })

/** Returns requests of the official SDK in both formats, with a failed child span. */
export const sdkTraces = () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ resource, spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const tracer = provider.getTracer('shop', '1.2.3')
  tracer.startActiveSpan('POST /orders', { kind: SpanKind.SERVER, startTime: [1_764_000_000, 123_456_789] }, (root) => {
    root.setAttributes({ 'http.request.method': 'POST', items: 3, ratio: 0.25, isPaid: true, tags: ['a', 'ü'] })
    root.end([1_764_000_000, 223_456_789])
  })
  const failed = tracer.startSpan('charge', { startTime: [1_764_000_001, 0] })
  failed.recordException(new TypeError('the card is refused'), [1_764_000_001, 5_000_000])
  failed.setStatus({ code: SpanStatusCode.ERROR, message: 'no charge' })
  failed.end([1_764_000_001, 7_000_000])
  const spans = exporter.getFinishedSpans()
  return {
    spans,
    json: JsonTraceSerializer.serializeRequest(spans) as Uint8Array,
    protobuf: ProtobufTraceSerializer.serializeRequest(spans) as Uint8Array,
  }
}

export const sdkLogs = () => {
  const exporter = new InMemoryLogRecordExporter()
  const provider = new LoggerProvider({ resource, processors: [new SimpleLogRecordProcessor({ exporter })] })
  const logger = provider.getLogger('shop')
  const timestamp: [number, number] = [1_764_000_000, 5_000_000]
  logger.emit({ timestamp, severityNumber: 9, severityText: 'INFO', body: 'paid', attributes: { order: 'o-1' } })
  const attributes = { 'exception.type': 'TypeError', 'exception.message': 'no stock' }
  logger.emit({ timestamp, severityNumber: 17, body: { order: 'o-2', left: [0, 1] }, attributes })
  const logs = exporter.getFinishedLogRecords()
  return {
    json: JsonLogsSerializer.serializeRequest(logs) as Uint8Array,
    protobuf: ProtobufLogsSerializer.serializeRequest(logs) as Uint8Array,
  }
}

/** Returns requests with 100 durations of 1 to 100 ms in an explicit and an exponential histogram, and with counters. */
export const sdkMetrics = async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const exponential = { aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM }, instrumentName: 'fine' } as const
  const provider = new MeterProvider({ resource, readers: [reader], views: [exponential] })
  const meter = provider.getMeter('shop')
  const coarse = meter.createHistogram('coarse', { unit: 'ms' })
  const fine = meter.createHistogram('fine', { unit: 'ms' })
  for (let ms = 1; ms <= 100; ms++) {
    coarse.record(ms, { route: '/orders' })
    fine.record(ms, { route: '/orders' })
  }
  meter.createCounter('orders', { unit: '1' }).add(7, { plan: 'pro' })
  meter.createUpDownCounter('open').add(-2)
  meter.createObservableGauge('load').addCallback((result) => result.observe(0.5))
  // A total without a duration has an unknown start, and the clock of the SDK has millisecond resolution.
  await setTimeout(5)
  await provider.forceFlush()
  const [first] = exporter.getMetrics()
  await provider.shutdown()
  if (!first) throw new Error('The SDK has sent no metrics')
  return {
    json: JsonMetricsSerializer.serializeRequest(first) as Uint8Array,
    protobuf: ProtobufMetricsSerializer.serializeRequest(first) as Uint8Array,
  }
}
