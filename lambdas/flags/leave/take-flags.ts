import { dynamoFlagSource, type FlagSet } from '@signet/flags/dynamodb'
import { rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { linesOf, recordsOf, type Take } from '@signet/erasure'
import { auditRow } from '../contract/audit-rows.ts'
import { setListRow } from '../contract/rows.ts'

/** Flags and segments of every environment as they are, and the log of their changes. */
export const takeFlags = (deps: TableDeps): Take =>
  async function* ({ org_id: org }) {
    for (const { environment } of await rowTable(setListRow, deps).all({ org })) {
      const set: FlagSet = { org, environment }
      const snapshot = await dynamoFlagSource({ ...deps, set }).newer(undefined)
      if (snapshot) {
        yield* linesOf(`${environment}/flags`, Object.values(snapshot.flags))
        yield* linesOf(`${environment}/segments`, Object.values(snapshot.segments))
      }
      const { pk } = rowKey(auditRow, { ...set, sequence: '0' })
      yield* linesOf(`${environment}/audit`, recordsOf(deps, { pk, startsWith: 'E#' }))
    }
  }
