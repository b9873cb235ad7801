import { code } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case } from '../../design.ts'

/** Rooms of a Worker: who wakes one, and what it does with its sockets. */
export const ROOM_CASES: readonly Case[] = [
  testCase(
    'e2e',
    ['entries', 'entry', 'foreign-room'],
    [
      code`requests for rooms, with a credential and without`,
      code`they reach the Worker`,
      code`only who may enter wakes a room, that of its tenant`,
    ],
    code`
  platform()
  const { env, woken } = await bindings()
  const { foreign } = await import('./support/credentials.ts')
  const statusOf = async (room: string, from: Request | undefined, upgrade = 'websocket') => {
    const headers = new Headers({ upgrade })
    const credential = from?.headers.get('authorization')
    if (credential) headers.set('authorization', credential)
    return (await worker.fetch(new Request('https://service.test/?room=' + room, { headers }), env)).status
  }
  assert.equal(await statusOf('lobby', authorized('GET', '/'), 'h2c'), 426)
  assert.equal(await statusOf('lobby', undefined), 401)
  for (const room of ['', 'Y'.repeat(3_000), '%2e%2e']) assert.equal(await statusOf(room, authorized('GET', '/')), 400, room)
  assert.deepEqual(woken, [])
  assert.equal(await statusOf('lobby', authorized('GET', '/')), 200)
  assert.equal(await statusOf('lobby', foreign('GET', '/')), 200)
  assert.deepEqual(woken, ['["tenant-a","lobby"]', '["tenant-b","lobby"]'])
`,
  ),
  testCase(
    'integration',
    ['entries', 'room', 'gone'],
    [
      code`a room of a Worker with sockets in memory`,
      code`people enter, speak and leave`,
      code`the true sockets get it, and who is refused is closed`,
    ],
    code`
  const now = world()
  type Told = { readonly tags: readonly string[]; readonly sent: string[]; closed: number | undefined; send(text: string): void; close(code: number): void }
  const sockets: Told[] = []
  const state = {
    acceptWebSocket: (socket: unknown, tags: readonly string[]) => void sockets.push(Object.assign(socket as Told, { tags })),
    getWebSockets: (tag?: string) => sockets.filter(({ tags, closed }) => closed === undefined && (tag === undefined || tags.includes(tag))),
    getTags: (socket: unknown) => (socket as Told).tags,
  }
  const socket = () => {
    const made = { tags: [], sent: [] as string[], closed: undefined as number | undefined }
    return Object.assign(made, { send: (text: string) => void made.sent.push(text), close: (code: number) => void (made.closed = code) })
  }
  // Node has neither sockets for two ends nor answers with 101.
  const TrueResponse = globalThis.Response
  Object.assign(globalThis, {
    WebSocketPair: function () {
      return [socket(), socket()]
    },
    Response: class extends TrueResponse {
      constructor(body: null, init: ResponseInit = {}) {
        super(body, { ...init, status: init.status === 101 ? 299 : (init.status ?? 200) })
      }
    },
  })
  try {
    const hub = new (HubOf(() => now.deps))(state as never, {})
    const enter = async (room: string) => (await hub.fetch(new Request('https://service.test/?room=' + room, { headers: authorized('GET', '/').headers }))).status
    assert.deepEqual([await enter('lobby'), await enter('lobby')], [299, 299])
    const [a, b] = sockets
    assert.ok(a && b)
    await hub.webSocketMessage(a as never, '{"type":"say","text":"hello"}')
    for (const each of [a, b]) assert.deepEqual(each.sent.map((text) => (JSON.parse(text) as { text: string }).text), ['hello'])
    await hub.webSocketClose(b as never)
    assert.equal((await now.deps.records.list('connections', { limit: 5 })).length, 1)
    await hub.webSocketError(a as never)
    assert.equal((await now.deps.records.list('connections', { limit: 5 })).length, 0)
    assert.equal(await enter('No Room'), 400)
    assert.equal(sockets.at(-1)?.closed, 1_008)
  } finally {
    Object.assign(globalThis, { Response: TrueResponse })
  }
`,
  ),
]
