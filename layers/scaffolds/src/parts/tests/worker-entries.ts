import { type Code, code, joined, literal } from '../../code.ts'
import { testCase } from '../../describe.ts'
import { type Case, type Design, hasTrigger, portsOf, type Trigger } from '../../design.ts'
import { SWEEP_CRON } from '../cloudflare/wrangler.ts'
import { ROOM_CASES } from './worker-rooms.ts'

const hasHttp = (design: Design): boolean => hasTrigger(design, 'http')
const usesTokens = ({ settings }: Design): boolean => settings.some(({ name }) => name === 'JWKS_URL')

/** Bindings in memory, with the secrets and settings of the tests. */
const envOf = (design: Design): Code => {
  const ports = portsOf(design)
  const names = (values: Design['settings']): Code =>
    joined(
      values.map(({ name }) => literal(name)),
      ', ',
    )
  return code`
/** Bindings in memory. Names of secrets and settings are those of wrangler.jsonc. */
const bindings = async () => {
  const { deps } = world()
  const texts: Record<string, string> = {}
  for (const name of [${names(design.secrets)}]) texts[name] = await deps.secret(name)
  for (const name of [${names(design.settings)}]) texts[name] = deps.setting(name)
  const queued: unknown[] = []
  const woken: unknown[] = []
  const env = {
    ...texts,
${joined([
  ports.has('records') ? code`    DB: d1InMemory(),` : undefined,
  ports.has('queue') ? code`    WORK: { send: async (body: unknown) => queued.push(body) },` : undefined,
  ports.has('objects') ? code`    FILES: { get: async () => null, put: async () => undefined },` : undefined,
  ports.has('model') ? code`    AI: { run: async () => ({ response: '' }) },` : undefined,
  hasTrigger(design, 'connection')
    ? code`    HUB: {
      idFromName: (name: string) => name,
      get: (id: unknown) => ({
        fetch: async () => {
          woken.push(id)
          return new Response('entered')
        },
      }),
    },`
    : undefined,
])}
  }
  return { env, queued, woken }
}
`
}

const CLOCK = (design: Design): Code => code`
/** The clock of the tests and no network, for what the platform gives itself. */
const platform = (): void => {
  mock.timers.enable({ apis: ['Date'], now: START })
${
  usesTokens(design)
    ? code`  mock.method(globalThis, 'fetch', async (url: unknown) => Response.json(String(url).endsWith('/jwks.json') ? JWKS : {}))`
    : code`  mock.method(globalThis, 'fetch', async () => Response.json({}))`
}
  mock.method(console, 'log', () => undefined)
}
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})
`

const http = (isOpen: boolean): Case =>
  testCase(
    'e2e',
    ['entries'],
    [
      code`a Worker with its bindings in memory`,
      code`a good request and others come`,
      isOpen
        ? code`it answers, and 404 what is not there`
        : code`it answers, 401 without a credential, 404 what is not there`,
    ],
    code`
  platform()
  const { env } = await bindings()
  const response = await worker.fetch(await goodRequest(), env)
  assert.ok(response.status < 300, String(response.status))
  assert.equal((await worker.fetch(new Request('https://service.test/nowhere/at/all'), env)).status, 404)
${
  isOpen
    ? code``
    : code`  const { method, url } = await goodRequest()
  assert.equal((await worker.fetch(new Request(url, { method }), env)).status, 401)
`
}`,
  )

const BATCH = code`
  const ended: string[] = []
  const message = (id: string, body: unknown) => ({ id, body, attempts: 2, timestamp: new Date(5_250), ack: () => void ended.push('ack ' + id), retry: () => void ended.push('retry ' + id) })
  const { env } = await bindings()
`

const queue = testCase(
  'integration',
  ['entries', 'queue-partial', 'queue-poison'],
  [code`a batch of Cloudflare Queues with one that fails`, code`it is handled`, code`that one alone is tried again`],
  code`
  platform()
${BATCH}
  const seen: unknown[] = []
  const batch = workerOf({
    ...handler,
    queue: async ({ body, attempt }) => {
      if (body === null) throw new TypeError('no object')
      seen.push([body, attempt])
    },
  })
  await batch.queue({ messages: [message('1', { n: 1 }), message('2', null), message('3', 'x')] }, env)
  assert.deepEqual(ended, ['ack 1', 'retry 2', 'ack 3'])
  assert.deepEqual(seen, [[{ n: 1 }, 2], ['x', 2]])
`,
)

const file = testCase(
  'integration',
  ['entries', 'queue-partial', 'queue-poison'],
  [code`notifications of R2, among them some that are none`, code`they are handled`, code`these alone are tried again`],
  code`
  platform()
${BATCH}
  const seen: unknown[] = []
  const batch = workerOf({ ...handler, file: async ({ body }) => void seen.push(body) })
  const notice = { object: { key: 'incoming/a', size: 3, eTag: 'e' } }
  await batch.queue({ messages: [message('1', notice), message('2', null), message('3', { object: {} }), message('4', notice)] }, env)
  assert.deepEqual(ended, ['ack 1', 'retry 2', 'retry 3', 'ack 4'])
  const { key, size, etag } = seen[0] as Record<string, unknown>
  assert.deepEqual([seen.length, key, size, etag], [2, 'incoming/a', 3, 'e'])
`,
)

const stream = testCase(
  'integration',
  ['entries'],
  [
    code`a batch of entries, one of them no object`,
    code`the handler asks for a part again`,
    code`that part comes again, and nothing throws`,
  ],
  code`
  platform()
${BATCH}
  const seen: string[] = []
  const batch = workerOf({
    ...handler,
    stream: async (entries) => {
      seen.push(...entries.map(({ sequence, key, arrivedAt, data }) => [sequence, key, arrivedAt, Buffer.from(data).toString()].join(' ')))
      return '2'
    },
  })
  await batch.queue({ messages: [message('1', { key: 'k', data: { n: 1 } }), message('2', null), message('3', { key: 'k', data: 1 })] }, env)
  assert.deepEqual(ended, ['ack 1', 'retry 2', 'retry 3'])
  assert.deepEqual(seen, ['1 k 5250 {"n":1}', '2  5250 null', '3 k 5250 1'])
`,
)

const schedule = testCase(
  'integration',
  ['entries'],
  [
    code`the clock`,
    code`it starts the job, and the sweep of expired rows`,
    code`each does its own work, and a fault is told`,
  ],
  code`
  platform()
  const { env } = await bindings()
  let runs = 0
  const started = workerOf({ ...handler, schedule: async () => void (runs += 1) })
  await started.scheduled({ cron: 'the job' }, env)
  await started.scheduled({ cron: '${SWEEP_CRON}' }, env)
  assert.equal(runs, 1)
  const failing = workerOf({ ...handler, schedule: () => Promise.reject(new Error('no')) })
  await assert.rejects(failing.scheduled({ cron: 'the job' }, env), /no/)
`,
)

const swept = testCase(
  'integration',
  ['entries', 'records-conditional'],
  [code`rows that have expired`, code`the clock of the sweep comes`, code`they are gone, the others stay`],
  code`
  platform()
  const { env } = await bindings()
  const table = new D1Records(env.DB, () => 0)
  await table.insert('p', 'expired', 1, START)
  await table.insert('p', 'later', 1, START + 1)
  await table.insert('p', 'ever', 1)
  await worker.scheduled({ cron: '${SWEEP_CRON}' }, env)
  assert.deepEqual((await table.list('p', { limit: 5 })).map(({ id }) => id), ['ever', 'later'])
`,
)

const CASES: Readonly<Record<Exclude<Trigger, 'http' | 'connection'>, Case>> = { queue, file, stream, schedule }

/** Whether the tests use the Worker as it is, beside one with fakes. */
const usesWorker = (design: Design): boolean =>
  hasHttp(design) || hasTrigger(design, 'connection') || portsOf(design).has('records')

/** What a Worker starts, with its bindings in memory. */
export const workerCases = (design: Design): Case[] => [
  ...design.functions.flatMap(({ trigger }) => {
    if (trigger === 'http') return [http(design.isOpen)]
    return trigger === 'connection' ? ROOM_CASES : [CASES[trigger]]
  }),
  ...(portsOf(design).has('records') ? [swept] : []),
]

export const workerImports = (design: Design): (Code | undefined)[] => [
  portsOf(design).has('records') ? code`import { D1Records } from '../src/cloudflare/d1-records.ts'` : undefined,
  hasTrigger(design, 'connection') ? code`import { HubOf } from '../src/cloudflare/hub.ts'` : undefined,
  usesWorker(design) ? code`import worker from '../src/cloudflare/main.ts'` : undefined,
  design.functions.some(({ trigger }) => trigger !== 'http' && trigger !== 'connection')
    ? code`import { workerOf } from '../src/cloudflare/worker.ts'`
    : undefined,
]

/** What the tests import of their own support. */
export const supportImports = (design: Design): (Code | undefined)[] => [
  hasTrigger(design, 'connection')
    ? code`import { authorized${usesTokens(design) ? code`, JWKS` : code``} } from './support/credentials.ts'`
    : usesTokens(design)
      ? code`import { JWKS } from './support/credentials.ts'`
      : undefined,
  portsOf(design).has('records') ? code`import { d1InMemory } from './support/d1.ts'` : undefined,
  hasHttp(design) ? code`import { goodRequest } from './support/requests.ts'` : undefined,
]

export const workerHelpers = (design: Design): Code => code`
${CLOCK(design)}

${envOf(design)}
`
