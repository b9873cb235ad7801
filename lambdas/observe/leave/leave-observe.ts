import { type Erase, linesOf, recordsOf, type Take } from '@signet/erasure'
import { eraseRows, pagesOf, partitionOf, type TableDeps } from '@signet/kernel'
import { alertRow } from '../contract/alerts.ts'
import { metricRow } from '../contract/metric-rows.ts'
import { alertSigningRow } from '@signet/notifications/webhooks'
import { onceRow } from '../contract/request-row.ts'
import { capRow, countRow, observedRow } from '../contract/rows.ts'
import { ruledRow } from '../contract/rule-rows.ts'
import { looseRow, sentRow } from '../contract/telemetry-rows.ts'
import { piecesOf as byTraces } from '../ingest/pieces-of.ts'
import { ruleTable } from '../rules/rule-table.ts'
import { sloTable } from '../rules/rule-table.ts'
import { EVERYTHING, eraseWorker } from '../sweep/erase-worker.ts'
import { unpackRecords } from '../traces/packed-records.ts'
import { workerTable } from '../workers/worker-table.ts'

/** Erases telemetry of the organisation. Its workers go last: they are by what everything else is found. */
export const eraseObserve =
  (deps: TableDeps): Erase =>
  async ({ org_id: tenant }) => {
    if (tenant === null) return 'done'
    // Rules first: nothing begins an incident any more. The row by which the tenant is found goes along.
    await eraseRows(deps, { pk: partitionOf(ruledRow, { tenant }) })
    await eraseRows(deps, { pk: partitionOf(alertSigningRow, { tenant }) })
    for (const { name: worker } of await workerTable(deps).all(tenant)) {
      await eraseWorker(deps, { tenant, worker }, EVERYTHING)
      await eraseRows(deps, { pk: partitionOf(capRow, { tenant, worker }) })
    }
    await eraseRows(deps, { pk: partitionOf(alertRow, { tenant }) })
    await eraseRows(deps, { pk: partitionOf(onceRow, { tenant }) })
    await eraseRows(deps, { pk: partitionOf(observedRow, { tenant }) })
    return 'done'
  }

/** Spans and logs of a worker: first the logs of no trace, then traces, request by request. */
async function* piecesOf(deps: TableDeps, tenant: string, worker: string) {
  for await (const page of pagesOf(deps, { pk: partitionOf(looseRow, { tenant, worker }) }))
    for (const { gz } of page) yield { worker, ...unpackRecords(gz as Uint8Array) }
  for await (const page of pagesOf(deps, { pk: partitionOf(sentRow, { tenant, worker }) }))
    for (const { gz } of page) {
      const { byTrace } = byTraces(unpackRecords(gz as Uint8Array))
      for (const [trace, pieces] of byTrace) yield { worker, trace, ...pieces }
    }
}

/** Rows that keep their record as text. */
async function* statesOf(deps: TableDeps, pk: string, startsWith: string) {
  for await (const { state } of recordsOf(deps, { pk, startsWith })) yield JSON.parse(String(state)) as object
}

/** Workers, what they sent, their metrics and alerts. */
export const takeObserve = (deps: TableDeps): Take =>
  async function* ({ org_id: tenant }) {
    if (tenant === null) return
    const workers = (await workerTable(deps).all(tenant)).filter(({ isGone }) => !isGone)
    yield* linesOf('observe-workers', workers)
    for (const [at, { name: worker }] of workers.entries()) {
      const who = { tenant, worker }
      yield* linesOf(`observe-telemetry-${at + 1}`, piecesOf(deps, tenant, worker))
      yield* linesOf(`observe-metrics-${at + 1}`, statesOf(deps, partitionOf(metricRow, who), 'M5#'))
      yield* linesOf(`observe-series-${at + 1}`, statesOf(deps, partitionOf(metricRow, who), 'S#'))
      yield* linesOf(`observe-points-${at + 1}`, statesOf(deps, partitionOf(metricRow, who), 'P#'))
      yield* linesOf(`observe-days-${at + 1}`, recordsOf(deps, { pk: partitionOf(countRow, who), startsWith: 'CAP#' }))
    }
    yield* linesOf('observe-rules', await ruleTable(deps).all(tenant))
    yield* linesOf('observe-slos', await sloTable(deps).all(tenant))
    yield* linesOf('observe-alerts', statesOf(deps, partitionOf(alertRow, { tenant }), 'AT#'))
  }
