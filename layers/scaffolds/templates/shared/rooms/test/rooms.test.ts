import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { entriesOf } from '../src/aws/events.ts'
import { HubOf } from '../src/cloudflare/hub.ts'
import worker from '../src/cloudflare/main.ts'
import * as handler from '../src/handler.ts'
import { authorized, foreign, JWKS } from './support/credentials.ts'
import { d1InMemory } from './support/d1.ts'
import { START, world } from './support/world.ts'

// #if cloudflare
/** Bindings in memory, and the rooms that were started. The platform uses the clock of the tests and has no network. */
const bindings = async () => {
  mock.timers.enable({ apis: ['Date'], now: START })
  mock.method(globalThis, 'fetch', async (url: unknown) => {
    // #if tokens
    if (String(url).endsWith('/jwks.json')) return Response.json(JWKS)
    // #endif
    return Response.json({ url })
  })
  mock.method(console, 'log', () => undefined)
  const { deps } = world()
  const texts: Record<string, string> = {}
  for (const name of $secretNames) texts[name] = await deps.secret(name)
  for (const name of $settingNames) texts[name] = deps.setting(name)
  const started: unknown[] = []
  const fetchRoom = (id: unknown) => async () => {
    started.push(id)
    return new Response('entered')
  }
  const HUB = { idFromName: (name: string) => name, get: (id: unknown) => ({ fetch: fetchRoom(id) }) }
  const env = {
    ...texts,
    DB: d1InMemory(),
    HUB,
    // #if sends
    WORK: { send: async () => undefined },
    // #endif
    // #if objects
    FILES: { get: async () => null, put: async () => undefined },
    // #endif
    // #if model
    AI: { run: async () => ({ response: '' }) },
    // #endif
  }
  return { env, started }
}
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})
// #endif

// #if aws
// #case integration: entries, room
test('given events of a WebSocket API, when they are handled, then each has its type and the status of the handler', async () => {
  const events: unknown[] = []
  const entries = entriesOf(
    {
      ...handler,
      connection: async ({ type, connection, headers, query, body }) => {
        events.push([type, connection, headers.get('authorization'), query.get('room'), body])
        return type === 'open' ? 401 : 200
      },
    },
    world().deps,
  )
  const event = (eventType: string, overrides: object = {}) =>
    ({ requestContext: { eventType, connectionId: 'c' }, ...overrides }) as never
  assert.deepEqual(
    await entries.connection(
      event('CONNECT', { headers: { Authorization: 'Bearer x' }, queryStringParameters: { room: 'lobby' } }),
    ),
    { statusCode: 401 },
  )
  assert.deepEqual(await entries.connection(event('MESSAGE', { body: '{}' })), { statusCode: 200 })
  await entries.connection(event('DISCONNECT'))
  assert.deepEqual(events, [
    ['open', 'c', 'Bearer x', 'lobby', ''],
    ['message', 'c', null, null, '{}'],
    ['close', 'c', null, null, ''],
  ])
})
// #endif

// #if cloudflare
// #case e2e: entries, entry, foreign-room
test('given requests for rooms with and without a credential, when they reach the Worker, then only an admitted caller starts a room, and only in its tenant', async () => {
  const { env, started } = await bindings()
  const statusOf = async (room: string, credentialSource: Request | undefined, upgrade = 'websocket') => {
    const headers = new Headers({ upgrade })
    const credential = credentialSource?.headers.get('authorization')
    if (credential) headers.set('authorization', credential)
    return (await worker.fetch(new Request(`https://service.test/?room=${room}`, { headers }), env)).status
  }
  assert.equal(await statusOf('lobby', authorized('GET', '/'), 'h2c'), 426)
  assert.equal(await statusOf('lobby', undefined), 401)
  for (const room of ['', 'Y'.repeat(3_000), '%2e%2e'])
    assert.equal(await statusOf(room, authorized('GET', '/')), 400, room)
  assert.deepEqual(started, [])
  assert.equal(await statusOf('lobby', authorized('GET', '/')), 200)
  assert.equal(await statusOf('lobby', foreign('GET', '/')), 200)
  assert.deepEqual(started, ['["tenant-a","lobby"]', '["tenant-b","lobby"]'])
})

// #case integration: entries, room, gone
test('given a room with sockets in memory, when members join, send and leave, then the sockets receive messages, and a refused one is closed', async () => {
  const testWorld = world()
  type TestSocket = {
    readonly tags: readonly string[]
    readonly sent: string[]
    closed: number | undefined
    send(text: string): void
    close(code: number): void
  }
  const sockets: TestSocket[] = []
  const state = {
    acceptWebSocket: (socket: unknown, tags: readonly string[]) =>
      void sockets.push(Object.assign(socket as TestSocket, { tags })),
    getWebSockets: (tag?: string) =>
      sockets.filter(({ tags, closed }) => closed === undefined && (tag === undefined || tags.includes(tag))),
    getTags: (socket: unknown) => (socket as TestSocket).tags,
  }
  const socket = () => {
    const created = { tags: [], sent: [] as string[], closed: undefined as number | undefined }
    return Object.assign(created, {
      send: (text: string) => void created.sent.push(text),
      close: (code: number) => {
        created.closed = code
      },
    })
  }
  // Node has neither WebSocket pairs nor responses with status 101.
  const NativeResponse = globalThis.Response
  Object.assign(globalThis, {
    WebSocketPair: class extends Array<unknown> {
      constructor() {
        super(socket(), socket())
      }
    },
    Response: class extends NativeResponse {
      constructor(body: null, init: ResponseInit = {}) {
        super(body, { ...init, status: init.status === 101 ? 299 : (init.status ?? 200) })
      }
    },
  })
  try {
    const hub = new (HubOf(() => testWorld.deps))(state as never, {})
    const enter = async (room: string) =>
      (await hub.fetch(new Request(`https://service.test/?room=${room}`, { headers: authorized('GET', '/').headers })))
        .status
    assert.deepEqual([await enter('lobby'), await enter('lobby')], [299, 299])
    const [a, b] = sockets
    assert.ok(a && b)
    await hub.webSocketMessage(a as never, '{"type":"say","text":"hello"}')
    for (const each of [a, b])
      assert.deepEqual(
        each.sent.map((text) => (JSON.parse(text) as { text: string }).text),
        ['hello'],
      )
    await hub.webSocketClose(b as never)
    assert.equal((await testWorld.deps.records.list('connections', { limit: 5 })).length, 1)
    await hub.webSocketError(a as never)
    assert.equal((await testWorld.deps.records.list('connections', { limit: 5 })).length, 0)
    assert.equal(await enter('No Room'), 400)
    assert.equal(sockets.at(-1)?.closed, 1_008)
  } finally {
    Object.assign(globalThis, { Response: NativeResponse })
  }
})
// #endif
