import { eraseRows, pagesOf, partitionOf, type TableDeps } from '@signet/kernel'
import { type Erase, linesOf, recordsOf, type Take } from '@signet/leaving'
import { onceRow } from '../contract/once-row.ts'
import { capRow, countRow, observedRow, sentRow } from '../contract/rows.ts'
import { alertRow, metricRow } from '../contract/told-rows.ts'
import { EVERYTHING, eraseWorker } from '../sweep/erase-worker.ts'
import { unpacked } from '../traces/packed.ts'
import { pieceTable } from '../traces/piece-table.ts'
import { workerTable } from '../workers/worker-table.ts'

/** Erases telemetry of the organisation. Its workers go last: they are by what everything else is found. */
export const eraseObserve =
  (deps: TableDeps): Erase =>
  async ({ org_id: tenant }) => {
    if (tenant === null) return 'done'
    for (const { name: worker } of await workerTable(deps).all(tenant)) {
      await eraseWorker(deps, { tenant, worker }, EVERYTHING)
      await eraseRows(deps, { pk: partitionOf(capRow, { tenant, worker }) })
    }
    await eraseRows(deps, { pk: partitionOf(alertRow, { tenant }) })
    await eraseRows(deps, { pk: partitionOf(onceRow, { tenant }) })
    await eraseRows(deps, { pk: partitionOf(observedRow, { tenant }) })
    return 'done'
  }

/** Spans and logs of a worker, request by request. */
async function* piecesOf(deps: TableDeps, tenant: string, worker: string) {
  const pieces = pieceTable(deps)
  for await (const page of pagesOf(deps, { pk: partitionOf(sentRow, { tenant, worker }) }))
    for (const { sk, traces = [], gz } of page) {
      const request = String(sk).split('#')[1]
      if (gz) yield { worker, ...unpacked(gz as Uint8Array) }
      for (const trace of traces as readonly string[])
        for await (const blob of pieces.ofTrace(tenant, trace))
          if (blob.request === request) yield { worker, trace, ...unpacked(blob.bytes) }
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
      yield* linesOf(`observe-days-${at + 1}`, recordsOf(deps, { pk: partitionOf(countRow, who), startsWith: 'CAP#' }))
    }
    yield* linesOf('observe-alerts', statesOf(deps, partitionOf(alertRow, { tenant }), 'AT#'))
  }
