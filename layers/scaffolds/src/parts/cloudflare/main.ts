import { type Code, code, joined } from '../../code.ts'
import { type Design, hasTrigger, type Port, portsOf, type SourceFile } from '../../design.ts'
import { reaches } from '../ports/part.ts'
import { cloudflareQueue, d1Records, migration, r2Objects, workersModel } from './adapters.ts'
import { hubSource } from './hub.ts'
import { SWEEP_CRON } from './wrangler.ts'

interface Adapter {
  readonly path: string
  readonly content: Code
  readonly imports: Code
  readonly binding: Code
  readonly make: Code
}

const ADAPTERS: Readonly<Partial<Record<Port, Adapter>>> = {
  records: {
    ...{ path: 'd1-records', content: d1Records, imports: code`D1Records, type Database` },
    ...{ binding: code`DB: Database`, make: code`records: recordsOf(env)` },
  },
  queue: {
    ...{ path: 'cloudflare-queue', content: cloudflareQueue, imports: code`cloudflareQueue, type Producer` },
    ...{ binding: code`WORK: Producer`, make: code`queue: cloudflareQueue(env.WORK)` },
  },
  objects: {
    ...{ path: 'r2-objects', content: r2Objects, imports: code`type Bucket, r2Objects` },
    ...{ binding: code`FILES: Bucket`, make: code`objects: r2Objects(env.FILES)` },
  },
  model: {
    ...{ path: 'workers-model', content: workersModel, imports: code`type Ai, workersModel` },
    ...{ binding: code`AI: Ai`, make: code`model: workersModel(env.AI, text(env, 'MODEL_ID'))` },
  },
}

const adaptersOf = (design: Design): Adapter[] => [...portsOf(design)].flatMap((port) => ADAPTERS[port] ?? [])

const BATCH = code`
interface Batch {
  readonly messages: readonly {
    readonly id: string
    readonly body: unknown
    readonly attempts: number
    readonly timestamp: Date
    ack(): void
    retry(options?: { readonly delaySeconds?: number }): void
  }[]
}
`

const QUEUE = code`
  async queue(batch: Batch, env: Env): Promise<void> {
    const deps = depsOf(env)
    const messages = batch.messages.map(({ id, body, attempts }) => ({ id, body, attempt: attempts }))
    const failed = new Set(await settle(messages, (message) => use.queue(message, deps), deps))
    for (const message of batch.messages) failed.has(message.id) ? message.retry() : message.ack()
  },
`

const ARRIVED = code`
/** The file that a notification of R2 is about. */
const arrived = (body: unknown) => {
  const { object } = (body ?? {}) as { readonly object?: Readonly<Record<string, unknown>> }
  const { key, size, eTag: etag } = object ?? {}
  if (typeof key !== 'string' || typeof size !== 'number' || typeof etag !== 'string')
    throw new Unusable('The message is no notification of a file')
  return { key, size, etag }
}
`

const FILE = code`
  /** Notifications of R2 about new files under incoming/. They are read within: one that is none fails alone. */
  async queue(batch: Batch, env: Env): Promise<void> {
    const deps = depsOf(env)
    const messages = batch.messages.map(({ id, body, attempts }) => ({ id, body, attempt: attempts }))
    const handle = (message: Message) => use.file({ ...message, body: arrived(message.body) }, deps)
    const failed = new Set(await settle(messages, handle, deps))
    for (const message of batch.messages) failed.has(message.id) ? message.retry() : message.ack()
  },
`

const STREAM = code`
  /** Entries come through a queue: {key, data}, in batches, at least once. What is none is an entry without data. */
  async queue(batch: Batch, env: Env): Promise<void> {
    const entries = batch.messages.map(({ id, body, timestamp }) => {
      const { key, data } = (body ?? {}) as { readonly key?: unknown; readonly data?: unknown }
      const bytes = new TextEncoder().encode(JSON.stringify(data ?? null))
      return { sequence: id, key: String(key ?? ''), arrivedAt: timestamp.getTime(), data: bytes }
    })
    const failedFrom = await use.stream(entries, depsOf(env))
    const at = batch.messages.findIndex(({ id }) => id === failedFrom)
    for (const [index, message] of batch.messages.entries()) at >= 0 && index >= at ? message.retry() : message.ack()
  },
`

const CONNECT = code`
  /** Each room of a tenant is an object of its own, which holds the connections. Who may not enter wakes none. */
  fetch: async (request: Request, env: Env): Promise<Response> => {
    if (request.headers.get('upgrade') !== 'websocket')
      return new Response('Connect with a WebSocket', { status: 426, headers: { upgrade: 'websocket' } })
    const nobody = { send: async () => false }
    const asked = { headers: request.headers, query: new URL(request.url).searchParams }
    const entry = await use.knock(asked, { ...depsOf(env), connections: nobody })
    if (typeof entry === 'number') return new Response(null, { status: entry })
    return env.HUB.get(env.HUB.idFromName(JSON.stringify([entry.tenant, entry.room]))).fetch(request)
  },
`

/** D1 deletes nothing by itself. */
const SWEEP = code`
const recordsOf = (env: Env): D1Records => new D1Records(env.DB, Date.now)

/** Rows that one run deletes at most: the next hour goes on. */
const SWEPT = 5_000

const sweep = async (env: Env): Promise<void> => {
  const rows = await recordsOf(env).sweep(SWEPT)
  console.log(JSON.stringify({ event: 'sweep', rows }))
}
`

const scheduled = (design: Design): Code | undefined => {
  const hasRecords = portsOf(design).has('records')
  if (!hasTrigger(design, 'schedule'))
    return hasRecords ? code`  scheduled: (_event: unknown, env: Env): Promise<void> => sweep(env),` : undefined
  return hasRecords
    ? code`  /** wrangler.jsonc has two crons: one for the job, one for rows that have expired. */
  scheduled: (event: { readonly cron: string }, env: Env): Promise<void> =>
    event.cron === '${SWEEP_CRON}' ? sweep(env) : use.schedule(depsOf(env)),`
    : code`  scheduled: (_event: unknown, env: Env): Promise<void> => use.schedule(depsOf(env)),`
}

const entries = (design: Design): Code =>
  joined([
    hasTrigger(design, 'http') && !hasTrigger(design, 'connection')
      ? code`  fetch: (request: Request, env: Env): Promise<Response> => use.http(request, depsOf(env)),`
      : undefined,
    hasTrigger(design, 'connection') ? CONNECT : undefined,
    hasTrigger(design, 'queue') ? QUEUE : undefined,
    hasTrigger(design, 'file') ? FILE : undefined,
    hasTrigger(design, 'stream') ? STREAM : undefined,
    scheduled(design),
  ])

/** Names of the handler's that the entries use. */
const usedOf = (design: Design): Code =>
  joined(
    [
      ...design.functions.map(({ trigger }) => trigger as Code),
      ...(hasTrigger(design, 'connection') ? [code`knock`] : []),
    ].map((name) => code`'${name}'`),
    ' | ',
  )

const isBatched = (design: Design): boolean =>
  hasTrigger(design, 'queue') || hasTrigger(design, 'file') || hasTrigger(design, 'stream')

const workerImports = (design: Design): Code => {
  const settles = hasTrigger(design, 'queue') || hasTrigger(design, 'file')
  const names = hasTrigger(design, 'file') ? code`type Message, Unusable` : undefined
  return joined([
    code`import type * as handler from '../handler.ts'`,
    code`import type { Deps } from '../ports.ts'`,
    names === undefined ? undefined : code`import { ${names} } from '../queue/queue.ts'`,
    settles ? code`import { settle } from '../queue/settle.ts'` : undefined,
    ...adaptersOf(design).map(({ imports, path }) => code`import { ${imports} } from './${path as Code}.ts'`),
    hasTrigger(design, 'connection') ? code`import type { Namespace } from './hub.ts'` : undefined,
  ])
}

/** The entries of the Worker, over whatever handlers they are given: tests give them fakes, and bindings in memory. */
const workerSource = (design: Design): Code => {
  const adapters = adaptersOf(design)
  const isHub = hasTrigger(design, 'connection')
  const hasRecords = portsOf(design).has('records')
  return code`
${workerImports(design)}

/** Bindings of wrangler.jsonc. Secrets and settings are texts among them. */
export interface Env {
${joined([...adapters.map(({ binding }) => code`  readonly ${binding}`), ...(isHub ? [code`  readonly HUB: Namespace`] : [])])}
  readonly [name: string]: unknown
}

${joined(
  [
    isBatched(design) ? BATCH : undefined,
    hasTrigger(design, 'file') ? ARRIVED : undefined,
    hasRecords ? SWEEP : undefined,
  ],
  '\n\n',
)}

const text = (env: Env, name: string): string => {
  const value = env[name]
  if (typeof value !== 'string' || value === '') throw new Error('The environment has no ' + name)
  return value
}

export const depsOf = (env: Env): ${isHub ? code`Omit<Deps, 'connections'>` : code`Deps`} => ({
  now: Date.now,
${joined([
  code`  newId: () => crypto.randomUUID(),`,
  reaches(design, 'random') ? code`  random: Math.random,` : undefined,
  reaches(design, 'sleep') ? code`  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),` : undefined,
])}
  log: (entry) => console.log(JSON.stringify(entry)),
  fetch: (url, init) => fetch(url, init),
  secret: async (name) => text(env, name),
  setting: (name) => text(env, name),
${joined(adapters.map(({ make }) => code`  ${make},`))}
})

/** An entry for each event. */
export const workerOf = (use: Pick<typeof handler, ${usedOf(design)}>) => ({
${entries(design)}
})
`
}

const mainSource = (design: Design): Code =>
  hasTrigger(design, 'connection')
    ? code`
import * as handler from '../handler.ts'
import { HubOf } from './hub.ts'
import { depsOf, type Env, workerOf } from './worker.ts'

/** A room. */
export const Hub = HubOf<Env>(depsOf)

export default workerOf(handler)
`
    : code`
import * as handler from '../handler.ts'
import { workerOf } from './worker.ts'

export default workerOf(handler)
`

/** What runs on Workers, over the same handlers. */
export const cloudflareFiles = (design: Design): SourceFile[] => [
  { path: 'src/cloudflare/main.ts', content: mainSource(design) },
  { path: 'src/cloudflare/worker.ts', content: workerSource(design) },
  ...adaptersOf(design).map(({ path, content }) => ({ path: `src/cloudflare/${path}.ts`, content })),
  ...(portsOf(design).has('records') ? [{ path: 'migrations/0001_records.sql', content: migration }] : []),
  ...(hasTrigger(design, 'connection') ? [{ path: 'src/cloudflare/hub.ts', content: hubSource }] : []),
]
