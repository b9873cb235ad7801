import { quotas } from '@signet/kernel'
import { meters } from '@signet/ledger'
import type { SQSEvent } from 'aws-lambda'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageCountTable } from '../../../lambdas/platform-images/counts/image-count-table.ts'
import { settleImages } from '../../../lambdas/platform-images/settle/settle-images.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { eventBatch } from '../../../layers/kernel/src/workers/event-batch.ts'
import { requireGranted } from '../../support/granted.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const deps = () => ({ db: world.db, table: TABLE, now: () => new Date(at) })
const counts = () => imageCountTable(deps())
const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }
const platform = () =>
  meters({
    quotas: quotas(deps(), '/pricing'),
    ceiling: 1,
    tierStatusOf: async () => ({ tier: 'pro' as const, cycle }),
  })

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => {
  tenants += 1
  const tenant = `tenant-${tenants}`
  const scopes = { entitlementScope: `${tenant}-org`, resourceScope: tenant }
  return {
    key: { tenant, job: 'job' },
    take: (request = 'r') => requireGranted(platform().take(scopes, 'images', request, { holdSeconds: 60 })),
    used: async () => (await platform().read(scopes)).readings.images.used,
  }
}

describe('the counters of an image', () => {
  it('count once, however often its run is repeated', async () => {
    const { key, take, used } = newTenant()
    for (const isFirst of [true, false, false]) {
      const reservation = await take()
      expect(await counts().count(key, reservation)).toBe(isFirst)
      if (!isFirst) await reservation.release()
      expect(await used()).toBe(1)
    }
  })

  it('return once when a counted image fails', async () => {
    const { key, take, used } = newTenant()
    await counts().count(key, await take())
    await counts().fail(key)
    await counts().fail(key)
    expect(await used()).toBe(0)
  })

  it('stay empty for an image that failed before it was counted', async () => {
    const { key, take, used } = newTenant()
    const reservation = await take()
    await counts().fail(key)
    expect(await counts().count(key, reservation)).toBe(false)
    await reservation.release()
    expect(await used()).toBe(0)
  })

  it('stay empty when the reservation has expired', async () => {
    const { key, take, used } = newTenant()
    const reservation = await take()
    at += 61_000
    const other = await take('other')
    await reservation.release()
    expect(await counts().count(key, reservation)).toBe(true)
    await counts().fail(key)
    expect(await used()).toBe(1)
    await other.release()
  })

  it('add up to one or zero with any number of reporters in any order', async () => {
    const order = fc.array(fc.constantFrom('count', 'fail'), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(order, async (reporters) => {
        const { key, take, used } = newTenant()
        await Promise.all(
          reporters.map(async (teller, i) => {
            if (teller === 'fail') return counts().fail(key)
            const reservation = await take(`r${i}`)
            if (!(await counts().count(key, reservation))) await reservation.release()
          }),
        )
        expect(await used()).toBe(reporters.includes('fail') ? 0 : 1)
      }),
      { numRuns: 20 },
    )
  })
})

describe('events of ended images', () => {
  const jobEvent = (members: object) => ({
    messageId: '1',
    body: JSON.stringify({
      type: 'org.signet.job.failed.v1',
      subject: 'job',
      data: { state: 'failed' },
      ...members,
    }),
  })
  const settle = (...Records: object[]) =>
    eventBatch(
      { log: createLog({ write: () => undefined }), failed: 'image not settled' },
      settleImages({ counts: counts() }),
    )({ Records } as SQSEvent, () => 1_000)

  it('give back failed images, and images deleted before they began', async () => {
    for (const [type, state, remaining] of [
      ['failed', 'failed', 0],
      ['failed_encoding', 'failed_encoding', 0],
      ['deleted', 'queued', 0],
      ['deleted', 'processing', 1],
      ['deleted', 'completed', 1],
    ] as const) {
      const { key, take, used } = newTenant()
      await counts().count(key, await take())
      const message = jobEvent({ type: `org.signet.job.${type}.v1`, tenantid: key.tenant, data: { state } })
      expect(await settle(message, message)).toEqual({ batchItemFailures: [] })
      expect([type, state, await used()]).toEqual([type, state, remaining])
    }
  })

  it('ignore callers without an account, and return unreadable events', async () => {
    await settle(jobEvent({ tenantid: 'anon-1' }))
    expect(await world.rows('IMAGE#anon-1')).toEqual([])
    expect(await settle({ messageId: '7', body: '{}' })).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] })
  })
})
