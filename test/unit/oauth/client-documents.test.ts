import { BadClientDocument, clients } from '@signet/identity/oauth'
import { BlockedUrl, type GuardedFetch, type GuardedResponse, newUuid } from '@signet/kernel'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const ID = 'https://client.example/oauth/client.json'
const VALID_DOCUMENT = { client_id: ID, client_name: 'Client', redirect_uris: ['https://client.example/cb'] }
const DAY_MS = 86_400_000

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const responseOf = (body: unknown, changes: Partial<GuardedResponse> = {}): GuardedResponse => ({
  status: 200,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ...changes,
})

const clientsWith = (fetch: GuardedFetch, allowsLoopback = false) =>
  clients({ db: world.db, table: TABLE, now: () => new Date(at), newId: newUuid, fetch, allowsLoopback })

/** A site with these responses, and its number of requests. */
const siteWith = (respond: () => GuardedResponse) => {
  const requests: Parameters<GuardedFetch>[] = []
  const fetch: GuardedFetch = async (...request) => {
    requests.push(request)
    return respond()
  }
  return { requests, find: (id: string) => clientsWith(fetch).find(id) }
}

describe('metadata documents', () => {
  it('describe a client; a home page requires the domain of the document', async () => {
    const id = `${ID}?1`
    const { find, requests } = siteWith(() =>
      responseOf({ ...VALID_DOCUMENT, client_id: id, client_uri: 'https://client.example/', x: 1 }),
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
    ['another client ID', { ...VALID_DOCUMENT, client_id: 'https://other.example/client.json' }],
    ['no redirect URI', { ...VALID_DOCUMENT, redirect_uris: [] }],
    [
      'no redirect URI that may be used',
      { ...VALID_DOCUMENT, redirect_uris: ['http://client.example/cb', 'javascript:1'] },
    ],
    ['a secret', { ...VALID_DOCUMENT, client_secret: 's' }],
    ['a method with a secret', { ...VALID_DOCUMENT, token_endpoint_auth_method: 'client_secret_post' }],
    ['no JSON', '<html>'],
    ['a list', [VALID_DOCUMENT]],
  ])('with %s are ignored, and fetched again', async (_what, body) => {
    const { find, requests } = siteWith(() => responseOf(body))
    await expect(find(ID)).rejects.toThrow(BadClientDocument)
    await expect(find(ID)).rejects.toThrow(BadClientDocument)
    expect(requests).toHaveLength(2)
  })

  it.each([301, 302, 204, 404, 500])('with status %i are ignored: redirects are not followed', async (status) => {
    const headers = { location: 'https://client.example/elsewhere' }
    const { find, requests } = siteWith(() => responseOf(VALID_DOCUMENT, { status, headers }))
    await expect(find(ID)).rejects.toThrow(`${status}`)
    expect(requests).toHaveLength(1)
  })

  it('stay cached as long as the response headers allow, from a minute to a day', async () => {
    const cases = [
      ['no-store', 60],
      ['max-age=5', 60],
      ['public, max-age=600', 600],
      ['max-age=99999999', 86_400],
      ['', 3_600],
    ] as const
    for (const [control, seconds] of cases) {
      const id = `${ID}?kept=${encodeURIComponent(control)}`
      const { find, requests } = siteWith(() =>
        responseOf({ ...VALID_DOCUMENT, client_id: id }, { headers: { 'cache-control': control } }),
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

  it('must have an https URL with a path, without user, fragment or dot segments', async () => {
    const { find, requests } = siteWith(() => responseOf(VALID_DOCUMENT))
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

  it('cause at most ten concurrent fetches, so that slow sites leave capacity for other calls', async () => {
    const pendingFetches: (() => void)[] = []
    const documentFor = (id: string) => responseOf({ ...VALID_DOCUMENT, client_id: id })
    const slowClients = clientsWith(
      (id) => new Promise((resolve) => pendingFetches.push(() => resolve(documentFor(id)))),
    )
    const fetches = Array.from({ length: 10 }, (_, i) => slowClients.find(`${ID}?trickled=${i}`))
    await expect.poll(() => pendingFetches.length).toBe(10)
    const otherClients = clientsWith(async (id) => documentFor(id))
    await expect(otherClients.find(`${ID}?eleventh`)).rejects.toMatchObject({ code: 'unavailable' })
    for (const finish of pendingFetches) finish()
    expect((await Promise.all(fetches)).map((client) => client?.name)).toEqual(Array(10).fill('Client'))
    expect(await otherClients.find(`${ID}?eleventh`)).toMatchObject({ name: 'Client' })
  })

  it('can be fetched again after the runs that occupied every slot have crashed', async () => {
    const deadClients = clientsWith(() => new Promise(() => undefined))
    for (let i = 0; i < 10; i++) void deadClients.find(`${ID}?dead=${i}`)
    const otherClients = clientsWith(async (id) => responseOf({ ...VALID_DOCUMENT, client_id: id }))
    const findAfter = () => otherClients.find(`${ID}?after`).catch(({ code }) => code)
    await expect.poll(findAfter).toBe('unavailable')
    at += 3_000
    expect(await findAfter()).toMatchObject({ name: 'Client' })
  })

  it('never cause a request to a private network, whatever its name (SSRF)', async () => {
    const { find } = clientsWith(guardedFetch)
    const hosts = ['127.0.0.1', '169.254.169.254', '10.0.0.1', '[::1]', '[fd00::1]', '[::ffff:a9fe:a9fe]', 'localhost']
    for (const host of hosts) {
      const error = await find(`https://${host}/latest/meta-data`).catch((thrown: unknown) => thrown)
      expect([host, error instanceof BadClientDocument]).toEqual([host, true])
      expect([host, (error as Error).cause instanceof BlockedUrl]).toEqual([host, true])
    }
  })
})

describe('registered clients', () => {
  const clientsWithoutFetch = () =>
    clientsWith(async () => {
      throw new Error('Documents of registered clients must not be fetched')
    })

  it('expire after 90 days without use; use extends them', async () => {
    const { register, find, mayExist } = clientsWithoutFetch()
    const { client } = await register({ redirectUris: ['https://a.example/cb'], name: 'A' })
    expect(client.clientId).toMatch(/^[\da-f-]{36}$/)
    at += 45 * DAY_MS
    expect(await find(client.clientId)).toEqual(client)
    at += 89 * DAY_MS
    expect(await mayExist(client.clientId)).toBe(true)
    at += DAY_MS
    expect([await mayExist(client.clientId), await find(client.clientId)]).toEqual([false, undefined])
  })

  it('do not exist under an ID that was never issued', async () => {
    const { find, mayExist } = clientsWithoutFetch()
    for (const id of ['', 'x', '#', '../..', 'x'.repeat(36)]) {
      expect([id, await find(id), await mayExist(id)]).toEqual([id, undefined, false])
    }
  })
})
