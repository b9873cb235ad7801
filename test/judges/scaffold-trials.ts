/** Requests and events for a running Worker: valid ones, and invalid ones that it must refuse. */
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { PatternId } from '@signet/scaffolds'

const DONE_MS = 15_000

/** Local systems that the Worker calls. */
export interface LocalSystems {
  readonly server: Server
  readonly origin: string
  /** True if the source redirects. The Worker must not follow redirects. */
  state: { redirects: boolean; followed: number }
}

/** The fields of wrangler.jsonc that the judge reads. */
export interface Config {
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

/** A running project. */
export interface LiveWorker {
  readonly config: Config
  readonly origin: string
  readonly outside: LocalSystems
  readonly folder: string
  readonly lines: () => string
}

const expect = (isTrue: boolean, failure: string, live: LiveWorker): void => {
  if (!isTrue) throw new Error(`live: ${failure}\n${live.lines().slice(-3_000)}`)
}

export const post = (live: LiveWorker, path: string, value: unknown): Promise<Response> =>
  fetch(`${live.origin}/__live/${path}`, { method: 'POST', body: JSON.stringify(value) })

/** Waits until the log of the Worker shows the outcome of what was sent. */
const waitForLog = async (live: LiveWorker, outcome: RegExp, sent: string): Promise<void> => {
  const deadline = Date.now() + DONE_MS
  const isLogged = () => outcome.test(live.lines())
  while (!isLogged() && Date.now() < deadline) await delay(100)
  expect(isLogged(), `${sent}: ${outcome} was not logged`, live)
}

/** Imports a module of the project. */
export const load = async <T>(folder: string, path: string): Promise<T> =>
  (await import(pathToFileURL(join(folder, path)).href)) as T

const toLive = (request: Request, { origin }: LiveWorker): Request => {
  const { pathname, search } = new URL(request.url)
  return new Request(origin + pathname + search, request)
}

interface Credentials {
  readonly JWKS?: { readonly keys: readonly { readonly kid: string; readonly alg: string }[] }
  readonly tokenOf?: (claims: object, head: object) => string
}

/** Tries tokens of each accepted algorithm, because Workers have a different crypto implementation. */
const tryTokens = async (good: () => Promise<Request>, live: LiveWorker): Promise<void> => {
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

const tryHttp = async (live: LiveWorker): Promise<void> => {
  const { goodRequest } = await load<{ goodRequest: () => Promise<Request> }>(live.folder, 'test/support/requests.ts')
  const good = await fetch(toLive(await goodRequest(), live))
  expect(good.status < 300, `the valid request: ${good.status} ${await good.text()}`, live)
  const unauthenticated = await goodRequest()
  const { method, url } = unauthenticated
  const body = method === 'GET' ? {} : { body: await unauthenticated.text() }
  const refused = await fetch(toLive(new Request(url, { method, ...body }), live))
  expect(refused.status === 401, `without a credential: ${refused.status} ${await refused.text()}`, live)
  await tryTokens(goodRequest, live)
}

const DONE = /\\?"outcome\\?":\\?"done\\?"/
const UNUSABLE = /\\?"outcome\\?":\\?"unusable\\?"/

const TASKS: Readonly<Partial<Record<PatternId, unknown>>> = {
  'queue-consumer': { id: 'live', about: 'a' },
  'agent-worker': { id: 'live', goal: 'Finish at once' },
}

/** Tries messages of a queue: the pattern's own messages, or those of the judge. */
const tryQueue = async (pattern: PatternId, live: LiveWorker): Promise<void> => {
  const task = TASKS[pattern]
  if (task !== undefined) await post(live, 'send', [task])
  if (pattern === 'event-fanout') return
  // The customer implements the effect of a consumer. Until then a message fails with the reason.
  await waitForLog(live, pattern === 'queue-consumer' ? /NotImplemented: carryOut/ : DONE, 'a valid message')
  await post(live, 'send', [{ unknown: true }])
  await waitForLog(live, UNUSABLE, 'a malformed message')
}

const tryFile = async (live: LiveWorker): Promise<void> => {
  const putResponse = await fetch(`${live.origin}/__live/put`, { method: 'POST', body: 'id,amount\na,12.50\n' })
  await post(live, 'send', [await putResponse.json()])
  await waitForLog(live, DONE, 'a valid file')
  await post(live, 'send', [{ object: {} }])
  await waitForLog(live, UNUSABLE, 'a malformed notification')
}

const tryStream = async (live: LiveWorker): Promise<void> => {
  await post(live, 'send', [{ key: 'a', data: { order: 'a', at: Date.now(), value: 5 } }, null])
  await waitForLog(live, /\\?"taken\\?":1/, 'a valid entry')
  await waitForLog(live, /\\?"rejected\\?":1/, 'a malformed entry')
}

const runSchedule = (live: LiveWorker): Promise<Response> => {
  const [cron = ''] = live.config.triggers?.crons ?? []
  return fetch(`${live.origin}/__live/scheduled?cron=${encodeURIComponent(cron)}`)
}

/** Tries a job with a source that redirects, which the job must refuse. */
const trySource = async (live: LiveWorker): Promise<void> => {
  live.outside.state.redirects = true
  const redirected = await runSchedule(live)
  expect(redirected.status === 500 && live.outside.state.followed === 0, 'a redirect of the source was followed', live)
  live.outside.state.redirects = false
  const response = await runSchedule(live)
  expect(response.ok, `the job: ${await response.text()}`, live)
  const rows = (await (await fetch(`${live.origin}/__live/rows`)).json()) as { partition: string }[]
  expect(
    rows.some(({ partition }) => /reports|runs/.test(partition)),
    `the job stored ${JSON.stringify(rows)}`,
    live,
  )
}

/** Tries a scheduled job. Other patterns sweep their own rows. */
const trySchedule = async (live: LiveWorker): Promise<void> => {
  if (live.config.vars?.SOURCE_URL !== undefined) return trySource(live)
  const response = await runSchedule(live)
  expect(response.ok, `the schedule: ${await response.text()}`, live)
}

const openSocket = (address: string): Promise<{ socket: WebSocket; received: string[] } | undefined> =>
  new Promise((done) => {
    const socket = new WebSocket(address)
    const received: string[] = []
    socket.onmessage = ({ data }) => void received.push(String(data))
    socket.onopen = () => done({ socket, received })
    socket.onerror = () => done(undefined)
  })

const tryConnection = async (live: LiveWorker): Promise<void> => {
  const { authorized } = await load<{ authorized: (method: string, path: string) => Request }>(
    live.folder,
    'test/support/credentials.ts',
  )
  const token = authorized('GET', '/').headers.get('authorization')?.slice('Bearer '.length) ?? ''
  const address = live.origin.replace('http', 'ws')
  expect(
    (await openSocket(`${address}/?room=lobby`)) === undefined,
    'a connection without a credential was accepted',
    live,
  )
  expect(
    (await openSocket(`${address}/?room=LOBBY&token=${token}`)) === undefined,
    'an invalid room was accepted',
    live,
  )
  const a = await openSocket(`${address}/?room=lobby&token=${token}`)
  const b = await openSocket(`${address}/?room=lobby&token=${token}`)
  if (a === undefined || b === undefined)
    throw new Error(`live: a good connection was refused\n${live.lines().slice(-3_000)}`)
  for (let index = 0; index < 60; index++) a.socket.send(JSON.stringify({ type: 'say', text: 'hello' }))
  const deadline = Date.now() + DONE_MS
  while (a.received.length < 60 && Date.now() < deadline) await delay(100)
  await delay(500)
  const delivered = b.received.filter((text) => text.includes('"said"')).length
  a.socket.close()
  b.socket.close()
  // Sixty messages can fall into two windows of twenty.
  expect(
    delivered > 0 && delivered <= 40,
    `${delivered} of 60 messages were delivered, with a limit of 20 per window`,
    live,
  )
}

/** Tries every kind of event that the handler of the project exports. */
export const tryAll = async (pattern: PatternId, live: LiveWorker): Promise<void> => {
  const handler = await load<Record<string, unknown>>(live.folder, 'src/handler.ts')
  if (handler.http !== undefined) await tryHttp(live)
  if (handler.queue !== undefined) await tryQueue(pattern, live)
  if (handler.file !== undefined) await tryFile(live)
  if (handler.stream !== undefined) await tryStream(live)
  if (handler.schedule !== undefined) await trySchedule(live)
  if (handler.connection !== undefined) await tryConnection(live)
}
