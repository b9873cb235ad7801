import { linesOf, type ServiceErasure } from '@signet/erasure'
import { dynamoFlagSource } from '@signet/flags/dynamodb'
import { rowTable, type TableDeps } from '@signet/kernel'
import { setListRow } from '../contract/set-list-row.ts'

async function* recordsOf(deps: TableDeps, org: string, list: 'flags' | 'segments') {
  for (const { environment } of await rowTable(setListRow, deps).all({ org })) {
    const snapshot = await dynamoFlagSource({ ...deps, set: { org, environment } }).readNewer(undefined)
    for (const record of Object.values(snapshot?.[list] ?? {})) yield { environment, ...record }
  }
}

/** Exports flags and segments: the snapshot of each environment contains all of them. */
export const flagFiles = (deps: TableDeps): Required<Pick<ServiceErasure, 'files'>> => ({
  async *files({ org_id: org }) {
    if (org === null) return
    yield* linesOf('flags', recordsOf(deps, org, 'flags'))
    yield* linesOf('segments', recordsOf(deps, org, 'segments'))
  },
})
