import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { foundRow } from './found-row.ts'
import { ingestTelemetry } from './ingest.ts'
import { getInternalSummary, getInternalTrace, listInternalTraces } from './internal.ts'
import { onceRow } from './once-row.ts'
import { ingestOtlpLogs, ingestOtlpMetrics, ingestOtlpTraces } from './otlp.ts'
import { getObserveSummary, getTrace, listAlerts, listLogs, listMetrics, listTraces, removeWorker } from './readings.ts'
import { capRow, countRow, observedRow, sentRow, traceBlobRow, traceMetaRow, traceRow, workerRow } from './rows.ts'
import { alertIdRow, alertRow, metricRow } from './told-rows.ts'

export const observeService = defineService({
  name: 'observe',
  api: 'platform',
  title: 'Signet observability',
  description: 'Traces, logs, metrics and alerts of workers.',
  tags: { observe: 'Telemetry of workers' },
  scopes: {
    'observe:read': { holder: 'organisation', description: 'See traces, logs, metrics and alerts of workers' },
    'observe:write': { holder: 'organisation', description: 'Send telemetry, and remove workers' },
    'operator:observe': { holder: 'operator', description: 'See telemetry of our own functions' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  departures: { erases: 'telemetry of the organisation' },
  exports: { takes: 'workers, traces with their spans and logs, and alerts of the organisation' },
  contracts: [
    {
      name: 'observe',
      version: '1.0.0',
      description: 'Telemetry of workers (spec platform-api 2.10 and 4.9).',
      endpoints: [
        ingestTelemetry,
        getObserveSummary,
        listTraces,
        getTrace,
        listAlerts,
        listLogs,
        listMetrics,
        removeWorker,
      ],
    },
    {
      name: 'otlp',
      version: '1.0.0',
      description: 'Telemetry of workers by OTLP/HTTP.',
      endpoints: [ingestOtlpTraces, ingestOtlpLogs, ingestOtlpMetrics],
    },
    {
      name: 'observe-internal',
      version: '1.0.0',
      description: 'Telemetry of our own functions, for operators.',
      endpoints: [getInternalSummary, listInternalTraces, getInternalTrace],
    },
  ],
  rows: [
    observedRow,
    workerRow,
    alertRow,
    alertIdRow,
    capRow,
    countRow,
    traceRow,
    traceMetaRow,
    traceBlobRow,
    sentRow,
    metricRow,
    onceRow,
    foundRow,
  ],
})

declare module '@signet/siblings' {
  interface SiblingServices {
    readonly observe: typeof observeService
  }
}
