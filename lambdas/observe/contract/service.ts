import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { observeAlertContract } from './alerts.ts'
import { observeCapContract } from './cap-events.ts'
import { ingestTelemetry } from './ingest.ts'
import { getInternalSummary, getInternalTrace, listInternalTraces } from './internal.ts'
import { listMetricSeries } from './metric-series.ts'
import { ingestOtlpLogs, ingestOtlpMetrics, ingestOtlpTraces } from './otlp.ts'
import { getObserveSummary, getTrace, listAlerts, listLogs, listMetrics, listTraces, removeWorker } from './queries.ts'
import { rows } from './row-list.ts'
import { changeRule, createRule, getRule, listRules, removeRule } from './rules.ts'
import { changeSlo, createSlo, getSlo, listSlos, removeSlo } from './slos.ts'
import { getAlertSecret, rotateAlertSecret } from './webhook-secret.ts'

export const observeService = defineService({
  name: 'observe',
  api: 'platform',
  title: 'Signet observability',
  description:
    'Traces, logs, metrics and alerts of workers. A worker is a program that sends telemetry under its own name.',
  tags: { observe: 'Telemetry of workers' },
  scopes: {
    'observe:read': { holder: 'organization', description: 'Read traces, logs, metrics and alerts of workers' },
    'observe:write': {
      holder: 'organization',
      description: 'Send telemetry, remove workers, and change rules and SLOs',
    },
    'operator:observe': { holder: 'operator', description: 'Read telemetry of internal functions' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'observe',
      version: '1.0.0',
      description: 'Telemetry of workers.',
      endpoints: [
        ingestTelemetry,
        getObserveSummary,
        listTraces,
        getTrace,
        listAlerts,
        listLogs,
        listMetrics,
        listMetricSeries,
        removeWorker,
      ],
    },
    {
      name: 'observe-rules',
      version: '1.0.0',
      description: 'Rules on telemetry of workers, their notifications, and service level objectives.',
      endpoints: [
        listRules,
        createRule,
        getRule,
        changeRule,
        removeRule,
        listSlos,
        createSlo,
        getSlo,
        changeSlo,
        removeSlo,
        getAlertSecret,
        rotateAlertSecret,
      ],
    },
    observeAlertContract,
    observeCapContract,
    {
      name: 'otlp',
      version: '1.0.0',
      description: 'Telemetry of workers over OTLP/HTTP.',
      endpoints: [ingestOtlpTraces, ingestOtlpLogs, ingestOtlpMetrics],
    },
    {
      name: 'observe-internal',
      version: '1.0.0',
      description: 'Telemetry of internal functions, for operators.',
      endpoints: [getInternalSummary, listInternalTraces, getInternalTrace],
    },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly observe: typeof observeService
  }
}
