import { BadClientDocument, clients } from '@signet/identity/oauth'
import { BlockedUrl, type GuardedFetch, type GuardedResponse, newUuid } from '@signet/kernel'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const ID = 'https://client.example/oauth/client.json'
const GOOD = { client_id: ID, client_name: 'Client', redirect_uris: ['https://client.example/cb'] }
const DAY_MS = 86_400_000

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const answerOf = (body: unknown, more: Partial<GuardedResponse> = {}): GuardedResponse => ({
  status: 200,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ...more,
})

const over = (fetch: GuardedFetch, allowsLoopback = false) =>
  clients({ db: world.db, table: TABLE, now: () => new Date(at), newId: newUuid, fetch, allowsLoopback })

/** A site with these responses, and its number of requests. */
const site = (answer: () => GuardedResponse) => {
  const requests: Parameters<GuardedFetch>[] = []
  const fetch: GuardedFetch = async (...request) => {
    requests.push(request)
    return answer()
  }
  return { requests, find: (id: string) => over(fetch).find(id) }
}

describe('metadata documents', () => {
  it('describe a client; a home page requires the domain of the document', async () => {
    const id = `${ID}?1`
    const { find, requests } = site(() =>
      answerOf({ ...GOOD, client_id: id, client_uri: 'https://client.example/', x: 1 }),
    )
    expect(await find(id)).toEqual({
      clientId: id,
      kind: 'document',
      name: 'Client',
      home: 'https://client.example/',
      redirectUris: ['https://client.example/cb'],
    })
    expect(requests[0]?.[1]).toMatchObject({ maxBytes: 5_120, timeoutMs: 2_000, allowAddresses: [] })
  })

  it.each([
    ['another id', { ...GOOD, client_id: 'https://other.example/client.json' }],
    ['no redirect URI', { ...GOOD, redirect_uris: [] }],
    ['no redirect URI that may be used', { ...GOOD, redirect_uris: ['http://client.example/cb', 'javascript:1'] }],
    ['a secret', { ...GOOD, client_secret: 's' }],
    ['a method with a secret', { ...GOOD, token_endpoint_auth_method: 'client_secret_post' }],
    ['no JSON', '<html>'],
    ['a list', [GOOD]],
  ])('with %s are ignored, and fetched again', async (_what, body) => {
    const { find, requests } = site(() => answerOf(body))
    await expect(find(ID)).rejects.toThrow(BadClientDocument)
    await expect(find(ID)).rejects.toThrow(BadClientDocument)
    expect(requests).toHaveLength(2)
  })

  it.each([301, 302, 204, 404, 500])('with status %i are ignored: redirects are not followed', async (status) => {
    const headers = { location: 'https://client.example/elsewhere' }
    const { find, requests } = site(() => answerOf(GOOD, { status, headers }))
    await expect(find(ID)).rejects.toThrow(`${status}`)
    expect(requests).toHaveLength(1)
  })

  it('stay cached as long as their response says, from a minute to a day', async () => {
    const cases = [
      ['no-store', 60],
      ['max-age=5', 60],
      ['public, max-age=600', 600],
      ['max-age=99999999', 86_400],
      ['', 3_600],
    ] as const
    for (const [control, seconds] of cases) {
      const id = `${ID}?kept=${encodeURIComponent(control)}`
      const { find, requests } = site(() =>
        answerOf({ ...GOOD, client_id: id }, { headers: { 'cache-control': control } }),
      )
      await find(id)
      at += (seconds - 1) * 1000
      await find(id)
      expect([control, requests.length]).toEqual([control, 1])
      at += 1000
      await find(id)
      expect([control, requests.length]).toEqual([control, 2])
    }
  })

  it('have only https URLs with a path alone', async () => {
    const { find, requests } = site(() => answerOf(GOOD))
    const ids = [
      ...[
        'http://client.example/client.json',
        'https://client.example',
        'https://client.example/',
        'ftp://client.example/x',
      ],
      ...[
        'https://u@client.example/x',
        'https://client.example/x#y',
        'https://client.example/a/../x',
        'https://CLIENT.example/x',
      ],
      ...[
        'https://client.example/\\x',
        'https://client.example/x y',
        'http://127.0.0.1/client.json',
        `${ID}?${'x'.repeat(500)}`,
      ],
    ]
    for (const id of ids) expect([id, await find(id)]).toEqual([id, undefined])
    expect(requests).toEqual([])
  })

  it('cause at most ten fetches at a time, so that slow sites leave capacity for other calls', async () => {
    const opened: (() => void)[] = []
    const answering = (id: string) => answerOf({ ...GOOD, client_id: id })
    const trickling = over((id) => new Promise((resolve) => opened.push(() => resolve(answering(id)))))
    const fetches = Array.from({ length: 10 }, (_, i) => trickling.find(`${ID}?trickled=${i}`))
    await expect.poll(() => opened.length).toBe(10)
    const other = over(async (id) => answering(id))
    await expect(other.find(`${ID}?eleventh`)).rejects.toMatchObject({ code: 'unavailable' })
    for (const open of opened) open()
    expect((await Promise.all(fetches)).map((client) => client?.name)).toEqual(Array(10).fill('Client'))
    expect(await other.find(`${ID}?eleventh`)).toMatchObject({ name: 'Client' })
  })

  it('can be fetched again after the runs that held every slot have died', async () => {
    const never = over(() => new Promise(() => undefined))
    for (let i = 0; i < 10; i++) void never.find(`${ID}?dead=${i}`)
    const other = over(async (id) => answerOf({ ...GOOD, client_id: id }))
    const found = () => other.find(`${ID}?after`).catch(({ code }) => code)
    await expect.poll(found).toBe('unavailable')
    at += 3_000
    expect(await found()).toMatchObject({ name: 'Client' })
  })

  it('never cause a request to a private network, whatever its name (SSRF)', async () => {
    const { find } = over(guardedFetch)
    const hosts = ['127.0.0.1', '169.254.169.254', '10.0.0.1', '[::1]', '[fd00::1]', '[::ffff:a9fe:a9fe]', 'localhost']
    for (const host of hosts) {
      const error = await find(`https://${host}/latest/meta-data`).catch((thrown: unknown) => thrown)
      expect([host, error instanceof BadClientDocument]).toEqual([host, true])
      expect([host, (error as Error).cause instanceof BlockedUrl]).toEqual([host, true])
    }
  })
})

describe('registered clients', () => {
  const nothing = () =>
    over(async () => {
      throw new Error('Documents of registered clients must not be fetched')
    })

  it('expire after 90 days without use; use extends them', async () => {
    const { register, find, mayExist } = nothing()
    const { client } = await register({ redirectUris: ['https://a.example/cb'], name: 'A' })
    expect(client.clientId).toMatch(/^[\da-f-]{36}$/)
    at += 45 * DAY_MS
    expect(await find(client.clientId)).toEqual(client)
    at += 89 * DAY_MS
    expect(await mayExist(client.clientId)).toBe(true)
    at += DAY_MS
    expect([await mayExist(client.clientId), await find(client.clientId)]).toEqual([false, undefined])
  })

  it('do not exist under an id that was never issued', async () => {
    const { find, mayExist } = nothing()
    for (const id of ['', 'x', '#', '../..', 'x'.repeat(36)]) {
      expect([id, await find(id), await mayExist(id)]).toEqual([id, undefined, false])
    }
  })
})
