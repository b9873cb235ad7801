import { JOB_STATES } from '@signet/imaging/schemas/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobSweepIndex } from '../../../lambdas/images/jobs/job-sweep-index-table.ts'
import { type JobMove, jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { jobRow, manualClock, START } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

/**
 * The machine of spec image-service 3 and its completion, as literals: a change of the contract must be repeated here.
 */
const EDGES: Readonly<Record<string, Partial<Record<JobMove, string>>>> = {
  queued: { start: 'processing', fail: 'failed' },
  processing: { paint: 'encoding', fail: 'failed' },
  encoding: { finish: 'completed', fail: 'failed_encoding' },
  completed: {},
  failed: {},
  failed_encoding: {},
}
const MOVES: readonly JobMove[] = ['start', 'paint', 'finish', 'fail']

let world: TableWorld
const clock = manualClock()
const deps = () => ({ db: world.db, table: TABLE, now: clock.now })
const admit = async (row: JobRow): Promise<JobRow> => {
  await admissionTable(deps()).admit(row, undefined)
  return row
}
const openIds = async (): Promise<string[]> => {
  const found: string[] = []
  for await (const { key } of jobSweepIndex(deps()).openBefore(new Date('2200-01-01'))) found.push(key.jobId)
  return found
}

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

describe('a move', () => {
  for (const state of JOB_STATES) {
    for (const move of MOVES) {
      const to = EDGES[state]?.[move]
      it(`${move} from ${state} ${to ? `leads to ${to}` : 'is refused and changes nothing'}`, async () => {
        const row = await admit(jobRow({ state }))
        const moved = await jobTable(deps()).move(row, move)
        expect(moved?.state).toBe(to)
        const ended =
          move === 'fail' || move === 'finish' ? { completed_at: START.toISOString(), event_pending: true } : {}
        const at = START.toISOString()
        const begun = move === 'start' ? { begun_at: at } : {}
        const changes = to ? { state: to, ...ended, ...begun } : {}
        expect(await jobTable(deps()).get(keyOf(row))).toEqual({ ...row, ...changes })
      })
    }
  }

  it('by twenty concurrent workers succeeds once', async () => {
    const row = await admit(jobRow())
    const results = await Promise.all(Array.from({ length: 20 }, () => jobTable(deps()).move(row, 'start')))
    expect(results.filter((moved) => moved !== undefined)).toHaveLength(1)
  })

  it('from a state that the job has left fails', async () => {
    const { move } = jobTable(deps())
    const row = await admit(jobRow())
    const started = await move(row, 'start')
    expect(await move(started!, 'paint')).toMatchObject({ state: 'encoding' })
    expect(await move(started!, 'fail', { error: 'late', error_code: 'internal' })).toBeUndefined()
    expect(await jobTable(deps()).get(keyOf(row))).not.toHaveProperty('error')
  })

  it('wins over a concurrent other end of the job, and its texts stay', async () => {
    const row = await admit(jobRow({ state: 'encoding' }))
    const { move } = jobTable(deps())
    const done = { completed_at: START.toISOString() }
    const [finished, failed] = await Promise.all([
      move(row, 'finish', done),
      move(row, 'fail', { ...done, error: 'no', error_code: 'internal' }),
    ])
    const winner = finished ?? failed
    expect([finished, failed].filter(Boolean)).toHaveLength(1)
    expect(await jobTable(deps()).get(keyOf(row))).toEqual(winner)
  })

  it('never creates a row for an absent job', async () => {
    const ghost = jobRow()
    expect(await jobTable(deps()).move(ghost, 'start')).toBeUndefined()
    expect(await jobTable(deps()).get(keyOf(ghost))).toBeUndefined()
  })

  it('removes the job from the open index if it ends it; any other move keeps it', async () => {
    const { move } = jobTable(deps())
    const row = await admit(jobRow())
    const started = await move(row, 'start')
    expect(await openIds()).toContain(row.job_id)
    const painted = await move(started!, 'paint')
    expect(await openIds()).toContain(row.job_id)
    await move(painted!, 'finish')
    expect(await openIds()).not.toContain(row.job_id)
  })
})

describe('soft deletion of a job', () => {
  it('races with a move: in either order, the job can neither be read nor moved afterwards', async () => {
    const { softDelete, move, get } = jobTable(deps())
    for (let round = 0; round < 10; round++) {
      const row = await admit(jobRow())
      const [deleted] = await Promise.all([softDelete(keyOf(row)), move(row, 'start')])
      expect(deleted?.row.job_id).toBe(row.job_id)
      expect(await get(keyOf(row))).toBeUndefined()
      expect(await move({ ...row, state: 'processing' }, 'paint')).toBeUndefined()
      expect(await jobSweepIndex(deps()).readTombstone(keyOf(row))).toMatchObject({ events: [{ subject: row.job_id }] })
    }
  })

  it('by ten concurrent callers succeeds once', async () => {
    const row = await admit(jobRow())
    const deleted = await Promise.all(Array.from({ length: 10 }, () => jobTable(deps()).softDelete(keyOf(row))))
    expect(deleted.filter(Boolean)).toHaveLength(1)
  })

  it('keeps no data of the job except its deletion', async () => {
    const row = await admit(jobRow({ tenant_id: 'tenant-softDelete', original_prompt: 'a secret wish' }))
    await jobTable(deps()).softDelete(keyOf(row))
    const [tombstoneRow] = await world.rows('TENANT#tenant-softDelete')
    expect(Object.keys(tombstoneRow!).sort()).toEqual(['deleted_at', 'events', 'gsi1pk', 'gsi1sk', 'pk', 'sk', 'ttl'])
    expect(JSON.stringify(tombstoneRow)).not.toContain('wish')
  })

  it('fails for a foreign tenant, an absent job or an expired one', async () => {
    const { softDelete } = jobTable(deps())
    const row = await admit(jobRow())
    const expired = await admit(jobRow({ expires_at: START.getTime() / 1000 }))
    expect(await softDelete({ tenantId: 'somebody-else', jobId: row.job_id })).toBeUndefined()
    expect(await softDelete(keyOf(jobRow()))).toBeUndefined()
    expect(await softDelete(keyOf(expired))).toBeUndefined()
    expect(await jobTable(deps()).get(keyOf(row))).toEqual(row)
  })

  it('becomes final only when the tombstone is purged, and purging leaves a live job unchanged', async () => {
    const index = jobSweepIndex(deps())
    const live = await admit(jobRow())
    const dead = await admit(jobRow())
    await jobTable(deps()).softDelete(keyOf(dead))
    await index.purge(keyOf(live))
    await index.purge(keyOf(dead))
    expect(await jobTable(deps()).get(keyOf(live))).toEqual(live)
    expect(await index.readTombstone(keyOf(dead))).toBeUndefined()
    expect(await openIds()).not.toContain(dead.job_id)
  })
})

describe('reading', () => {
  it('treats a job as absent from the second its lifetime ends, whether or not DynamoDB has removed it', async () => {
    const { get, list } = jobTable(deps())
    const alive = await admit(jobRow({ tenant_id: 'tenant-ttl', expires_at: START.getTime() / 1000 + 1 }))
    const ended = await admit(jobRow({ tenant_id: 'tenant-ttl', expires_at: START.getTime() / 1000 }))
    expect(await get(keyOf(alive))).toEqual(alive)
    expect(await get(keyOf(ended))).toBeUndefined()
    expect((await list('tenant-ttl', 10, undefined)).rows).toEqual([alive])
  })

  it('pages newest first through all jobs of one tenant, past tombstones, each job once', async () => {
    const { list, softDelete } = jobTable(deps())
    const ownTenant = 'tenant-page'
    const rows: JobRow[] = []
    for (let i = 0; i < 7; i++) rows.push(await admit(jobRow({ tenant_id: ownTenant })))
    await admit(jobRow({ tenant_id: 'tenant-other' }))
    await softDelete(keyOf(rows[3]!))
    await softDelete(keyOf(rows[6]!))
    const listedIds: string[] = []
    let cursor: string | undefined
    do {
      const page = await list(ownTenant, 2, cursor)
      expect(page.rows.length).toBeGreaterThan(0)
      listedIds.push(...page.rows.map(({ job_id }) => job_id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    const expected = rows.filter((_, i) => i !== 3 && i !== 6).map(({ job_id }) => job_id)
    expect(listedIds).toEqual(expected.reverse())
  })

  it("never leaves the tenant's own rows, whatever the cursor says", async () => {
    const { list } = jobTable(deps())
    const foreign = await admit(jobRow({ tenant_id: 'tenant-x' }))
    const cursor = Buffer.from(JSON.stringify({ sk: `JOB#${foreign.job_id}~` })).toString('base64url')
    expect((await list('tenant-y', 10, cursor)).rows).toEqual([])
    const withPartition = Buffer.from(JSON.stringify({ pk: 'TENANT#tenant-x', sk: 'JOB#~' })).toString('base64url')
    await expect(list('tenant-y', 10, withPartition)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
