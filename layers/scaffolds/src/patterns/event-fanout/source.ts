import { code } from '../../code.ts'

export const rules = code`
import { invalid } from '../http/problem.ts'

/** What happened to a $noun. */
export interface $EntityEvent {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Who wants to know, of what. */
export interface Subscription {
  readonly url: string
  /** Types; one that ends in ".*" takes all that begin so, and "*" takes everything. */
  readonly types: readonly string[]
  /** With what deliveries are signed. Shown once, when it is made. */
  readonly key: string
}

const TYPE = /^[a-z][a-z0-9_]{0,39}([.][a-z][a-z0-9_]{0,39}){0,3}$/

export const read$EntityEvent = (body: Readonly<Record<string, unknown>>): $EntityEvent => {
  const { id, type, data = {} } = body
  if (typeof id !== 'string' || !/^[A-Za-z0-9._:-]{1,100}$/.test(id)) throw invalid('id', 'id must have 1 to 100 characters of a key')
  if (typeof type !== 'string' || !TYPE.test(type)) throw invalid('type', 'type must be words with dots between them')
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw invalid('data', 'data must be an object')
  return { id, type, data: data as Record<string, unknown> }
}

/** Hosts that are never called: names and addresses inside of networks. */
const INSIDE = /^(localhost|.*[.](local|internal|localhost)|[0-9.]+|\\[.*\\]|0x.*|[^.]+)$/

export const readSubscription = (body: Readonly<Record<string, unknown>>): Omit<Subscription, 'key'> => {
  const { url, types } = body
  const parsed = typeof url === 'string' && url.length <= 500 ? URL.parse(url) : null
  if (parsed === null || parsed.protocol !== 'https:' || parsed.username !== '' || parsed.port !== '' || INSIDE.test(parsed.hostname))
    throw invalid('url', 'url must be https, of a public name, without port and user')
  if (!Array.isArray(types) || types.length === 0 || types.length > 20) throw invalid('types', 'types must be a list of 1 to 20')
  for (const type of types)
    if (typeof type !== 'string' || (type !== '*' && !TYPE.test(type.replace(/[.][*]$/, '')))) throw invalid('types', 'A type is no type')
  return { url: parsed.href, types: types as string[] }
}

export const wants = ({ types }: Pick<Subscription, 'types'>, type: string): boolean =>
  types.some((wanted) => wanted === '*' || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1))))
`

export const handler = code`
import { createHmac, randomBytes } from 'node:crypto'
import { type $EntityEvent, read$EntityEvent, readSubscription, type Subscription, wants } from './$kebab/$kebab-events.ts'
import { parseObject } from './http/body.ts'
import { absent, Problem } from './http/problem.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import { backoffMs } from './retry/backoff.ts'

export const MAX_SUBSCRIPTIONS = 100
/** Attempts over about a day and a half; then the delivery is given up, and stays on record. */
export const MAX_ATTEMPTS = 12

const partitionOf = (tenant: string): string => 'subscriptions#' + tenant

interface Delivery {
  readonly tenant: string
  readonly subscription: string
  readonly event: $EntityEvent
  readonly attempt: number
}

/** Takes an event, and makes a message for each who wants it: a slow receiver holds up no other. */
const publish = async ({ body, caller, deps }: Call): Promise<Response> => {
  const event = read$EntityEvent(parseObject(body))
  const rows = await deps.records.list<Subscription>(partitionOf(caller.tenant), { limit: MAX_SUBSCRIPTIONS })
  const wanted = rows.filter(({ value }) => wants(value, event.type))
  for (const { id } of wanted)
    await deps.queue.send({ tenant: caller.tenant, subscription: id, event, attempt: 1 } satisfies Delivery)
  return reply(202, { id: event.id, deliveries: wanted.length })
}

const subscribe = async ({ body, caller, deps }: Call): Promise<Response> => {
  const key = 'whsec_' + randomBytes(24).toString('base64')
  const subscription: Subscription = { ...readSubscription(parseObject(body)), key }
  const id = deps.newId()
  const partition = partitionOf(caller.tenant)
  if (!(await deps.records.insert(partition, id, subscription))) throw new Error('The new id is taken')
  // Counted behind the write: two at once cannot both take the last place.
  if ((await deps.records.list(partition, { limit: MAX_SUBSCRIPTIONS + 1 })).length > MAX_SUBSCRIPTIONS) {
    await deps.records.remove(partition, id, 1)
    throw new Problem(409, 'too_many_subscriptions', 'At most ' + MAX_SUBSCRIPTIONS + ' subscriptions are kept: remove one first')
  }
  return reply(201, { id, ...subscription })
}

const unsubscribe = async ({ params, caller, deps }: Call): Promise<Response> => {
  const row = await deps.records.get<Subscription>(partitionOf(caller.tenant), params.id ?? '')
  if (row === undefined) throw absent()
  // A subscription never changes: who is refused comes behind somebody who has removed it.
  if (!(await deps.records.remove(partitionOf(caller.tenant), row.id, row.version))) throw absent()
  return new Response(null, { status: 204 })
}

const routes: readonly Route[] = [
  { method: 'POST', path: '/v1/$kebab-events', run: publish },
  { method: 'POST', path: '/v1/subscriptions', run: subscribe },
  { method: 'DELETE', path: '/v1/subscriptions/:id', run: unsubscribe },
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)

/** Headers of Standard Webhooks: receivers know a repetition by webhook-id. */
const headersOf = (id: string, text: string, key: string, nowMs: number): Record<string, string> => {
  const seconds = String(Math.floor(nowMs / 1_000))
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', bytes).update(id + '.' + seconds + '.' + text).digest('base64')
  return { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': 'v1,' + signature }
}

const deliver = async ({ event, subscription }: Delivery, { url, key }: Subscription, deps: Deps): Promise<number> => {
  const text = JSON.stringify({ type: event.type, data: event.data })
  const headers = headersOf(event.id + '.' + subscription, text, key, deps.now())
  try {
    const response = await deps.fetch(url, { method: 'POST', headers, body: text, redirect: 'manual', signal: AbortSignal.timeout(5_000) })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}

/** Delivers once to one receiver; what fails comes again later, by a message with a delay. */
export const queue = async ({ body }: Message, deps: Deps): Promise<void> => {
  const delivery = body as Delivery | null
  if (typeof delivery?.subscription !== 'string' || typeof delivery.event?.id !== 'string') throw new Unusable('The message is no delivery')
  const row = await deps.records.get<Subscription>(partitionOf(delivery.tenant), delivery.subscription)
  if (row === undefined) return
  const status = await deliver(delivery, row.value, deps)
  const { attempt, event, subscription } = delivery
  const isDone = status >= 200 && status < 300
  deps.log({ event: 'delivery', id: event.id, subscription, attempt, status, outcome: isDone ? 'done' : attempt >= MAX_ATTEMPTS ? 'given up' : 'again' })
  if (isDone || attempt >= MAX_ATTEMPTS) return
  await deps.queue.send({ ...delivery, attempt: attempt + 1 }, 1_000 + backoffMs(attempt, deps.random, 5_000, 900_000))
}
`

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSubscription, wants } from '../src/$kebab/$kebab-events.ts'
import { http, MAX_ATTEMPTS, MAX_SUBSCRIPTIONS, queue } from '../src/handler.ts'
import { contested } from './support/contested.ts'
import { authorized } from './support/credentials.ts'
import { goodRequest } from './support/requests.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']
const subscribe = async (deps: Deps, types: readonly string[], url = 'https://receiver.example.com/hook'): Promise<{ id: string; key: string }> => {
  const response = await http(authorized('POST', '/v1/subscriptions', JSON.stringify({ url, types })), deps)
  assert.equal(response.status, 201)
  return (await response.json()) as never
}
const message = (body: unknown) => ({ id: 'm', attempt: 1, body })
`
