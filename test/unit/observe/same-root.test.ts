import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, crashPoint, interruption } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, HOUR, NOW, type Observe, observeOver, rootSpan } from './observe-world.ts'

/* Two requests contain the root of one trace. In every interleaving, the list contains the later root, once. */

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const OTHER = rootSpan('other', NOW - 5)
const first = { body: bodyOf('edge', { spans: [rootSpan('same', NOW - 2 * HOUR), OTHER] }) }
const second = { body: bodyOf('jobs', { spans: [rootSpan('same', NOW - 9, { status: 'error' })] }) }

const readListed = async ({ list, summary }: Observe, tenant: string) => {
  const { body } = await list(tenant, { query: { range: '24h', limit: 9, offset: 0 } })
  const { body: figures } = await summary(tenant, { query: { range: '24h' } })
  const workers = figures.workers as { total_traces: number; error_count: number }[]
  return {
    rows: (body.traces as { trace_id: string; worker_name: string }[]).map(
      (row) => `${row.trace_id} ${row.worker_name}`,
    ),
    total: body.total,
    counted: workers.reduce((sum, { total_traces }) => sum + total_traces, 0),
    failed: workers.reduce((sum, { error_count }) => sum + error_count, 0),
  }
}

const SECOND_LISTED = { rows: ['other edge', 'same jobs'], total: 2, counted: 2, failed: 1 }
const FIRST_LISTED = { rows: ['other edge', 'same edge'], total: 2, counted: 2, failed: 0 }

describe('a root in two requests', () => {
  it('the later request lists the root, even if it interrupts the earlier request at any call', async () => {
    const runs = await atEveryCall(
      (at, moment) =>
        interruption(at, moment, () => observeOver(world, { at: NOW + 1 }).send(`${moment} concurrent ${at}`, second)),
      async (crash, name) => {
        // The tenant of the request that interrupts.
        const tenant = name.replace('call ', 'concurrent ')
        await observeOver(world, { crash }).send(tenant, first)
        if (!crash.hasCrashed) return
        expect([name, await readListed(observeOver(world, { at: NOW + 1 }), tenant)]).toEqual([name, SECOND_LISTED])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(8)
  })

  it('the root is listed once if the earlier request crashed at any call and is retried', async () => {
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const tenant = `earlier ${name}`
      await observeOver(world, { crash })
        .send(tenant, first)
        .catch(() => undefined)
      const later = observeOver(world, { at: NOW + 1 })
      await later.send(tenant, second)
      const beforeRetry = await readListed(later, tenant)
      expect([name, beforeRetry.rows.filter((row) => row.startsWith('same'))]).toEqual([name, ['same jobs']])
      expect([name, beforeRetry.total, beforeRetry.counted]).toEqual([
        name,
        beforeRetry.rows.length,
        beforeRetry.rows.length,
      ])
      await observeOver(world, { at: NOW + 2 }).send(tenant, first)
      // The retry counts as the later request if the first attempt crashed before it stored its reference.
      expect([FIRST_LISTED, SECOND_LISTED]).toContainEqual(await readListed(later, tenant))
    })
    expect(runs).toBeGreaterThanOrEqual(8)
  })

  it('the root is listed once if the later request crashed at any call and is retried', async () => {
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const tenant = `crash ${name}`
      await observeOver(world).send(tenant, first)
      await observeOver(world, { at: NOW + 1, crash })
        .send(tenant, second)
        .catch(() => undefined)
      const later = observeOver(world, { at: NOW + 2 })
      expect([FIRST_LISTED, SECOND_LISTED]).toContainEqual(await readListed(later, tenant))
      await later.send(tenant, second)
      expect([name, await readListed(later, tenant)]).toEqual([name, SECOND_LISTED])
    })
    expect(runs).toBeGreaterThanOrEqual(8)
  })

  it('the root is listed once if fifty concurrent requests contain it', async () => {
    const senders = Array.from({ length: 50 }, (_, i) => ({
      observe: observeOver(world, { at: NOW + i, tier: 'team' }),
      body: bodyOf('edge', { spans: [rootSpan('many', NOW - 50 * 60_000 + i * 60_000)] }),
    }))
    const answers = await Promise.all(senders.map(({ observe, body }) => observe.send('crowd', { body })))
    for (const [i, { status }] of answers.entries())
      if (status !== 202) await senders[i]?.observe.send('crowd', { body: senders[i]?.body })
    const listedRoot = await readListed(observeOver(world, { at: NOW + 60_000 }), 'crowd')
    expect(listedRoot).toEqual({ rows: ['many edge'], total: 1, counted: 1, failed: 0 })
  })
})
