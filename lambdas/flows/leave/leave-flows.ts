import { eraseRows, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import { type Erase, linesOf, type Take } from '@signet/erasure'
import { oracleRow } from '../contract/oracle-row.ts'

/** Erases what the oracle made for flows of the organisation. The flows are the runtime's. */
export const eraseFlows =
  (deps: TableDeps): Erase =>
  async ({ org_id: org }) => {
    if (org !== null) await eraseRows(deps, { pk: partitionOf(oracleRow, { org }) })
    return 'done'
  }

/** What the oracle made for flows of the organisation. */
export const takeFlows = (deps: TableDeps): Take =>
  async function* ({ org_id: org }) {
    yield* linesOf('edited-documents', await rowTable(oracleRow, deps).all({ org }))
  }
