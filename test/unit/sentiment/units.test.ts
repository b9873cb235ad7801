import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engagementOf, roundFollowers, sentimentEvent } from '../../../lambdas/sentiment/collect/collect-cycle.ts'
import { afterFailure, CLOSED_CIRCUIT, isOpen, isProbing } from '../../../lambdas/sentiment/deliver/circuit.ts'
import { ingestEndpointErrors } from '../../../lambdas/sentiment/deliver/ingest-endpoint.ts'
import { delayOf, dispatchCycles, SPREAD_SECONDS } from '../../../lambdas/sentiment/dispatch/dispatch-cycles.ts'
import { withInputs } from '../../../lambdas/sentiment/monitors/credential-store.ts'
import { tenantKey } from '../../../lambdas/sentiment/monitors/tenant-key.ts'
import { NO_COUNTS } from '../../../lambdas/sentiment/platforms/mention.ts'
import { simulatedSource } from '../../../lambdas/sentiment/platforms/sample-source.ts'
import { verifies } from '../../spec/verifies.ts'
import { monitor, openWorld, START, type World } from './sentiment-world.ts'

const MINUTE = 60_000
const log = { info: () => {} } as never

describe('the endpoint check outside local development', () => {
  test.each([
    ...['http://example.com/', 'https://user:pw@example.com/', 'https://169.254.169.254/', 'https://[fe80::1]/'],
    ...[
      'https://2130706433/',
      'https://0x7f.1/',
      'https://127.1/',
      'https://①②⑦.⓪.⓪.①/',
      'https://[::ffff:127.0.0.1]/',
    ],
    ...['https://localhost/', 'https://[::1]/', 'https://example.com:80/', 'https://example.com:9001/'],
    ...['https://93.184.216.34/', 'https://metadata.google.internal/', 'https://printer.lan/', 'not a url'],
  ])('rejects %s', (url) => {
    expect(ingestEndpointErrors(url, { allowsLoopback: false })[0]?.field).toBe('ingestEndpoint')
  })

  test.each(['https://in.acme.example/hook?x=1', 'https://in.acme.example:8443/'])('accepts %s', (url) => {
    expect(ingestEndpointErrors(url, { allowsLoopback: false })).toEqual([])
  })
})

describe('sentiment events', () => {
  const key = tenantKey('pepper', { org: 'o', tenant: 'acme' })
  const mention = { id: 'at://did:plc:x/1', revision: '1', at: START, authorFollowers: 12_345, counts: NO_COUNTS }
  const eventWith = ({
    mentionIdMode = 'raw',
    idsIdentifyAuthors = false,
    revision = '1',
  }: {
    mentionIdMode?: 'raw' | 'hashed'
    idsIdentifyAuthors?: boolean
    revision?: string
  } = {}) =>
    sentimentEvent(
      {
        key,
        monitor: { tenant: 'acme', mentionIdMode },
        platform: 'social',
        scorer: 's/1',
        source: { name: 'bluesky', idsIdentifyAuthors },
      },
      { ...mention, revision },
      { label: 'POSITIVE', score: 0.9, couldNotScore: false },
    )

  verifies(
    'SEN-2.5-2',
    'have the fields of the specification, and reveal only a rounded number of followers about an author',
    () => {
      expect(eventWith()).toMatchObject({
        tenantId: 'acme',
        platform: 'social',
        mentionId: mention.id,
        timestamp: new Date(START).toISOString(),
        sentiment: { label: 'POSITIVE', score: 0.9 },
        metadata: { authorFollowers: 12_000, engagementScore: 0 },
      })
    },
  )

  test('have hashed mention ids if these identify authors or the tenant requests it, with a key per tenant', () => {
    const hashed = eventWith({ mentionIdMode: 'hashed' }).mentionId
    expect(eventWith({ idsIdentifyAuthors: true }).mentionId).toBe(hashed)
    expect(hashed).not.toContain('did')
    expect(tenantKey('pepper', { org: 'o', tenant: 'other' })).not.toEqual(key)
  })

  test('have a new id for an edited mention, and the same id for an unchanged mention', () => {
    expect(eventWith().eventId).toBe(eventWith({ mentionIdMode: 'hashed', idsIdentifyAuthors: true }).eventId)
    expect(eventWith({ revision: '2' }).eventId).not.toBe(eventWith().eventId)
  })

  test.each([
    [NO_COUNTS, 0],
    [{ likes: 9, replies: 0, reposts: 0, quotes: 0 }, 1],
    [{ likes: 1, replies: 2, reposts: 3, quotes: 4 }, 1.431],
  ])('convert %j to the engagement score %d', (counts, score) => {
    expect(engagementOf(counts)).toBe(score)
  })

  test.each([
    [0, 0],
    [7, 7],
    [1234, 1200],
    [98_765, 99_000],
    [-1, 0],
    [Number.NaN, 0],
  ])('round %d followers to %d', (followers, rounded) => {
    expect(roundFollowers(followers)).toBe(rounded)
  })
})

describe('the delivery circuit', () => {
  const timeAfter = (minutes: number) => new Date(START + minutes * MINUTE)
  const failAt = (circuit: Parameters<typeof afterFailure>[0], minutes: number, status = 503) =>
    afterFailure(circuit, { now: timeAfter(minutes), version: 1, status })

  test('opens for two minutes after five failures, and doubles that after each failed probe, up to six hours', () => {
    let circuit = CLOSED_CIRCUIT
    for (let i = 0; i < 4; i++) circuit = failAt(circuit, i)
    expect(isOpen(circuit, timeAfter(4))).toBe(false)
    circuit = failAt(circuit, 4)
    expect([isOpen(circuit, timeAfter(5)), isOpen(circuit, timeAfter(6)), isProbing(circuit, timeAfter(6))]).toEqual([
      true,
      false,
      true,
    ])
    let minutes = 6
    const waits = []
    for (let i = 0; i < 10; i++) {
      circuit = failAt(circuit, minutes)
      const wait = (Date.parse(String(circuit.open_until)) - timeAfter(minutes).getTime()) / MINUTE
      waits.push(wait)
      minutes += wait
    }
    expect(waits).toEqual([4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
  })

  test('stays disabled after a 410 response or three days without an accepted batch', () => {
    expect(failAt(CLOSED_CIRCUIT, 0, 410).disabled_version).toBe(1)
    const first = failAt(CLOSED_CIRCUIT, 0)
    expect(failAt(first, 3 * 24 * 60 - 1).disabled_version).toBeUndefined()
    expect(failAt(first, 3 * 24 * 60).disabled_version).toBe(1)
  })
})

describe('sentiment cycles', () => {
  test('start for every enabled platform of the stage, at a fixed offset within five minutes', async () => {
    const queuedMessages: { readonly message: object; readonly delaySeconds: number }[] = []
    const listMonitors = async () => [
      { org: 'o', tenant: 'a', stage: 'test', platforms: ['microblog' as const, 'social' as const] },
      { org: 'o', tenant: 'b', stage: 'other', platforms: ['reviews' as const] },
    ]
    const queue = { send: async (all: typeof queuedMessages) => void queuedMessages.push(...all) }
    const run = dispatchCycles({
      monitors: { list: listMonitors },
      queue: queue as never,
      stage: 'test',
      now: () => new Date(START + 1),
      log,
    })
    expect(await run()).toEqual({ cycle: new Date(START).toISOString(), messages: 2 })
    expect(queuedMessages.map(({ message }) => message)).toMatchObject([
      { tenant: 'a', platform: 'microblog' },
      { platform: 'social' },
    ])
    await run()
    expect(queuedMessages[2]).toEqual(queuedMessages[0])
    const delays = Array.from({ length: 500 }, (_, i) => delayOf(`o/${i}/microblog`))
    expect([Math.min(...delays) < 10, Math.max(...delays) > 290, Math.max(...delays) <= SPREAD_SECONDS]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('stored credentials stay unchanged if an update omits them', () => {
    const before = { ingestAuthToken: 't', reviews: { clientId: 'c', clientSecret: 's' } }
    expect(withInputs(before, { reviews: { clientSecret: 'new' } } as never)).toEqual({
      ingestAuthToken: 't',
      reviews: { clientId: 'c', clientSecret: 'new' },
    })
  })

  test('simulated mentions do not depend on the time and the page size of requests', async () => {
    const source = simulatedSource('o/acme', 'microblog')
    const window = { query: 'Acme', from: START, to: START + 6 * 60 * MINUTE }
    const all = (await source.page({ ...window, size: 1_000 })).mentions
    const paged = []
    let next: string | undefined
    do {
      const page = await source.page({ ...window, size: 3, ...(next === undefined ? {} : { next }) })
      paged.push(...page.mentions)
      next = page.next
    } while (next !== undefined)
    expect(all.length).toBeGreaterThan(20)
    expect(paged).toEqual(all)
    expect((await simulatedSource('o/other', 'microblog').page({ ...window, size: 9 })).mentions).not.toEqual(
      all.slice(0, 9),
    )
  })
})

describe('one unavailable endpoint', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      source: () => simulatedSource('o/acme', 'microblog'),
      fetch: (url) =>
        new Promise((resolve, reject) => {
          if (url.includes('dead')) setTimeout(() => reject(new Error('timeout')), 500)
          else resolve({ status: 204, headers: {}, body: Buffer.alloc(0) })
        }),
    })
  })
  afterAll(() => world.close())

  test('does not delay the batches of other tenants', async () => {
    const tenants = Array.from({ length: 8 }, (_, i) => `tenant-${i}`)
    const rows = [
      monitor({ tenant: 'dead', endpoint: 'https://dead.example/' }),
      ...tenants.map((tenant) => monitor({ tenant })),
    ]
    for (const row of rows) await world.monitors.create(row)
    world.clock.at = START + 16 * MINUTE
    for (const row of rows) await world.cycle(row)
    const startedAt = performance.now()
    const durations = await Promise.all(
      rows.map(async (row) => {
        await world.deliver({ org: row.org, tenant: row.tenant })
        return performance.now() - startedAt
      }),
    )
    const [unavailable = 0, ...others] = durations
    expect(unavailable).toBeGreaterThan(490)
    expect(Math.max(...others)).toBeLessThan(unavailable)
    expect((await world.table.rows('BATCH#')).every(({ pk }) => String(pk).endsWith('#dead'))).toBe(true)
  })
})
