// #if functions
import type * as handler from '../handler.ts'
import type { Deps } from '../ports.ts'
import { type Message, Unusable } from '../queue/queue.ts'
import { settle } from '../queue/settle.ts'
import { cloudflareQueue, type Producer } from './cloudflare-queue.ts'
import { D1Records, type Database } from './d1-records.ts'
import type { Namespace } from './hub.ts'
import { type Bucket, r2Objects } from './r2-objects.ts'
import { type Ai, workersModel } from './workers-model.ts'

/** Bindings of wrangler.jsonc. Secrets and settings are strings. */
export interface Env {
  // #if records
  readonly DB: Database
  // #endif
  // #if sends
  readonly WORK: Producer
  // #endif
  // #if objects
  readonly FILES: Bucket
  // #endif
  // #if model
  readonly AI: Ai
  // #endif
  // #if connection
  readonly HUB: Namespace
  // #endif
  readonly [name: string]: unknown
}

// #if queue || file || stream
export interface Batch {
  readonly messages: readonly {
    readonly id: string
    readonly body: unknown
    readonly attempts: number
    readonly timestamp: Date
    ack(): void
    retry(options?: { readonly delaySeconds?: number }): void
  }[]
}
// #endif

// #if file
/** Returns the file of an R2 notification. */
const fileOf = (body: unknown) => {
  const { object } = (body ?? {}) as { readonly object?: Readonly<Record<string, unknown>> }
  const { key, size, eTag: etag } = object ?? {}
  if (typeof key !== 'string' || typeof size !== 'number' || typeof etag !== 'string')
    throw new Unusable('The message is not a notification of a file')
  return { key, size, etag }
}
// #endif

// #if records
const recordsOf = (env: Env): D1Records => new D1Records(env.DB, Date.now)

/** Maximum number of rows that one run deletes. The next hourly run deletes more. */
const SWEEP_LIMIT = 5_000

const sweep = async (env: Env): Promise<void> => {
  const rows = await recordsOf(env).sweep(SWEEP_LIMIT)
  console.log(JSON.stringify({ event: 'sweep', rows }))
}
// #endif

const variable = (env: Env, name: string): string => {
  const value = env[name]
  if (typeof value !== 'string' || value === '') throw new Error(`The environment has no ${name}`)
  return value
}

// #if connection
/** Rooms add their connections. */
export type WorkerDeps = Omit<Deps, 'connections'>
// #else
export type $WorkerDeps = Deps
// #endif

/** Builds the dependencies of a handler from the bindings. */
export const depsOf = (env: Env): WorkerDeps => ({
  now: Date.now,
  newId: () => crypto.randomUUID(),
  // #if random
  random: Math.random,
  // #endif
  // #if sleep
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // #endif
  log: (entry) => console.log(JSON.stringify(entry)),
  fetch: (url, init) => fetch(url, init),
  secret: async (name) => variable(env, name),
  setting: (name) => variable(env, name),
  // #if records
  records: recordsOf(env),
  // #endif
  // #if sends
  queue: cloudflareQueue(env.WORK),
  // #endif
  // #if objects
  objects: r2Objects(env.FILES),
  // #endif
  // #if model
  model: workersModel(env.AI, variable(env, 'MODEL_ID')),
  // #endif
})

// #if schedule || records
/** Cron trigger of wrangler.jsonc that deletes expired rows, which D1 does not expire. */
const SWEEP_CRON = '$sweepCron'
// #endif

/** The handlers that the entries call. */
type Handlers = Pick<
  typeof handler,
  // #if http
  | 'http'
  // #endif
  // #if queue
  | 'queue'
  // #endif
  // #if file
  | 'file'
  // #endif
  // #if schedule
  | 'schedule'
  // #endif
  // #if stream
  | 'stream'
  // #endif
  // #if connection
  | 'connection'
  | 'admissionOf'
  // #endif
>

/** Returns an entry per event type. */
export const workerOf = (handlers: Handlers) => ({
  // #if http
  fetch: (request: Request, env: Env): Promise<Response> => handlers.http(request, depsOf(env)),
  // #endif
  // #if connection
  /** Each room of a tenant is a separate object that owns its connections. A refused client does not start a room. */
  $fetch: async (request: Request, env: Env): Promise<Response> => {
    if (request.headers.get('upgrade') !== 'websocket')
      return new Response('Connect with a WebSocket', { status: 426, headers: { upgrade: 'websocket' } })
    const connections = { send: async () => false }
    const { searchParams } = new URL(request.url)
    const admission = await handlers.admissionOf(
      { headers: request.headers, query: searchParams },
      { ...depsOf(env), connections },
    )
    if (typeof admission === 'number') return new Response(null, { status: admission })
    return env.HUB.get(env.HUB.idFromName(JSON.stringify([admission.tenant, admission.room]))).fetch(request)
  },
  // #endif
  // #if queue || file
  async queue(batch: Batch, env: Env): Promise<void> {
    const deps = depsOf(env)
    const messages = batch.messages.map(({ id, body, attempts }) => ({ id, body, attempt: attempts }))
    const handle = async (message: Message): Promise<void> => {
      // #if queue
      await handlers.queue(message, deps)
      // #endif
      // #if file
      // R2 notifications about new files below incoming/. An invalid one fails alone.
      await handlers.file({ ...message, body: fileOf(message.body) }, deps)
      // #endif
    }
    const failed = new Set(await settle(messages, handle, deps))
    for (const message of batch.messages) failed.has(message.id) ? message.retry() : message.ack()
  },
  // #endif
  // #if stream
  /**
   * Entries {key, data} arrive through a queue, in batches and at least once. A malformed message is an entry without
   * data.
   */
  async $queue(batch: Batch, env: Env): Promise<void> {
    const entries = batch.messages.map(({ id, body, timestamp }) => {
      const { key, data } = (body ?? {}) as { readonly key?: unknown; readonly data?: unknown }
      const bytes = new TextEncoder().encode(JSON.stringify(data ?? null))
      return { sequence: id, key: String(key ?? ''), arrivedAt: timestamp.getTime(), data: bytes }
    })
    const failedFrom = await handlers.stream(entries, depsOf(env))
    const firstRetried = batch.messages.findIndex(({ id }) => id === failedFrom)
    for (const [index, message] of batch.messages.entries())
      firstRetried >= 0 && index >= firstRetried ? message.retry() : message.ack()
  },
  // #endif
  // #if schedule || records
  async scheduled({ cron }: { readonly cron: string }, env: Env): Promise<void> {
    // #if records
    if (cron === SWEEP_CRON) await sweep(env)
    // #endif
    // #if schedule
    if (cron !== SWEEP_CRON) await handlers.schedule(depsOf(env))
    // #endif
  },
  // #endif
})
// #endif
