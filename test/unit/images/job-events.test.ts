import type { CloudEvent } from '@signet/contracts/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { endedEvent } from '../../../lambdas/images/jobs/job-events.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { newWebhook } from '../../../lambdas/images/jobs/job-webhook.ts'
import { endPublisher, eventPublisher } from '../../../lambdas/images/jobs/publish-end.ts'
import { publishedTable } from '../../../lambdas/images/jobs/published-table.ts'
import { deleteJob } from '../../../lambdas/images/settle/delete-job.ts'
import { deliveryTable } from '../../../lambdas/images/webhooks/delivery-table.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { jobRow, manualClock, NO_OPENINGS } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const log = createLog({ write: () => {} })
let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Jobs on the real table, and a bus that accepts events while it `isOpen`. */
const eventWorld = () => {
  const clock = manualClock()
  const deps = { db: world.db, table: TABLE, now: clock.now }
  const jobs = jobTable(deps)
  const busEvents: CloudEvent[] = []
  const state = { isOpen: true, isBroken: false }
  const bus = {
    async send(events: readonly CloudEvent[]) {
      if (state.isBroken) throw new Error('The bus is unavailable')
      if (state.isOpen) busEvents.push(...events)
      return state.isOpen ? events : []
    },
  }
  const publishEvents = eventPublisher({ bus, log })
  const publishEnd = endPublisher({ publishEvents, published: publishedTable(deps), log })
  return {
    jobs,
    busEvents,
    state,
    publishEnd,
    publishEvents,
    deps,
    async ended(changes: Partial<JobRow> = {}, move: 'finish' | 'fail' = 'finish'): Promise<JobRow> {
      const row = jobRow({ state: 'encoding', created_at: clock.now().toISOString(), ...changes })
      await admissionTable(deps).admit(row, undefined)
      const failure = move === 'fail' ? { error: 'It could not be made', error_code: 'internal' } : {}
      return (await jobs.move(row, move, failure))!
    },
    remove: (row: JobRow) =>
      deleteJob({ jobs, bucket: memoryBucket(), openings: NO_OPENINGS, publishEvents })(keyOf(row)),
    stored: async (row: JobRow) =>
      (await world.rows(`TENANT#${row.tenant_id}`)).find(({ sk }) => String(sk).endsWith(row.job_id)),
  }
}

describe('the end of a job', () => {
  it.each([
    ['finish', 'completed', null],
    ['fail', 'failed_encoding', 'internal'],
  ] as const)('by %s is published as a CloudEvent with ids and states only, and marked', async (move, state, code) => {
    const { ended, publishEnd, busEvents, stored } = eventWorld()
    const row = await ended({ original_prompt: 'a secret wish' }, move)
    expect((await stored(row))?.event_pending).toBe(true)
    await publishEnd(row)
    expect(busEvents).toEqual([
      expect.objectContaining({
        id: `${row.job_id}:4:job.${state}`,
        source: '/contracts/job',
        type: `org.signet.job.${state}.v1`,
        subject: row.job_id,
        tenantid: row.tenant_id,
        time: row.completed_at,
        data: {
          job_id: row.job_id,
          tenant_id: row.tenant_id,
          state,
          quality_tier: row.quality_tier,
          model_id: row.settings.model_id,
          error_code: code,
          created_at: row.created_at,
          completed_at: row.completed_at,
          has_webhook: false,
          account_id: null,
          has_account: false,
        },
      }),
    ])
    expect(JSON.stringify(busEvents)).not.toContain('wish')
    expect(await stored(row)).not.toHaveProperty('event_pending')
  })

  it('refused by the bus, or without a response, stays pending and is the same event the next time', async () => {
    const { ended, publishEnd, busEvents, state, stored, jobs } = eventWorld()
    const row = await ended()
    state.isOpen = false
    await publishEnd(row)
    state.isBroken = true
    await publishEnd(row)
    expect((await stored(row))?.event_pending).toBe(true)
    Object.assign(state, { isOpen: true, isBroken: false })
    const found = await jobs.get(keyOf(row))
    await publishEnd(found!)
    expect(busEvents).toEqual([endedEvent(row)])
  })

  it('reaches the bus once', async () => {
    const { ended, publishEnd, busEvents, jobs } = eventWorld()
    const row = await ended()
    await publishEnd(row)
    await publishEnd((await jobs.get(keyOf(row)))!)
    expect(busEvents).toHaveLength(1)
  })

  it('gets its mark with the first webhook attempt; later marks leave the row unchanged', async () => {
    const { ended, jobs, deps, stored } = eventWorld()
    const row = await ended({ webhook: newWebhook('https://receiver.example/', 'https://images.example') })
    const found = (await jobs.get(keyOf(row)))!
    await deliveryTable(deps).claim(found, new Date('2026-12-01T00:00:00Z'))
    const claimed = await stored(row)
    expect(claimed).not.toHaveProperty('event_pending')
    expect(String(claimed?.gsi1sk)).toMatch(/^2026-12-01T00:01:00/)
    await publishedTable(deps).markPublished(row)
    expect(await stored(row)).toEqual(claimed)
  })
})

describe('the deletion of a job', () => {
  it('reaches the bus, and its tombstone keeps no data of the job', async () => {
    const { ended, publishEnd, remove, busEvents, stored } = eventWorld()
    const row = await ended()
    await publishEnd(row)
    expect(await remove(row)).toBe('removed')
    expect(busEvents.map(({ id }) => id.slice(row.job_id.length))).toEqual([':4:job.completed', ':5:job.deleted'])
    expect(await stored(row)).not.toHaveProperty('events')
  })

  it('with an unpublished end publishes both; events that the bus refused stay on the tombstone', async () => {
    const { ended, remove, busEvents, state, stored } = eventWorld()
    const row = await ended()
    state.isBroken = true
    expect(await remove(row)).toBe('removed')
    expect(busEvents).toEqual([])
    const kept = JSON.parse(String((await stored(row))?.events)) as CloudEvent[]
    expect(kept.map(({ type }) => type)).toEqual(['org.signet.job.completed.v1', 'org.signet.job.deleted.v1'])
  })
})
