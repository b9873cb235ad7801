import { type Code, code, joined } from '../../code.ts'
import { type Design, hasTrigger, type Port, portsOf, type SourceFile } from '../../design.ts'
import { reaches } from '../ports/part.ts'
import { cloudflareQueue, d1Records, migration, r2Objects, workersModel } from './adapters.ts'
import { hubSource } from './hub.ts'

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
    ...{ binding: code`DB: Database`, make: code`records: new D1Records(env.DB, Date.now)` },
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
    const messages = batch.messages.map(({ id, body, attempts }) => ({ id, body, attempt: attempts }))
    const failed = new Set(await settle(messages, handler.queue, depsOf(env)))
    for (const message of batch.messages) failed.has(message.id) ? message.retry() : message.ack()
  },
`

const FILE = code`
  /** Notifications of R2 about new files under incoming/. */
  async queue(batch: Batch, env: Env): Promise<void> {
    const messages = batch.messages.map(({ id, body, attempts }) => {
      const { object } = body as { readonly object: { readonly key: string; readonly size: number; readonly eTag: string } }
      return { id, body: { key: object.key, size: object.size, etag: object.eTag }, attempt: attempts }
    })
    const failed = new Set(await settle(messages, handler.file, depsOf(env)))
    for (const message of batch.messages) failed.has(message.id) ? message.retry() : message.ack()
  },
`

const STREAM = code`
  /** Entries come through a queue: {key, data}, in batches, at least once. */
  async queue(batch: Batch, env: Env): Promise<void> {
    const entries = batch.messages.map(({ id, body, timestamp }) => {
      const { key, data } = body as { readonly key: string; readonly data: unknown }
      return { sequence: id, key, arrivedAt: timestamp.getTime(), data: new TextEncoder().encode(JSON.stringify(data)) }
    })
    const failedFrom = await handler.stream(entries, depsOf(env))
    const at = batch.messages.findIndex(({ id }) => id === failedFrom)
    for (const [index, message] of batch.messages.entries()) at >= 0 && index >= at ? message.retry() : message.ack()
  },
`

const entries = (design: Design): Code =>
  joined([
    hasTrigger(design, 'http') && !hasTrigger(design, 'connection')
      ? code`  fetch: (request: Request, env: Env): Promise<Response> => handler.http(request, depsOf(env)),`
      : undefined,
    hasTrigger(design, 'connection')
      ? code`  /** Each room is an object of its own, which holds the connections. */
  fetch: (request: Request, env: Env): Promise<Response> => {
    const room = new URL(request.url).searchParams.get('room') ?? ''
    return env.HUB.get(env.HUB.idFromName(room)).fetch(request)
  },`
      : undefined,
    hasTrigger(design, 'queue') ? QUEUE : undefined,
    hasTrigger(design, 'file') ? FILE : undefined,
    hasTrigger(design, 'stream') ? STREAM : undefined,
    hasTrigger(design, 'schedule')
      ? code`  scheduled: (_event: unknown, env: Env): Promise<void> => handler.schedule(depsOf(env)),`
      : undefined,
  ])

const isBatched = (design: Design): boolean =>
  hasTrigger(design, 'queue') || hasTrigger(design, 'file') || hasTrigger(design, 'stream')

const mainSource = (design: Design): Code => {
  const adapters = adaptersOf(design)
  const settles = hasTrigger(design, 'queue') || hasTrigger(design, 'file')
  const isHub = hasTrigger(design, 'connection')
  return code`
${joined([
  /\bhandler\./.test(entries(design)) ? code`import * as handler from '../handler.ts'` : undefined,
  code`import type { Deps } from '../ports.ts'`,
  settles ? code`import { settle } from '../queue/settle.ts'` : undefined,
  ...adapters.map(({ imports, path }) => code`import { ${imports} } from './${path as Code}.ts'`),
  isHub ? code`import { HubOf, type Namespace } from './hub.ts'` : undefined,
])}

/** Bindings of wrangler.jsonc. Secrets and settings are texts among them. */
interface Env {
${joined([...adapters.map(({ binding }) => code`  readonly ${binding}`), ...(isHub ? [code`  readonly HUB: Namespace`] : [])])}
  readonly [name: string]: unknown
}

${isBatched(design) ? code`${BATCH}\n` : code``}
const text = (env: Env, name: string): string => {
  const value = env[name]
  if (typeof value !== 'string' || value === '') throw new Error('The environment has no ' + name)
  return value
}

const depsOf = (env: Env): ${isHub ? code`Omit<Deps, 'connections'>` : code`Deps`} => ({
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
${isHub ? code`\n/** A room. */\nexport const Hub = HubOf<Env>(depsOf)\n` : code``}
export default {
${entries(design)}
}
`
}

/** What runs on Workers, over the same handlers. */
export const cloudflareFiles = (design: Design): SourceFile[] => [
  { path: 'src/cloudflare/main.ts', content: mainSource(design) },
  ...adaptersOf(design).map(({ path, content }) => ({ path: `src/cloudflare/${path}.ts`, content })),
  ...(portsOf(design).has('records') ? [{ path: 'migrations/0001_records.sql', content: migration }] : []),
  ...(hasTrigger(design, 'connection') ? [{ path: 'src/cloudflare/hub.ts', content: hubSource }] : []),
]
