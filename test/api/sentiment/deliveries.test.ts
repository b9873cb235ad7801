import { createHash, createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { atLaterTime, endOutages, killAt, runFunction } from '../../support/control.ts'
import { type IngestReceiver, startIngest } from '../../support/ingest-receiver.ts'
import { callMonitor, createMonitor, deleteMonitors, newOwner, type Owner } from '../../support/monitors.ts'
import {
  batchesOf,
  collect,
  cycleAfter,
  cyclesOf,
  HOUR_MS,
  pendingOf,
  sendDueBatches,
  waitUntilDelivered,
} from './cycles-world.ts'

const MINUTE_MS = 60_000

const changeEnabled = (owner: Owner, enabled: boolean) =>
  callMonitor(owner, 'PATCH', '', 'changeSentimentMonitor', { enabled })

let ingest: IngestReceiver
beforeAll(async () => {
  ingest = await startIngest()
})
afterAll(() => ingest.close())
afterEach(async () => {
  await endOutages()
  await deleteMonitors()
})

describe('an active sentiment monitor', () => {
  verifies(
    ['SEN-2.5-2', 'SEN-4.4-1', 'SEN-5-2'],
    'sends each mention as a signed event, and the manifest of each cycle after its batches',
    async () => {
      const owner = await newOwner()
      const { body } = await createMonitor(owner, ingest.url)
      await cycleAfter(3, owner)
      await cycleAfter(4, owner)
      const ownRequests = ingest.received.filter(({ body: { data } }) => data.tenantId === owner.tenant)
      const batches = ownRequests.filter(({ body: { type } }) => type === 'sentiment.batch')
      expect(batches.length).toBeGreaterThan(0)
      for (const { headers, text, body: batch } of ownRequests) {
        const id = headers['webhook-id']
        const signed = `${id}.${headers['webhook-timestamp']}.${text}`
        const key = Buffer.from(body.signingSecret.slice('whsec_'.length), 'base64')
        expect(headers['content-digest']).toBe(`sha-256=:${createHash('sha256').update(text).digest('base64')}:`)
        if (batch.type === 'sentiment.test') continue
        expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
        expect(headers.authorization).toBe('Bearer ingest-token-of-acme')
      }
      const events = batches.flatMap(({ body: { data } }) => data.events ?? [])
      expect(batches.every(({ body: { data } }) => (data.events ?? []).length <= 100)).toBe(true)
      expect(events[0]).toMatchObject({ tenantId: owner.tenant, platform: 'microblog', source: 'simulated' })
      expect(Object.keys(events[0] ?? {}).sort()).toEqual(
        [
          'tenantId',
          'platform',
          'mentionId',
          'timestamp',
          'sentiment',
          'metadata',
          'eventId',
          'source',
          'scorer',
        ].sort(),
      )
      const manifests = ownRequests.filter(({ body: { type } }) => type === 'sentiment.manifest')
      const eventCount = manifests.reduce((sum, { body: { data } }) => sum + (data.counts?.events ?? 0), 0)
      expect([eventCount, new Set(events.map(({ eventId }) => eventId)).size]).toEqual([events.length, events.length])
      const batchIds = new Set(manifests.flatMap(({ body: { data } }) => data.batches ?? []))
      expect(batchIds).toEqual(new Set(batches.map(({ headers }) => String(headers['webhook-id']))))
    },
  )

  test('listSentimentCycles returns 200 with the next run, platforms, endpoint and cycles, newest first, page by page', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    await cycleAfter(1, owner)
    await cycleAfter(2, owner)
    await atLaterTime(2 * HOUR_MS, async () => {
      const first = (await cyclesOf(owner, '?limit=1')).body
      expect(first).toMatchObject({
        endpoint: { state: 'closed', failures: 0, openUntil: null },
        platforms: [{ platform: 'microblog', source: 'simulated', lastCycle: first.cycles[0]?.cycleId }],
      })
      expect(Date.parse(String(first.nextRun))).toBeGreaterThan(Date.parse(String(first.cycles[0]?.cycleId)))
      const rest = (await cyclesOf(owner, `?cursor=${first.nextCursor}`)).body
      const all = [...first.cycles, ...rest.cycles]
      expect([all.length, rest.nextCursor]).toEqual([2, null])
      const ids = all.map(({ cycleId }) => cycleId)
      expect(ids).toEqual(ids.toSorted().reverse())
      expect(all.every(({ counts, accepted }) => counts.events === accepted)).toBe(true)
    })
    expect((await cyclesOf(owner, '?cursor=x')).status).toBe(400)
    await changeEnabled(owner, false)
    expect((await cyclesOf(owner)).body.nextRun).toBeNull()
  })

  test('starts no cycle and sends nothing while it is paused', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    const requested = async () => ((await runFunction('sentiment-dispatch')) as { messages: number }).messages
    const before = await requested()
    await changeEnabled(owner, false)
    expect(await requested()).toBe(before - 1)
    await cycleAfter(3, owner)
    const ownRequests = ingest.received.filter(
      ({ body: { type, data } }) => data.tenantId === owner.tenant && type !== 'sentiment.test',
    )
    expect([ownRequests, (await cyclesOf(owner)).body.cycles]).toEqual([[], []])
  })

  test('sends arrays of events without a manifest if bodyFormat is bare', async () => {
    const ownIngest = await startIngest()
    const owner = await newOwner()
    await createMonitor(owner, ownIngest.url, { bodyFormat: 'bare', mentionIdMode: 'hashed' })
    await cycleAfter(3, owner)
    // The first request is the test event of the creation.
    const arrays = ownIngest.received.slice(1).map(({ text }) => JSON.parse(text) as { mentionId: string }[])
    expect(arrays.length).toBeGreaterThan(0)
    expect(
      arrays.every((each) => Array.isArray(each) && each.every(({ mentionId }) => /^[\w-]{43}$/.test(mentionId))),
    ).toBe(true)
    await ownIngest.close()
  })

  test('sends every event under one id after a collector and a delivery worker crash', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    await killAt('sentiment-collect', 'before')
    await killAt('sentiment-deliver', 'after')
    await expect(cycleAfter(3, owner)).rejects.toThrow()
    await cycleAfter(3, owner)
    await atLaterTime(3.5 * HOUR_MS, () => sendDueBatches(owner))
    const ownBatches = ingest.batches().filter(({ body: { data } }) => data.tenantId === owner.tenant)
    const ids = ownBatches.flatMap(({ body: { data } }) => (data.events ?? []).map(({ eventId }) => eventId))
    const { cycles: ended } = (await cyclesOf(owner)).body
    const events = ended.reduce((sum, { counts }) => sum + counts.events, 0)
    expect([new Set(ids).size, ended.reduce((sum, { accepted }) => sum + accepted, 0)]).toEqual([events, events])
  })
})

describe('an unavailable endpoint', () => {
  /** Waits up to 20 seconds until the first pending batch was attempted with the given status. */
  const waitUntilAttempted = (owner: Owner, lastStatus: number) =>
    vi.waitFor(
      async () => {
        const pendingBatches = await pendingOf(owner)
        expect(pendingBatches.length).toBeGreaterThan(0)
        expect(pendingBatches[0]).toMatchObject({ lastStatus, nextAttemptAt: expect.any(String) })
      },
      { timeout: 20_000 },
    )

  /**
   * Runs the delivery at a time until the check succeeds. A run sends nothing while another run is active, so it is
   * repeated.
   */
  const deliverUntil = (afterMs: number, owner: Owner, check: () => Promise<void>) =>
    atLaterTime(afterMs, () =>
      vi.waitFor(
        async () => {
          await sendDueBatches(owner)
          await check()
        },
        { timeout: 20_000 },
      ),
    )

  test('opens its circuit, and its batches become dead after a day and are sent after a redrive', async () => {
    const ownIngest = await startIngest(503)
    const owner = await newOwner()
    await createMonitor(owner, ownIngest.url)
    const firstCycle = 3 * HOUR_MS
    const aDayLater = 28 * HOUR_MS
    await atLaterTime(firstCycle, async () => {
      await collect(owner)
      await waitUntilAttempted(owner, 503)
    })
    const failures = async () => (await cyclesOf(owner)).body.endpoint.failures
    const before = await failures()
    await deliverUntil(firstCycle + MINUTE_MS, owner, async () => expect(await failures()).toBeGreaterThan(before))
    await deliverUntil(firstCycle + 10 * MINUTE_MS, owner, async () =>
      expect((await cyclesOf(owner)).body.endpoint).toMatchObject({ state: 'open', openUntil: expect.any(String) }),
    )
    await deliverUntil(aDayLater, owner, async () => expect(await pendingOf(owner)).toEqual([]))
    const dead = (await batchesOf(owner)).body.batches
    expect(dead.length).toBeGreaterThan(0)
    expect((await cyclesOf(owner)).body.cycles.some(({ dead: deadCount }) => deadCount > 0)).toBe(true)
    ownIngest.answer.status = 204
    await atLaterTime(aDayLater, async () => {
      const { status, body } = await callMonitor<{ redriven: number }>(
        owner,
        'POST',
        '/redrive',
        'redriveSentimentBatches',
        {},
      )
      expect([status, body.redriven]).toEqual([202, dead.length])
      await waitUntilDelivered(owner)
    })
    expect((await batchesOf(owner)).body.batches).toEqual([])
    const accepted = new Set(ownIngest.received.map(({ headers }) => headers['webhook-id']))
    expect(dead.every(({ batchId }) => accepted.has(batchId))).toBe(true)
    await ownIngest.close()
  })

  test.each([302, 307])('does not follow a redirect (%i), which counts as a failure', async (status) => {
    const [ownIngest, elsewhere] = await Promise.all([startIngest(status), startIngest()])
    ownIngest.answer.location = elsewhere.url
    const owner = await newOwner()
    await createMonitor(owner, ownIngest.url)
    await atLaterTime(3 * HOUR_MS, async () => {
      await collect(owner)
      await waitUntilAttempted(owner, status)
    })
    const { endpoint, cycles: ended } = (await cyclesOf(owner)).body
    expect(endpoint.failures).toBeGreaterThan(0)
    expect(ended.map(({ accepted }) => accepted)).toEqual([0])
    expect(elsewhere.received).toEqual([])
    await Promise.all([ownIngest.close(), elsewhere.close()])
  })
})
