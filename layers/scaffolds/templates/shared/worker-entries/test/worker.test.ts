import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { D1Records } from '../src/cloudflare/d1-records.ts'
import worker from '../src/cloudflare/main.ts'
import { workerOf } from '../src/cloudflare/worker.ts'
import * as handler from '../src/handler.ts'
import { JWKS } from './support/credentials.ts'
import { d1InMemory } from './support/d1.ts'
import { goodRequest } from './support/requests.ts'
import { START, world } from './support/world.ts'

/** Sets the clock of the tests and disables the network of the platform. */
const mockPlatform = (): void => {
  mock.timers.enable({ apis: ['Date'], now: START })
  mock.method(globalThis, 'fetch', async (url: unknown) => {
    // #if tokens
    if (String(url).endsWith('/jwks.json')) return Response.json(JWKS)
    // #endif
    return Response.json({ url })
  })
  mock.method(console, 'log', () => undefined)
}
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})

/** Bindings in memory. The names of secrets and settings are those of wrangler.jsonc. */
const bindings = async () => {
  const { deps } = world()
  const texts: Record<string, string> = {}
  for (const name of $secretNames) texts[name] = await deps.secret(name)
  for (const name of $settingNames) texts[name] = deps.setting(name)
  const queued: unknown[] = []
  const env = {
    ...texts,
    // #if records
    DB: d1InMemory(),
    // #endif
    // #if sends
    WORK: { send: async (body: unknown) => queued.push(body) },
    // #endif
    // #if objects
    FILES: { get: async () => null, put: async () => undefined },
    // #endif
    // #if model
    AI: { run: async () => ({ response: '' }) },
    // #endif
    // #if connection
    HUB: { idFromName: (name: string) => name, get: () => ({ fetch: async () => new Response('entered') }) },
    // #endif
  }
  return { env, queued }
}

// #if queue || file || stream
/** Creates messages of a batch, which record whether they were acknowledged or retried. */
const batchOf = () => {
  const outcomes: string[] = []
  const message = (id: string, body: unknown) => ({
    id,
    body,
    attempts: 2,
    timestamp: new Date(5_250),
    ack: () => void outcomes.push(`ack ${id}`),
    retry: () => void outcomes.push(`retry ${id}`),
  })
  return { outcomes, message }
}
// #endif

// #if http
// #case e2e: entries
test('given a Worker with its bindings in memory, when valid and invalid requests arrive, then $workerAnswers', async () => {
  mockPlatform()
  const { env } = await bindings()
  const response = await worker.fetch(await goodRequest(), env)
  assert.ok(response.status < 300, String(response.status))
  assert.equal((await worker.fetch(new Request('https://service.test/nowhere/at/all'), env)).status, 404)
  // #if !open
  const { method, url } = await goodRequest()
  assert.equal((await worker.fetch(new Request(url, { method }), env)).status, 401)
  // #endif
})
// #endif

// #if queue
// #case integration: entries, queue-partial, queue-poison
test('given a batch of Cloudflare Queues with one failing message, when it is handled, then only that one is retried', async () => {
  mockPlatform()
  const { outcomes, message } = batchOf()
  const { env } = await bindings()
  const received: unknown[] = []
  const batch = workerOf({
    ...handler,
    queue: async ({ body, attempt }) => {
      if (body === null) throw new TypeError('no object')
      received.push([body, attempt])
    },
  })
  await batch.queue({ messages: [message('1', { n: 1 }), message('2', null), message('3', 'x')] }, env)
  assert.deepEqual(outcomes, ['ack 1', 'retry 2', 'ack 3'])
  assert.deepEqual(received, [
    [{ n: 1 }, 2],
    ['x', 2],
  ])
})
// #endif

// #if file
// #case integration: entries, queue-partial, queue-poison
test('given R2 notifications, some of them malformed, when they are handled, then only these are retried', async () => {
  mockPlatform()
  const { outcomes, message } = batchOf()
  const { env } = await bindings()
  const received: unknown[] = []
  const batch = workerOf({ ...handler, file: async ({ body }) => void received.push(body) })
  const notice = { object: { key: 'incoming/a', size: 3, eTag: 'e' } }
  await batch.queue(
    { messages: [message('1', notice), message('2', null), message('3', { object: {} }), message('4', notice)] },
    env,
  )
  assert.deepEqual(outcomes, ['ack 1', 'retry 2', 'retry 3', 'ack 4'])
  const { key, size, etag } = received[0] as Record<string, unknown>
  assert.deepEqual([received.length, key, size, etag], [2, 'incoming/a', 3, 'e'])
})
// #endif

// #if schedule
// #case integration: entries
test('given the triggers of the job and of the sweep, when each is handled, then each does its own work, and an error is reported', async () => {
  mockPlatform()
  const { env } = await bindings()
  let runs = 0
  const run = async () => {
    runs += 1
  }
  const started = workerOf({ ...handler, schedule: run })
  await started.scheduled({ cron: 'the job' }, env)
  await started.scheduled({ cron: '$sweepCron' }, env)
  assert.equal(runs, 1)
  const failing = workerOf({ ...handler, schedule: () => Promise.reject(new Error('no')) })
  await assert.rejects(failing.scheduled({ cron: 'the job' }, env), /no/)
})
// #endif

// #if stream
// #case integration: entries
test('given a batch with a malformed entry, when the handler requests a retry of a part, then that part is retried, and nothing throws', async () => {
  mockPlatform()
  const { outcomes, message } = batchOf()
  const { env } = await bindings()
  const received: string[] = []
  const batch = workerOf({
    ...handler,
    stream: async (entries) => {
      received.push(
        ...entries.map(({ sequence, key, arrivedAt, data }) =>
          [sequence, key, arrivedAt, Buffer.from(data).toString()].join(' '),
        ),
      )
      return '2'
    },
  })
  await batch.queue(
    { messages: [message('1', { key: 'k', data: { n: 1 } }), message('2', null), message('3', { key: 'k', data: 1 })] },
    env,
  )
  assert.deepEqual(outcomes, ['ack 1', 'retry 2', 'retry 3'])
  assert.deepEqual(received, ['1 k 5250 {"n":1}', '2  5250 null', '3 k 5250 1'])
})
// #endif

// #if records
// #case integration: entries, records-conditional
test('given expired rows, when the sweep runs, then they are deleted, and the others are kept', async () => {
  mockPlatform()
  const { env } = await bindings()
  const table = new D1Records(env.DB, () => 0)
  await table.insert('p', 'expired', 1, START)
  await table.insert('p', 'later', 1, START + 1)
  await table.insert('p', 'ever', 1)
  await worker.scheduled({ cron: '$sweepCron' }, env)
  assert.deepEqual(
    (await table.list('p', { limit: 5 })).map(({ id }) => id),
    ['ever', 'later'],
  )
})
// #endif

// #if sends
// #case unit: entries
test('given a delayed message on Cloudflare, when it is sent, then the queue receives it with its delay in seconds', async () => {
  const sent: unknown[] = []
  const { cloudflareQueue } = await import('../src/cloudflare/cloudflare-queue.ts')
  const work = cloudflareQueue({ send: async (...args) => sent.push(args) })
  await work.send({ n: 1 })
  await work.send({ n: 2 }, 1_500)
  assert.deepEqual(sent, [
    [{ n: 1 }, { delaySeconds: 0 }],
    [{ n: 2 }, { delaySeconds: 2 }],
  ])
})
// #endif

// #if objects
// #case unit: entries
test('given files in R2, when they are read and written, then an absent one is undefined, and one that is too large is not read', async () => {
  const { r2Objects } = await import('../src/cloudflare/r2-objects.ts')
  const put: unknown[] = []
  const sizes: Record<string, number> = { small: 2, large: 3 }
  const files = r2Objects({
    get: async (key) => {
      const size = sizes[key]
      return size === undefined
        ? null
        : { size, arrayBuffer: async () => (size > 2 ? assert.fail('it was read') : new Uint8Array([1, 2]).buffer) }
    },
    put: async (...args) => put.push(args),
  })
  assert.deepEqual(await files.get('small', 2), new Uint8Array([1, 2]))
  assert.equal(await files.get('absent', 2), undefined)
  await assert.rejects(files.get('large', 2), { name: 'TooLarge' })
  await files.put('a', new Uint8Array([3]), 'text/csv')
  assert.deepEqual(put, [['a', new Uint8Array([3]), { httpMetadata: { contentType: 'text/csv' } }]])
})
// #endif
