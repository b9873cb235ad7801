import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobItemKey, keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobFilter } from '../../../lambdas/images/jobs/job-page-table.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { jobRow, START } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const putRows = async (rows: readonly JobRow[]): Promise<void> => {
  for (let i = 0; i < rows.length; i += 25) {
    const puts = rows
      .slice(i, i + 25)
      .map((row) => ({ PutRequest: { Item: { ...jobItemKey(keyOf(row)), ...row, tenant_id: undefined } } }))
    await world.db.send(new BatchWriteCommand({ RequestItems: { [TABLE]: puts } }))
  }
}

/** Reads every page of a list until the cursor is null. */
const pagesOf = async (tenant: string, limit: number, filter?: JobFilter): Promise<string[][]> => {
  const { list } = jobTable({ db: world.db, table: TABLE, now: () => START })
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await list(tenant, limit, cursor, filter)
    pages.push(page.rows.map(({ job_id }) => job_id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

const idOf = (n: number): string => `0199c5a4-8a3e-7c1b-a2d4-${String(n).padStart(12, '0')}`

describe('a list of jobs', () => {
  it('by state and tier has full pages, newest first, each job once, and ends with the last one', async () => {
    const tenant_id = 'tenant-filtered'
    const rows = Array.from({ length: 60 }, (_, i) =>
      jobRow({
        tenant_id,
        job_id: idOf(i),
        state: i % 3 === 0 ? 'failed' : 'completed',
        quality_tier: i % 2 === 0 ? 'draft' : 'premium',
      }),
    )
    await putRows(rows)
    const ids = (matches: (row: JobRow) => boolean) =>
      rows
        .filter(matches)
        .map(({ job_id }) => job_id)
        .reverse()
    const failed = await pagesOf(tenant_id, 7, { state: 'failed' })
    expect(failed.map((page) => page.length)).toEqual([7, 7, 6])
    expect(failed.flat()).toEqual(ids(({ state }) => state === 'failed'))
    const both = await pagesOf(tenant_id, 5, { state: 'failed', quality_tier: 'premium' })
    expect(both).toEqual([
      ids(({ state, quality_tier }) => state === 'failed' && quality_tier === 'premium').slice(0, 5),
      ids(({ state, quality_tier }) => state === 'failed' && quality_tier === 'premium').slice(5),
    ])
    expect(await pagesOf(tenant_id, 5, { state: 'queued' })).toEqual([[]])
    expect((await pagesOf(tenant_id, 60, {})).flat()).toEqual(ids(() => true))
    expect((await pagesOf(tenant_id, 7, { state: undefined })).flat()).toEqual(ids(() => true))
  })

  it('by a rare state reads a bounded number of jobs per page, and its cursor continues from there', async () => {
    const tenant_id = 'tenant-rare'
    const rows = Array.from({ length: 2_100 }, (_, i) =>
      jobRow({ tenant_id, job_id: idOf(i), state: i === 3 ? 'failed' : 'completed' }),
    )
    await putRows(rows)
    expect(await pagesOf(tenant_id, 20, { state: 'failed' })).toEqual([[], [idOf(3)]])
  })
})
