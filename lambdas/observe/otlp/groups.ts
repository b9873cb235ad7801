import type { MetricRecord, Telemetry } from '@signet/telemetry'
import { logsOf, metricsOf, type Requests, readRequest, spansOf } from '@signet/telemetry/otlp'
import { SPAN_MS, TEXT_MAX } from '@signet/telemetry/schemas'
import type { Signal } from '@signet/telemetry/signals'
import { isStorable } from '../ingest/time-faults.ts'

export interface GroupedTelemetry {
  readonly telemetry: readonly Telemetry[]
  readonly rejected: number
}

const groupByService = <R>(
  records: readonly R[],
  serviceOf: (record: R) => string,
  toTelemetry: (records: R[]) => Partial<Telemetry>,
) =>
  [...Map.groupBy(records, serviceOf)].map(([service, serviceRecords]) => ({
    service,
    spans: [],
    logs: [],
    metrics: [],
    alerts: [],
    ...toTelemetry(serviceRecords),
  }))

const GROUPERS: { readonly [Name in Signal]: (request: Requests[Name]) => GroupedTelemetry } = {
  traces: (request) => {
    const { spans, rejected } = spansOf(request)
    return {
      telemetry: groupByService(
        spans,
        ({ service }) => service,
        (records) => ({ spans: records }),
      ),
      rejected,
    }
  },
  logs: (request) => ({
    telemetry: groupByService(
      logsOf(request),
      ({ service }) => service,
      (records) => ({ logs: records.map(({ log }) => log) }),
    ),
    rejected: 0,
  }),
  metrics: (request) => ({
    telemetry: groupByService(
      metricsOf(request),
      ({ service }) => service,
      (records) => ({ metrics: records.map(({ metric }) => metric) }),
    ),
    rejected: 0,
  }),
}

/** Groups the records of a request by worker. @throws OtlpFault with the first invalid field and its error. */
export const groupedTelemetryOf = <Name extends Signal>(
  signal: Name,
  bytes: Uint8Array,
  format: 'json' | 'protobuf',
): GroupedTelemetry => GROUPERS[signal](readRequest(signal, bytes, format))

/** Maximum characters of a record that fits into a row. */
export const RECORD_CHARACTERS_MAX = 200_000

/** Checks that every value of a point is finite: JSON cannot represent other numbers. */
const hasFiniteValues = ({ value, min = 0, max = 0 }: MetricRecord): boolean => [value, min, max].every(Number.isFinite)

/** Returns the records that can be stored, and the number of records with invalid times, sizes or values. */
export const storableRecords = (
  telemetry: Telemetry,
  now: Date,
  retentionHours: number,
): { accepted: Telemetry; dropped: number } => {
  const fits = (record: object, at: number) =>
    isStorable(at, now, retentionHours) && JSON.stringify(record).length <= RECORD_CHARACTERS_MAX
  const spans = telemetry.spans.filter((span) => span.end - span.start <= SPAN_MS && fits(span, span.start))
  const logs = telemetry.logs.filter((log) => fits(log, log.at))
  const metrics = telemetry.metrics.filter(
    (metric) => metric.name.length <= TEXT_MAX && hasFiniteValues(metric) && fits(metric, metric.at),
  )
  const countOf = (all: Telemetry) => all.spans.length + all.logs.length + all.metrics.length
  const accepted = { ...telemetry, spans, logs, metrics }
  return { accepted, dropped: countOf(telemetry) - countOf(accepted) }
}
