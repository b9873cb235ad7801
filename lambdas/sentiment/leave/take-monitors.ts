import { rowTable, type TableDeps } from '@signet/kernel'
import { linesOf, recordsOf, type Take } from '@signet/erasure'
import { monitorRow } from '../contract/monitor-row.ts'

/** Monitors without the credentials that they use, and what their cycles came to. */
export const takeMonitors = (deps: TableDeps): Take =>
  async function* ({ org_id: org }) {
    const monitors = await rowTable(monitorRow, deps).all({ org })
    yield* linesOf(
      'monitors',
      monitors.map(({ secret_ref: _ref, ...monitor }) => monitor),
    )
    const of = async function* (word: string) {
      for (const { tenant } of monitors)
        for await (const record of recordsOf(deps, { pk: `${word}#${org}#${tenant}` })) yield { tenant, ...record }
    }
    yield* linesOf('cycles', of('CYCLE'))
    yield* linesOf('batches', of('BATCH'))
  }
