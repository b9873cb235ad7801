import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BlockedUrl } from '@signet/kernel'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { ATTEMPTS_MAX } from '@signet/notifications/webhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inputKey } from '../../../../lambdas/images/images/image-keys.ts'
import { keyOf } from '../../../../lambdas/images/jobs/job-keys.ts'
import { newWebhook } from '../../../../lambdas/images/jobs/job-webhook.ts'
import { crashPoint, MOMENTS } from '../../../support/crash-point.ts'
import { jobRow } from '../../../support/sample-job.ts'
import { openTable, type TableWorld } from '../../../support/table-world.ts'
import { verifyWebhook } from '../../../support/verified-webhook.ts'
import { HOOK, webhookWorld } from './webhook-world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let table: TableWorld
beforeEach(async () => {
  table = await openTable()
})
afterEach(() => table.close())

describe('a webhook', () => {
  it.each(['completed', 'failed', 'failed_encoding'] as const)(
    'reaches the receiver of a %s job once, signed, with the job as it was at its end',
    async (state) => {
      const world = webhookWorld(table)
      const job = await world.ended(state)
      await world.publishEnd(job)
      expect(await world.drain()).toBe(1)
      const [request, ...more] = world.requests
      expect([request?.url, more]).toEqual([HOOK, []])
      const secret = await world.secrets.current(world.tenantId, await world.secretStates.read(world.tenantId))
      const event = verifyWebhook(request!, secret, world.clock.now().getTime() / 1000)
      expect(event).toMatchObject({
        type: `job.${state}`,
        timestamp: world.clock.now().toISOString(),
        data: { job_id: job.job_id, state, webhook: { url: HOOK, state: 'pending', attempts: 0 } },
      })
      if (state === 'completed')
        expect(event).toHaveProperty('data.asset_url', `https://images.example/v2/assets/${job.job_id}`)
      const { webhook } = await world.row(job)
      expect(webhook).toMatchObject({ state: 'delivered', attempts: 1, last_status: 204 })
      expect(webhook?.next_attempt_at).toBeUndefined()
    },
  )

  it('reaches the receiver once despite duplicate messages, and not before its next attempt is due', async () => {
    const world = webhookWorld(table)
    const job = await world.ended()
    for (let i = 0; i < 3; i++) await world.publishEnd(job)
    await world.drain()
    expect(world.requests).toHaveLength(1)
    world.behave({ status: 500 })
    const other = await world.ended()
    await Promise.all(Array.from({ length: 5 }, () => world.deliver()(keyOf(other))))
    expect(world.requests).toHaveLength(2)
    expect(await world.deliver()(keyOf(other))).toBe('nothing due')
  })

  it('repeats on the schedule with identical bytes, and stops after the last attempt', async () => {
    const world = webhookWorld(table)
    const job = await world.ended()
    world.behave({ status: 503 })
    await world.publishEnd(job)
    const attemptTimes: number[] = []
    for (let minute = 0; minute < 100 * 60 && (await world.row(job)).webhook?.state === 'pending'; minute++) {
      const before = world.requests.length
      for (let second = 0; second < 60 && world.messages.length > 0; second += 6) {
        await world.drain()
        if (world.messages.length > 0) world.clock.advance(6_000)
      }
      const due = new Date((await world.row(job)).webhook?.next_attempt_at ?? world.clock.now())
      if (world.requests.length > before) attemptTimes.push(world.clock.now().getTime())
      if (world.messages.length === 0 && due > world.clock.now()) {
        world.clock.advance(due.getTime() - world.clock.now().getTime() + MINUTE_MS + 1)
        expect((await world.sweep()).notified).toBe(1)
      }
    }
    expect(world.requests).toHaveLength(ATTEMPTS_MAX)
    expect(new Set(world.requests.map(({ body }) => body)).size).toBe(1)
    expect(new Set(world.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const times = world.requests.map(({ headers }) => Number(headers['webhook-timestamp']))
    const gaps = times.slice(1).map((at, i) => at - times[i]!)
    const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [i, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(schedule[i]!)
      // Jitter, and the minute until the next sweep.
      expect(gap).toBeLessThanOrEqual(schedule[i]! * 1.1 + 75)
    }
    expect((await world.row(job)).webhook).toMatchObject({ state: 'failed', attempts: ATTEMPTS_MAX, last_status: 503 })
    world.clock.advance(HOUR_MS)
    expect((await world.sweep()).notified).toBe(0)
  })

  it('repeats after a request without a response, and keeps the status of the last response', async () => {
    const world = webhookWorld(table)
    const job = await world.ended()
    world.behave({ status: 500 })
    await world.publishEnd(job)
    await world.drain()
    world.behave('silence')
    world.clock.advance(6_000)
    await world.drain()
    expect((await world.row(job)).webhook).toMatchObject({ state: 'pending', attempts: 2, last_status: 500 })
  })

  it('fails without a retry after status 410, and for a name in a private network', async () => {
    for (const behavior of [{ status: 410 }, new BlockedUrl('resolves to a private or reserved address')]) {
      const world = webhookWorld(table)
      const job = await world.ended()
      world.behave(behavior)
      await world.publishEnd(job)
      await world.drain()
      expect((await world.row(job)).webhook).toMatchObject({ state: 'failed', attempts: 1 })
      world.clock.advance(HOUR_MS)
      expect((await world.sweep()).notified).toBe(0)
    }
  })

  it('never reaches a name that resolves to this machine or to another private address', async () => {
    let reachedCount = 0
    const server = createServer((_request, response) => {
      reachedCount++
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]']) {
      for (const scheme of ['http', 'https']) {
        const world = webhookWorld(table, guardedFetch)
        // Past the check of the request, like a name whose address changed afterwards.
        const webhook = newWebhook(`${scheme}://${host}:${port}/hook`, 'https://images.example')
        const job = await world.ended('completed', { webhook })
        await world.publishEnd(job)
        await world.drain()
        expect((await world.row(job)).webhook).toMatchObject({ state: 'failed', attempts: 1 })
      }
    }
    await new Promise((resolve) => server.close(resolve))
    expect(reachedCount).toBe(0)
  })

  it.each([301, 302, 307, 400, 404, 418, 500])('follows no redirect and stays pending: %i', async (status) => {
    const world = webhookWorld(table)
    const job = await world.ended()
    world.behave({ status, headers: { location: 'https://elsewhere.example/' } })
    await world.publishEnd(job)
    await world.drain()
    expect((await world.row(job)).webhook).toMatchObject({ state: 'pending', attempts: 1, last_status: status })
    expect(world.requests).toHaveLength(1)
  })

  it.each([
    ['600', 600],
    ['Fri, 20 Nov 2026 12:20:00 GMT', 1_200],
    // A shorter or invalid time counts as the first delay of the schedule: 5 seconds and jitter.
    ['1', 6],
    ['soon', 6],
    ['999999999', 86_400],
  ])('waits as long as Retry-After: %s requires, up to a day', async (header, seconds) => {
    const world = webhookWorld(table)
    const job = await world.ended()
    world.behave({ status: 429, headers: { 'retry-after': header } })
    await world.publishEnd(job)
    await world.drain()
    const next = new Date((await world.row(job)).webhook?.next_attempt_at ?? 0).getTime()
    expect((next - world.clock.now().getTime()) / 1000).toBe(seconds)
  })

  it('never reaches the receiver of a deleted job', async () => {
    const world = webhookWorld(table)
    const job = await world.ended()
    await world.publishEnd(job)
    await world.jobs.softDelete(keyOf(job))
    await world.drain()
    world.clock.advance(HOUR_MS)
    await world.sweep()
    await world.drain()
    expect(world.requests).toEqual([])
  })

  it('causes no message for a job without webhook_url', async () => {
    const world = webhookWorld(table)
    const { webhook: _, ...plain } = jobRow()
    const job = await world.ended('completed', { ...plain, webhook: undefined, state: 'encoding' } as never)
    await world.publishEnd(job)
    expect(world.messages).toEqual([])
  })
})

describe('a webhook survives', () => {
  it('the loss of its message: the sweeper sends it after a minute, and not again while that one is in progress', async () => {
    const world = webhookWorld(table)
    const job = await world.ended()
    await world.publishEnd(job).then(() => world.messages.splice(0))
    world.clock.advance(MINUTE_MS)
    expect((await world.sweep()).notified).toBe(0)
    world.clock.advance(1)
    expect((await world.sweep()).notified).toBe(1)
    world.clock.advance(MINUTE_MS)
    expect((await world.sweep()).notified).toBe(0)
    await world.drain()
    expect(world.requests).toHaveLength(1)
    expect((await world.row(job)).webhook?.state).toBe('delivered')
  })

  it('the death of the worker that ended the job: the sweeper publishes the end after half a minute, which sends it', async () => {
    const world = webhookWorld(table)
    const job = await world.ended()
    world.clock.advance(MINUTE_MS / 2)
    expect(await world.sweep()).toMatchObject({ published: 0, notified: 0 })
    world.clock.advance(1)
    expect(await world.sweep()).toMatchObject({ published: 1, notified: 0 })
    await world.drain()
    expect(world.requests).toHaveLength(1)
    expect((await world.row(job)).webhook?.state).toBe('delivered')
  })

  it('a duplicate event: the receiver gets it once', async () => {
    const world = webhookWorld(table)
    const job = await world.ended()
    await world.publishEnd(job)
    await world.drain()
    await world.publishEvents([...world.busEvents])
    expect(await world.drain()).toBe(1)
    expect(world.requests).toHaveLength(1)
  })

  for (const moment of MOMENTS) {
    it(`the death of its sender at any call (${moment}): it arrives at least once, and always as the same event`, async () => {
      const counting = crashPoint(Number.POSITIVE_INFINITY, 'before')
      const undisturbed = webhookWorld(table)
      await undisturbed.publishEnd(await undisturbed.ended())
      await undisturbed.drain(counting)
      expect(counting.calls).toBeGreaterThan(3)
      for (let at = 0; at < counting.calls; at++) {
        const world = webhookWorld(table)
        const job = await world.ended()
        await world.publishEnd(job)
        await world.drain(crashPoint(at, moment)).catch(() => undefined)
        for (let i = 0; i < 10 && (await world.row(job)).webhook?.state === 'pending'; i++) {
          world.clock.advance(2 * MINUTE_MS)
          await world.sweep()
          await world.drain()
        }
        expect((await world.row(job)).webhook?.state, `${moment} ${at}`).toBe('delivered')
        expect(world.requests.length, `${moment} ${at}`).toBeGreaterThanOrEqual(1)
        expect(world.requests.length, `${moment} ${at}`).toBeLessThanOrEqual(2)
        expect(new Set(world.requests.map(({ body }) => body)).size).toBe(1)
      }
    })
  }

  it('the death of its sender after every request: it ends as failed, and the sweeper stops checking it', async () => {
    const world = webhookWorld(table)
    const job = await world.ended()
    for (let i = 0; i <= ATTEMPTS_MAX; i++) {
      // Dies at the call after the request, which would store its result.
      await world
        .deliver(crashPoint(3, 'before'))(keyOf(job))
        .catch(() => undefined)
      world.clock.advance(3 * MINUTE_MS)
    }
    expect((await world.row(job)).webhook).toMatchObject({ state: 'failed', attempts: ATTEMPTS_MAX })
    expect((await world.sweep()).notified).toBe(0)
  })
})

describe('other due actions', () => {
  it('the source is removed 24 hours after the end although a webhook is being retried; the job expires later', async () => {
    const world = webhookWorld(table)
    const { settings, ...rest } = jobRow()
    const key = inputKey(rest.job_id, 'source')
    const job = await world.ended('completed', { job_id: rest.job_id, settings: { ...settings, source_key: key } })
    await world.bucket.put(key, new Uint8Array(1), { contentType: 'image/png' })
    world.behave({ status: 500 })
    await world.publishEnd(job)
    world.clock.advance(1)
    let removedAt = 0
    for (let elapsed = 0; elapsed < 30 * HOUR_MS && !removedAt; elapsed += HOUR_MS) {
      await world.drain()
      if ((await world.sweep()).inputs_removed > 0) removedAt = elapsed
      world.clock.advance(HOUR_MS)
    }
    expect(removedAt / HOUR_MS).toBe(24)
    expect(await world.bucket.read(key)).toBeUndefined()
    world.behave({ status: 200 })
    for (let elapsed = 0; elapsed < 30 * HOUR_MS; elapsed += HOUR_MS) {
      world.clock.advance(HOUR_MS)
      expect((await world.sweep()).inputs_removed).toBe(0)
      await world.drain()
    }
    expect((await world.row(job)).webhook?.state).toBe('delivered')
    world.clock.advance(31 * 24 * HOUR_MS)
    expect((await world.sweep()).expired).toBe(1)
  })
})
