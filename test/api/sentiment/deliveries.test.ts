import { createHash, createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { advance, advanceAsleep, endOutages, killAt } from '../../support/control.ts'
import { type IngestReceiver, startIngest } from '../../support/ingest-receiver.ts'
import { about, createMonitor, endMonitors, newOwner, type Owner } from '../../support/monitors.ts'

const MINUTE = 60_000

interface Cycles {
  readonly nextRun: string | null
  readonly endpoint: { readonly state: string; readonly failures: number; readonly openUntil: string | null }
  readonly platforms: readonly {
    readonly platform: string
    readonly source: string
    readonly lastCycle: string | null
  }[]
  readonly cycles: readonly {
    readonly cycleId: string
    readonly counts: { readonly events: number }
    readonly accepted: number
    readonly dead: number
  }[]
  readonly nextCursor: string | null
}
interface Batches {
  readonly batches: readonly {
    readonly batchId: string
    readonly events: number
    readonly attempts: number
    readonly lastStatus: number | null
  }[]
}

const cyclesOf = (owner: Owner, query = '') => about<Cycles>(owner, 'GET', `/cycles${query}`, 'listSentimentCycles')
const batchesOf = (owner: Owner, query = '') => about<Batches>(owner, 'GET', `/batches${query}`, 'listSentimentBatches')

/** This many runs of the schedule, and the five minutes over which the cycles of each are spread. */
const cycles = (count: number) => advance(count * 15 * MINUTE + 5 * MINUTE + 1_000)

let ingest: IngestReceiver
beforeAll(async () => {
  ingest = await startIngest()
})
afterAll(() => ingest.close())
afterEach(async () => {
  await endOutages()
  await endMonitors()
})

describe('a monitor at work', () => {
  verifies(
    ['SEN-2.5-2', 'SEN-4.4-1', 'SEN-5-2'],
    'its endpoint is sent each mention as an event, signed, with the manifest of each cycle last',
    async () => {
      const owner = await newOwner()
      const { body } = await createMonitor(owner, ingest.url)
      await cycles(3)
      const own = ingest.received.filter(({ body: { data } }) => data.tenantId === owner.tenant)
      const batches = own.filter(({ body: { type } }) => type === 'sentiment.batch')
      expect(batches.length).toBeGreaterThan(0)
      for (const { headers, text, body: sent } of own) {
        const id = headers['webhook-id']
        const signed = `${id}.${headers['webhook-timestamp']}.${text}`
        const key = Buffer.from(body.signingSecret.slice('whsec_'.length), 'base64')
        expect(headers['content-digest']).toBe(`sha-256=:${createHash('sha256').update(text).digest('base64')}:`)
        if (sent.type === 'sentiment.test') continue
        expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
        expect(headers.authorization).toBe('Bearer ingest-token-of-acme')
      }
      const events = batches.flatMap(({ body: { data } }) => data.events ?? [])
      expect(batches.every(({ body: { data } }) => (data.events ?? []).length <= 100)).toBe(true)
      expect(events[0]).toMatchObject({ tenantId: owner.tenant, platform: 'microblog', source: 'made-up' })
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
      const manifests = own.filter(({ body: { type } }) => type === 'sentiment.manifest')
      const told = manifests.reduce((sum, { body: { data } }) => sum + (data.counts?.events ?? 0), 0)
      expect([told, new Set(events.map(({ eventId }) => eventId)).size]).toEqual([events.length, events.length])
      const named = new Set(manifests.flatMap(({ body: { data } }) => data.batches ?? []))
      expect(named).toEqual(new Set(batches.map(({ headers }) => String(headers['webhook-id']))))
    },
  )

  test('listSentimentCycles 200: the next run, platforms, endpoint and cycles, newest first, page by page', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    await cycles(3)
    const first = (await cyclesOf(owner, '?limit=1')).body
    expect(first).toMatchObject({
      endpoint: { state: 'closed', failures: 0, openUntil: null },
      platforms: [{ platform: 'microblog', source: 'made-up', lastCycle: first.cycles[0]?.cycleId }],
    })
    expect(Date.parse(String(first.nextRun))).toBeGreaterThan(Date.parse(String(first.cycles[0]?.cycleId)))
    const rest = (await cyclesOf(owner, `?cursor=${first.nextCursor}`)).body
    const all = [...first.cycles, ...rest.cycles]
    expect(all.length).toBeGreaterThan(1)
    expect(all.map(({ cycleId }) => cycleId)).toEqual(
      all
        .map(({ cycleId }) => cycleId)
        .toSorted()
        .reverse(),
    )
    expect(all.every(({ counts, accepted }) => counts.events === accepted)).toBe(true)
    expect((await cyclesOf(owner, '?cursor=x')).status).toBe(400)
    await about(owner, 'PATCH', '', 'changeSentimentMonitor', { enabled: false })
    expect((await cyclesOf(owner)).body.nextRun).toBeNull()
  })

  test('paused, nothing is asked and nothing is sent', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    await about(owner, 'PATCH', '', 'changeSentimentMonitor', { enabled: false })
    await cycles(1)
    const own = ingest.received.filter(
      ({ body: { type, data } }) => data.tenantId === owner.tenant && type !== 'sentiment.test',
    )
    expect([own, (await cyclesOf(owner)).body.cycles]).toEqual([[], []])
  })

  test('bodyFormat bare sends the array of events alone, and no manifest', async () => {
    const own = await startIngest()
    const owner = await newOwner()
    await createMonitor(owner, own.url, { bodyFormat: 'bare', mentionIdMode: 'hashed' })
    await cycles(3)
    const arrays = own.received.slice(1).map(({ text }) => JSON.parse(text) as { mentionId: string }[])
    expect(arrays.length).toBeGreaterThan(0)
    expect(
      arrays.every((each) => Array.isArray(each) && each.every(({ mentionId }) => /^[\w-]{43}$/.test(mentionId))),
    ).toBe(true)
    await own.close()
  })

  test('a worker that dies is followed by another, and no event is lost or told twice', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    await killAt('sentiment-collect', 'before')
    await killAt('sentiment-deliver', 'after')
    await cycles(4)
    const own = ingest.batches().filter(({ body: { data } }) => data.tenantId === owner.tenant)
    const ids = own.flatMap(({ body: { data } }) => (data.events ?? []).map(({ eventId }) => eventId))
    const { cycles: ended } = (await cyclesOf(owner)).body
    const events = ended.reduce((sum, { counts }) => sum + counts.events, 0)
    expect([new Set(ids).size, ended.reduce((sum, { accepted }) => sum + accepted, 0)]).toEqual([events, events])
  })
})

describe('an endpoint that is down', () => {
  test('its circuit opens, batches wait, die after a day, and are sent again when they are driven', async () => {
    const own = await startIngest(503)
    const owner = await newOwner()
    await createMonitor(owner, own.url)
    await cycles(3)
    const waiting = (await batchesOf(owner, '?state=pending')).body.batches
    expect(waiting[0]).toMatchObject({ lastStatus: 503, nextAttemptAt: expect.any(String) })
    await cycles(3)
    expect((await cyclesOf(owner)).body.endpoint).toMatchObject({ state: 'open', openUntil: expect.any(String) })
    // Paused for a day: one of further cycles would show nothing more, and cost most of this test.
    const change = (enabled: boolean) => about(owner, 'PATCH', '', 'changeSentimentMonitor', { enabled })
    expect((await change(false)).status).toBe(200)
    await advanceAsleep(32 * 60 * MINUTE)
    expect((await change(true)).status).toBe(200)
    await advance(MINUTE)
    const dead = (await batchesOf(owner)).body.batches
    expect(dead.length).toBeGreaterThan(0)
    expect((await cyclesOf(owner, '?limit=100')).body.cycles.some(({ dead: given }) => given > 0)).toBe(true)
    own.answer.status = 204
    const { status, body } = await about<{ redriven: number }>(owner, 'POST', '/redrive', 'redriveSentimentBatches', {})
    expect([status, body.redriven >= dead.length]).toEqual([202, true])
    await cycles(1)
    expect((await batchesOf(owner)).body.batches).toEqual([])
    const accepted = new Set(own.received.map(({ headers }) => headers['webhook-id']))
    expect(dead.every(({ batchId }) => accepted.has(batchId))).toBe(true)
    await own.close()
  })

  test.each([302, 307])('a redirect (%i) is a failure, and nobody goes where it leads', async (status) => {
    const [own, elsewhere] = await Promise.all([startIngest(status), startIngest()])
    own.answer.location = elsewhere.url
    const owner = await newOwner()
    await createMonitor(owner, own.url)
    for (let i = 0; i < 3 && own.batches().length === 0; i++) await cycles(1)
    const { batches } = (await batchesOf(owner, '?state=pending')).body
    expect(batches.length).toBeGreaterThan(0)
    expect(batches[0]).toMatchObject({ lastStatus: status, nextAttemptAt: expect.any(String) })
    const { endpoint, cycles: ended } = (await cyclesOf(owner)).body
    expect(endpoint.failures).toBeGreaterThan(0)
    expect(ended.every(({ accepted }) => accepted === 0)).toBe(true)
    expect(elsewhere.received).toEqual([])
    await Promise.all([own.close(), elsewhere.close()])
  })
})
