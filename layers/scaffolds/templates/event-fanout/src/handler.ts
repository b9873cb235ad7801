import { createHmac, randomBytes } from 'node:crypto'
import {
  type $EntityEvent,
  matches,
  read$EntityEvent,
  readSubscription,
  type Subscription,
} from './$kebab/$kebab-events.ts'
import { parseObject } from './http/body.ts'
import { absent, Problem } from './http/problem.ts'
import { type Call, type Route, reply, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import { backoffMs } from './retry/backoff.ts'

export const MAX_SUBSCRIPTIONS = 100
/** Attempts within about a day and a half. After that a delivery is abandoned and only logged. */
export const MAX_ATTEMPTS = 12

const partitionOf = (tenant: string): string => `subscriptions#${tenant}`

interface Delivery {
  readonly tenant: string
  readonly subscription: string
  readonly event: $EntityEvent
  readonly attempt: number
}

/** Accepts an event and sends one message per subscription, so that a slow receiver does not delay the others. */
const publish = async ({ body, caller, deps }: Call): Promise<Response> => {
  const event = read$EntityEvent(parseObject(body))
  const rows = await deps.records.list<Subscription>(partitionOf(caller.tenant), { limit: MAX_SUBSCRIPTIONS })
  const matching = rows.filter(({ value }) => matches(value, event.type))
  for (const { id } of matching)
    await deps.queue.send({ tenant: caller.tenant, subscription: id, event, attempt: 1 } satisfies Delivery)
  return reply(202, { id: event.id, deliveries: matching.length })
}

const subscribe = async ({ body, caller, deps }: Call): Promise<Response> => {
  const key = `whsec_${randomBytes(24).toString('base64')}`
  const subscription: Subscription = { ...readSubscription(parseObject(body)), key }
  const id = deps.newId()
  const partition = partitionOf(caller.tenant)
  if (!(await deps.records.insert(partition, id, subscription))) throw new Error('The new ID already exists')
  // Counted after the write, so that concurrent requests cannot exceed the limit.
  if ((await deps.records.list(partition, { limit: MAX_SUBSCRIPTIONS + 1 })).length > MAX_SUBSCRIPTIONS) {
    await deps.records.remove(partition, id, 1)
    throw new Problem(
      409,
      'too_many_subscriptions',
      `A tenant can have at most ${MAX_SUBSCRIPTIONS} subscriptions. Remove one first`,
    )
  }
  return reply(201, { id, ...subscription })
}

const unsubscribe = async ({ params, caller, deps }: Call): Promise<Response> => {
  const row = await deps.records.get<Subscription>(partitionOf(caller.tenant), params.id ?? '')
  if (row === undefined) throw absent()
  // Subscriptions never change, so a refused removal means that another request removed it.
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

/** Headers of Standard Webhooks. Receivers recognize a repetition by webhook-id. */
const headersOf = (id: string, text: string, key: string, nowMs: number): Record<string, string> => {
  const seconds = String(Math.floor(nowMs / 1_000))
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', bytes).update(`${id}.${seconds}.${text}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
}

const deliver = async ({ event, subscription }: Delivery, { url, key }: Subscription, deps: Deps): Promise<number> => {
  const text = JSON.stringify({ type: event.type, data: event.data })
  const headers = headersOf(`${event.id}.${subscription}`, text, key, deps.now())
  try {
    const response = await deps.fetch(url, {
      method: 'POST',
      headers,
      body: text,
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}

/** Delivers an event once to one receiver. A failed delivery is retried by a delayed message. */
export const queue = async ({ body }: Message, deps: Deps): Promise<void> => {
  const delivery = body as Delivery | null
  if (typeof delivery?.subscription !== 'string' || typeof delivery.event?.id !== 'string')
    throw new Unusable('The message is not a delivery')
  const row = await deps.records.get<Subscription>(partitionOf(delivery.tenant), delivery.subscription)
  if (row === undefined) return
  const status = await deliver(delivery, row.value, deps)
  const { attempt, event, subscription } = delivery
  const isDone = status >= 200 && status < 300
  deps.log({
    event: 'delivery',
    id: event.id,
    subscription,
    attempt,
    status,
    outcome: isDone ? 'done' : attempt >= MAX_ATTEMPTS ? 'abandoned' : 'retry',
  })
  if (isDone || attempt >= MAX_ATTEMPTS) return
  await deps.queue.send({ ...delivery, attempt: attempt + 1 }, 1_000 + backoffMs(attempt, deps.random, 5_000, 900_000))
}
