import { type RecordsOf, removeObjects, type ServiceErasure } from '@signet/erasure'
import type { RowOf, TableDeps } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import type { RowKeys } from '@signet/kernel/row-kind'
import { roleMemoryRow } from '../contract/agent-rows.ts'
import { loopRow } from '../contract/loop-rows.ts'
import { memoryRow } from '../contract/memory-row.ts'
import { inscribedRow } from '../contract/reading-rows.ts'
import { conversationRow, scaffoldRunRow } from '../contract/scaffold-rows.ts'
import { loopTable } from '../loops/loop-table.ts'
import { objectPrefixOf } from '../readings/reading-objects.ts'
import { scaffoldObjectPrefixOf } from '../scaffolds/scaffold-objects.ts'

export interface ErasureDeps extends TableDeps {
  readonly objects: Pick<Bucket, 'list' | 'read' | 'remove'>
}

const withQuerent: RecordsOf = ({ record, parts: { querent } }) => [{ querent, ...record }]

const runWithOutcomes: RecordsOf = ({ record }) => {
  const run = record as unknown as RowOf<typeof scaffoldRunRow>
  return [{ ...run, outcomes: run.outcomes.map(({ at, body }) => ({ ...body, at })) }]
}

const recordWithObject = async ({ objects }: ErasureDeps, key: string, fields: object): Promise<readonly object[]> => {
  const bytes = await objects.read(key)
  return bytes ? [{ ...fields, ...(JSON.parse(bytes.toString('utf8')) as object) }] : []
}

const recordsOf = (deps: ErasureDeps): ReadonlyMap<RowKeys, RecordsOf> => {
  const loops = loopTable(deps)
  return new Map<RowKeys, RecordsOf>([
    [memoryRow, withQuerent],
    [roleMemoryRow, withQuerent],
    [scaffoldRunRow, runWithOutcomes],
    [
      inscribedRow,
      ({ record }) => {
        const { hash, kind, querent, at, object } = record as unknown as RowOf<typeof inscribedRow>
        return recordWithObject(deps, object, { hash, kind, querent, at })
      },
    ],
    [
      conversationRow,
      ({ record }) => {
        const { run, hash, object } = record as unknown as RowOf<typeof conversationRow>
        // Scaffolds with a receipt are exported with the readings.
        return hash === undefined ? recordWithObject(deps, object, { run }) : []
      },
    ],
    [loopRow, async ({ parts: { org = '', id = '' } }) => [(await loops.find(org, id)) ?? []].flat()],
  ])
}

/** Erases readings: deletes objects before rows, including objects without a row. */
export const readingErasure = (deps: ErasureDeps): ServiceErasure => ({
  records: recordsOf(deps),
  async before({ org_id: org }) {
    if (org !== null) await removeObjects(deps.objects, [objectPrefixOf(org), scaffoldObjectPrefixOf(org)])
    return 'done'
  },
})
