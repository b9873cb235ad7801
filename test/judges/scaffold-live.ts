/**
 * Starts the Worker of a scaffold in workerd, as wrangler starts it for its developers, and sends what is good and what must
 * be refused. Bundling proves that a Worker is built; this proves that it works there.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { PatternId } from '@signet/scaffolds'

const READY_MS = 90_000
const DONE_MS = 15_000

/** Entries beside those of the Worker, by which the judge reaches its bindings. The Worker itself is as it is deployed. */
const ENTRY = `
import worker from './src/cloudflare/main.ts'
export * from './src/cloudflare/main.ts'
const AI = { run: async () => ({ response: '{"finish": "done"}' }) }
const withModel = (env) => ({ ...env, AI })
const paths = {
  '/__live/ready': async () => new Response('ready'),
  '/__live/migrate': async (request, env) => {
    for (const sql of await request.json()) await env.DB.prepare(sql).run()
    return new Response('done')
  },
  '/__live/rows': async (_request, env) => Response.json((await env.DB.prepare('SELECT partition, id, value FROM records').all()).results),
  '/__live/send': async (request, env) => {
    for (const body of await request.json()) await env.LIVE.send(body)
    return new Response('sent')
  },
  '/__live/put': async (request, env) => {
    const { etag, size } = await env.FILES.put('incoming/live.csv', await request.text())
    return Response.json({ object: { key: 'incoming/live.csv', size, eTag: etag } })
  },
  '/__live/scheduled': async (request, env) => {
    try {
      await worker.scheduled({ cron: new URL(request.url).searchParams.get('cron') }, withModel(env))
      return new Response('ran')
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  },
}
export default {
  fetch: (request, env, context) => {
    const own = paths[new URL(request.url).pathname]
    if (own) return own(request, env)
    return worker.fetch ? worker.fetch(request, withModel(env), context) : new Response('no fetch', { status: 404 })
  },
  ...(worker.queue ? { queue: (batch, env) => worker.queue(batch, withModel(env)) } : {}),
  ...(worker.scheduled ? { scheduled: (event, env) => worker.scheduled(event, withModel(env)) } : {}),
}
`

interface World {
  readonly deps: { secret(name: string): Promise<string>; setting(name: string): string }
}

interface Outside {
  readonly server: Server
  readonly origin: string
  /** Whether the source redirects, which nobody may follow. */
  state: { redirects: boolean; followed: number }
}

/** The issuer, the source, the target and the service behind, on this machine. */
const outsideOf = async (jwks: unknown): Promise<Outside> => {
  const state = { redirects: false, followed: 0 }
  const server = createServer(({ url = '', method }, response) => {
    const json = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (url.startsWith('/jwks.json')) return json(jwks)
    if (url.startsWith('/followed')) state.followed += 1
    if (state.redirects && url.startsWith('/source')) return response.writeHead(302, { location: '/followed' }).end()
    if (url.startsWith('/source'))
      return json(url.includes('?from=') ? [{ id: 'a', amount: 3 }] : { items: [{ id: 'a', name: 'x' }] })
    return json(method === 'GET' && url.startsWith('/target') ? { items: [] } : { ok: true })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state }
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

interface Config {
  readonly vars?: Record<string, string>
  readonly secrets?: { readonly required: readonly string[] }
  readonly queues?: {
    readonly producers: readonly unknown[]
    readonly consumers: readonly { readonly queue: string }[]
  }
  readonly assets?: object
  readonly triggers?: { readonly crons: readonly string[] }
  readonly d1_databases?: readonly unknown[]
  readonly r2_buckets?: readonly unknown[]
  readonly durable_objects?: object
}

const ADDRESSES: Readonly<Record<string, string>> = {
  ...{ JWKS_URL: '/jwks.json', UPSTREAM_URL: '/upstream', SOURCE_URL: '/source', TARGET_URL: '/target' },
}

/** The configuration of the project with our entry and addresses of this machine. */
const liveConfig = (config: Config, { deps }: World, origin: string): object => {
  const { ai: _ai, vars = {}, ...rest } = config as Config & { ai?: unknown }
  const ours = Object.keys(vars).map((name) => {
    const path = ADDRESSES[name]
    return [name, path === undefined ? (name === 'MODEL_ID' ? 'live' : deps.setting(name)) : origin + path]
  })
  const queue = config.queues?.consumers[0]?.queue
  return {
    ...rest,
    ...{ main: 'live-entry.mjs', vars: Object.fromEntries(ours) },
    ...(config.assets === undefined ? {} : { assets: { ...config.assets, run_worker_first: true } }),
    ...(queue === undefined
      ? {}
      : { queues: { ...config.queues, producers: [...(config.queues?.producers ?? []), { binding: 'LIVE', queue }] } }),
  }
}

/** A project that runs. */
interface Live {
  readonly config: Config
  readonly origin: string
  readonly outside: Outside
  readonly folder: string
  readonly lines: () => string
}

const expect = (is: boolean, what: string, live: Live): void => {
  if (!is) throw new Error(`live: ${what}\n${live.lines().slice(-3_000)}`)
}

const post = (live: Live, path: string, value: unknown): Promise<Response> =>
  fetch(`${live.origin}/__live/${path}`, { method: 'POST', body: JSON.stringify(value) })

/** Waits until the Worker has said something that often. */
const said = async (live: Live, text: RegExp, times: number, what: string): Promise<void> => {
  const until = Date.now() + DONE_MS
  const count = () => [...live.lines().matchAll(text)].length
  while (count() < times && Date.now() < until) await wait(100)
  expect(count() >= times, `${what}: not said ${times} times`, live)
}

const load = async <T>(folder: string, path: string): Promise<T> =>
  (await import(pathToFileURL(join(folder, path)).href)) as T

const toLive = (request: Request, { origin }: Live): Request => {
  const { pathname, search } = new URL(request.url)
  return new Request(origin + pathname + search, request)
}

interface Credentials {
  readonly JWKS?: { readonly keys: readonly { readonly kid: string; readonly alg: string }[] }
  readonly tokenOf?: (claims: object, head: object) => string
}

/** Tokens of each algorithm that is accepted: Workers have a cryptography of their own. */
const tryTokens = async (good: () => Promise<Request>, live: Live): Promise<void> => {
  const { JWKS, tokenOf } = await load<Credentials>(live.folder, 'test/support/credentials.ts')
  for (const { kid, alg } of JWKS?.keys ?? []) {
    const request = toLive(await good(), live)
    request.headers.set('authorization', `Bearer ${tokenOf?.({}, { kid, alg })}`)
    const answer = await fetch(request)
    expect(answer.status < 300, `a token with ${alg}: ${answer.status} ${await answer.text()}`, live)
    const forged = toLive(await good(), live)
    forged.headers.set('authorization', `Bearer ${tokenOf?.({}, { kid, alg }).slice(0, -6)}AAAAAA`)
    const refused = await fetch(forged)
    expect(refused.status === 401, `a forged token with ${alg}: ${refused.status} ${await refused.text()}`, live)
  }
}

const tryHttp = async (live: Live): Promise<void> => {
  const { goodRequest } = await load<{ goodRequest: () => Promise<Request> }>(live.folder, 'test/support/requests.ts')
  const good = await fetch(toLive(await goodRequest(), live))
  expect(good.status < 300, `the good request: ${good.status} ${await good.text()}`, live)
  const bare = await goodRequest()
  const { method, url } = bare
  const body = method === 'GET' ? {} : { body: await bare.text() }
  const refused = await fetch(toLive(new Request(url, { method, ...body }), live))
  expect(refused.status === 401, `without a credential: ${refused.status} ${await refused.text()}`, live)
  await tryTokens(goodRequest, live)
}

const DONE = /\\?"outcome\\?":\\?"done\\?"/g
const UNUSABLE = /\\?"outcome\\?":\\?"unusable\\?"/g

const TASKS: Readonly<Partial<Record<PatternId, unknown>>> = {
  'queue-consumer': { id: 'live', kind: 'add', account: 'a', units: 5 },
  'agent-worker': { id: 'live', goal: 'Finish at once' },
}

/** What comes by a queue: of the pattern's own producer where it has one, else of ours. */
const tryQueue = async (pattern: PatternId, live: Live): Promise<void> => {
  const task = TASKS[pattern]
  if (task !== undefined) await post(live, 'send', [task])
  if (pattern === 'event-fanout') return
  await said(live, DONE, 1, 'a good message')
  await post(live, 'send', [{ strange: true }])
  await said(live, UNUSABLE, 1, 'a message that is none')
}

const tryFile = async (live: Live): Promise<void> => {
  const put = await fetch(`${live.origin}/__live/put`, { method: 'POST', body: 'id,amount\na,12.50\n' })
  await post(live, 'send', [await put.json()])
  await said(live, DONE, 1, 'a good file')
  await post(live, 'send', [{ object: {} }])
  await said(live, UNUSABLE, 1, 'a notification that is none')
}

const tryStream = async (live: Live): Promise<void> => {
  await post(live, 'send', [{ key: 'a', data: { order: 'a', at: Date.now(), value: 5 } }, null])
  await said(live, /\\?"taken\\?":1/g, 1, 'a good entry')
  await said(live, /\\?"rejected\\?":1/g, 1, 'an entry that is none')
}

const trySchedule = async (live: Live): Promise<void> => {
  const [cron = ''] = live.config.triggers?.crons ?? []
  const run = () => fetch(`${live.origin}/__live/scheduled?cron=${encodeURIComponent(cron)}`)
  live.outside.state.redirects = true
  const redirected = await run()
  expect(redirected.status === 500 && live.outside.state.followed === 0, 'a redirect of the source was followed', live)
  live.outside.state.redirects = false
  const ran = await run()
  expect(ran.ok, `the job: ${await ran.text()}`, live)
  const rows = (await (await fetch(`${live.origin}/__live/rows`)).json()) as { partition: string }[]
  expect(
    rows.some(({ partition }) => /reports|runs/.test(partition)),
    `the job left ${JSON.stringify(rows)}`,
    live,
  )
}

const opened = (address: string): Promise<{ socket: WebSocket; heard: string[] } | undefined> =>
  new Promise((done) => {
    const socket = new WebSocket(address)
    const heard: string[] = []
    socket.onmessage = ({ data }) => void heard.push(String(data))
    socket.onopen = () => done({ socket, heard })
    socket.onerror = () => done(undefined)
  })

const tryConnection = async (live: Live): Promise<void> => {
  const { authorized } = await load<{ authorized: (method: string, path: string) => Request }>(
    live.folder,
    'test/support/credentials.ts',
  )
  const token = authorized('GET', '/').headers.get('authorization')?.slice('Bearer '.length) ?? ''
  const address = live.origin.replace('http', 'ws')
  expect((await opened(`${address}/?room=lobby`)) === undefined, 'a connection without a credential was taken', live)
  expect((await opened(`${address}/?room=LOBBY&token=${token}`)) === undefined, 'a room that is none was taken', live)
  const [a, b] = [
    await opened(`${address}/?room=lobby&token=${token}`),
    await opened(`${address}/?room=lobby&token=${token}`),
  ]
  if (a === undefined || b === undefined)
    throw new Error(`live: a good connection was refused\n${live.lines().slice(-3_000)}`)
  for (let at = 0; at < 60; at++) a.socket.send(JSON.stringify({ type: 'say', text: 'hello' }))
  const until = Date.now() + DONE_MS
  while (a.heard.length < 60 && Date.now() < until) await wait(100)
  await wait(500)
  const said = b.heard.filter((text) => text.includes('"said"')).length
  a.socket.close()
  b.socket.close()
  // The sixty may fall into two windows of twenty.
  expect(said > 0 && said <= 40, `${said} of 60 messages were heard, with a limit of 20 in a window`, live)
}

const migrations = (folder: string): string[] =>
  readFileSync(join(folder, 'migrations/0001_records.sql'), 'utf8')
    .split(';')
    .map((sql) => sql.trim())
    .filter((sql) => sql !== '')

const tryAll = async (pattern: PatternId, live: Live): Promise<void> => {
  const { config, folder } = live
  if (config.d1_databases !== undefined) await post(live, 'migrate', migrations(folder))
  const handler = await load<Record<string, unknown>>(folder, 'src/handler.ts')
  if (handler.http !== undefined) await tryHttp(live)
  if (handler.queue !== undefined) await tryQueue(pattern, live)
  if (handler.file !== undefined) await tryFile(live)
  if (handler.stream !== undefined) await tryStream(live)
  if (handler.schedule !== undefined) await trySchedule(live)
  if (handler.connection !== undefined) await tryConnection(live)
}

const started = async (folder: string, wrangler: string, port: number) => {
  const args = [
    'dev',
    '--config',
    'wrangler.live.jsonc',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--inspector-port',
    '0',
  ]
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' }
  const child: ChildProcess = spawn(process.execPath, [join(wrangler, 'bin/wrangler.js'), ...args], {
    ...{ cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return { child, lines: () => text }
}

const ready = async (live: Live, child: ChildProcess): Promise<void> => {
  const until = Date.now() + READY_MS
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${live.origin}/__live/ready`).catch(() => undefined)
    if (answer?.ok === true) return
    await answer?.body?.cancel()
    await wait(200)
  }
  throw new Error(`live: the Worker did not start\n${live.lines().slice(-4_000)}`)
}

/** The tests' clock stands still in the past; tokens and signatures must be of now. */
const ofNow = (folder: string): void => {
  const path = join(folder, 'test/support/world.ts')
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/START = Date\.UTC\([^)]*\)/, 'START = Math.floor(Date.now() / 1_000) * 1_000'),
  )
}

/** Starts the Worker of a project in workerd and sends it what is good, and what it must refuse. */
export const liveWorker = async (pattern: PatternId, folder: string, wrangler: string): Promise<void> => {
  const config = JSON.parse(readFileSync(join(folder, 'wrangler.jsonc'), 'utf8')) as Config
  ofNow(folder)
  const { world } = await load<{ world: () => World }>(folder, 'test/support/world.ts')
  const credentials =
    config.vars?.JWKS_URL === undefined ? {} : await load<{ JWKS?: unknown }>(folder, 'test/support/credentials.ts')
  const outside = await outsideOf((credentials as { JWKS?: unknown }).JWKS)
  const names = config.secrets?.required ?? []
  const secrets = await Promise.all(names.map(async (name) => `${name}='${await world().deps.secret(name)}'`))
  writeFileSync(join(folder, '.dev.vars'), `${secrets.join('\n')}\n`)
  writeFileSync(join(folder, 'live-entry.mjs'), ENTRY)
  writeFileSync(join(folder, 'wrangler.live.jsonc'), JSON.stringify(liveConfig(config, world(), outside.origin)))
  const port = await freePort()
  const { child, lines } = await started(folder, wrangler, port)
  const live: Live = { config, origin: `http://127.0.0.1:${port}`, outside, folder, lines }
  try {
    await ready(live, child)
    await tryAll(pattern, live)
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    outside.server.closeAllConnections()
    outside.server.close()
  }
}
