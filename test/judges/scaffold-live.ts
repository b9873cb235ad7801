/**
 * Starts the Worker of a scaffold in workerd with wrangler, and sends valid and invalid requests. Bundling proves that
 * a Worker builds; this proves that it runs.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PatternId } from '@signet/scaffolds'
import { type Config, type LiveWorker, type LocalSystems, load, post, tryAll } from './scaffold-trials.ts'

const READY_MS = 90_000

/** Additional entries through which the judge reaches the bindings. The Worker itself is the deployed one. */
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

interface TestWorld {
  readonly deps: { secret(name: string): Promise<string>; setting(name: string): string }
}

/** Local stand-ins for the issuer, the source, the target and the upstream service. */
const startLocalSystems = async (jwks: unknown): Promise<LocalSystems> => {
  const state = { redirects: false, followed: 0 }
  const server = createServer(({ url = '', method }, response) => {
    const json = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (url.startsWith('/jwks.json')) return json(jwks)
    if (url.startsWith('/followed')) state.followed += 1
    if (state.redirects && url.startsWith('/source')) return response.writeHead(302, { location: '/followed' }).end()
    if (url.startsWith('/source'))
      return json(url.includes('?from=') ? [{ id: 'a', amount: 3 }] : { items: [{ id: 'a', fields: { name: 'x' } }] })
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

const ADDRESSES: Readonly<Record<string, string>> = {
  JWKS_URL: '/jwks.json',
  UPSTREAM_URL: '/upstream',
  SOURCE_URL: '/source',
  TARGET_URL: '/target',
}

/** The configuration of the project with the judge's entry and local addresses. */
const liveConfig = (config: Config, { deps }: TestWorld, origin: string): object => {
  const { ai: _ai, vars = {}, ...rest } = config as Config & { ai?: unknown }
  const values = Object.keys(vars).map((name) => {
    const path = ADDRESSES[name]
    return [name, path === undefined ? (name === 'MODEL_ID' ? 'live' : deps.setting(name)) : origin + path]
  })
  const queue = config.queues?.consumers[0]?.queue
  return {
    ...rest,
    main: 'live-entry.mjs',
    vars: Object.fromEntries(values),
    ...(config.assets === undefined ? {} : { assets: { ...config.assets, run_worker_first: true } }),
    ...(queue === undefined
      ? {}
      : { queues: { ...config.queues, producers: [...(config.queues?.producers ?? []), { binding: 'LIVE', queue }] } }),
  }
}

const migrations = (folder: string): string[] =>
  readFileSync(join(folder, 'migrations/0001_records.sql'), 'utf8')
    .split(';')
    .map((sql) => sql.trim())
    .filter((sql) => sql !== '')

const startWrangler = async (folder: string, wrangler: string, port: number) => {
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
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return { child, lines: () => output }
}

const waitUntilReady = async (live: LiveWorker, child: ChildProcess): Promise<void> => {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${live.origin}/__live/ready`).catch(() => undefined)
    if (answer?.ok === true) return
    await answer?.body?.cancel()
    await delay(200)
  }
  throw new Error(`live: the Worker did not start\n${live.lines().slice(-4_000)}`)
}

/** The clock of the tests is fixed in the past, but tokens and signatures must be current. */
const useCurrentTime = (folder: string): void => {
  const path = join(folder, 'test/support/world.ts')
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/START = Date\.UTC\([^)]*\)/, 'START = Math.floor(Date.now() / 1_000) * 1_000'),
  )
}

/** Starts the Worker of a project in workerd and sends valid and invalid requests. */
export const liveWorker = async (pattern: PatternId, folder: string, wrangler: string): Promise<void> => {
  const config = JSON.parse(readFileSync(join(folder, 'wrangler.jsonc'), 'utf8')) as Config
  useCurrentTime(folder)
  const { world } = await load<{ world: () => TestWorld }>(folder, 'test/support/world.ts')
  const credentials =
    config.vars?.JWKS_URL === undefined ? {} : await load<{ JWKS?: unknown }>(folder, 'test/support/credentials.ts')
  const localSystems = await startLocalSystems((credentials as { JWKS?: unknown }).JWKS)
  const names = config.secrets?.required ?? []
  const secrets = await Promise.all(names.map(async (name) => `${name}='${await world().deps.secret(name)}'`))
  writeFileSync(join(folder, '.dev.vars'), `${secrets.join('\n')}\n`)
  writeFileSync(join(folder, 'live-entry.mjs'), ENTRY)
  writeFileSync(join(folder, 'wrangler.live.jsonc'), JSON.stringify(liveConfig(config, world(), localSystems.origin)))
  const port = await freePort()
  const { child, lines } = await startWrangler(folder, wrangler, port)
  const live: LiveWorker = { config, origin: `http://127.0.0.1:${port}`, outside: localSystems, folder, lines }
  try {
    await waitUntilReady(live, child)
    if (config.d1_databases !== undefined) await post(live, 'migrate', migrations(folder))
    await tryAll(pattern, live)
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    localSystems.server.closeAllConnections()
    localSystems.server.close()
  }
}
