import { type Code, code } from '../../code.ts'
import type { Scheme } from '../../parts/verification/hmac-source.ts'

const STANDARD = code`
/** The event in a body. @throws Unusable when it is none. */
export const read$EntityEvent = (body: Readonly<Record<string, unknown>>, _receivedAt: number): $EntityEvent => {
  const at = Date.parse(String(body.happened_at))
  if (Number.isNaN(at)) throw new Unusable('happened_at must be an ISO 8601 time')
  return { type: textOf(body.type, 'type'), subject: textOf(body.subject, 'subject'), happenedAt: at, data: objectOf(body.data) }
}
`

const STRIPE = code`
/** The event in a body: Stripe's Event, of which data.object is what it is about. @throws Unusable when it is none. */
export const read$EntityEvent = (body: Readonly<Record<string, unknown>>, _receivedAt: number): $EntityEvent => {
  if (typeof body.created !== 'number') throw new Unusable('created must be Unix seconds')
  const data = objectOf(objectOf(body.data).object)
  return { type: textOf(body.type, 'type'), subject: textOf(data.id, 'data.object.id'), happenedAt: body.created * 1_000, data }
}
`

const GITHUB = code`
/** The event in a body. GitHub sends no time of its own for all events, so it is when we had it. @throws Unusable. */
export const read$EntityEvent = (body: Readonly<Record<string, unknown>>, receivedAt: number): $EntityEvent => {
  const { full_name: subject } = objectOf(body.repository)
  const type = body.action === undefined ? 'sent' : textOf(body.action, 'action')
  return { type, subject: textOf(subject, 'repository.full_name'), happenedAt: receivedAt, data: body }
}
`

const READERS: Readonly<Record<Scheme, Code>> = { standard: STANDARD, stripe: STRIPE, github: GITHUB }

export const rules = (scheme: Scheme): Code => code`
import { Unusable } from '../queue/queue.ts'

/** What happened, as the sender tells it. */
export interface $EntityEvent {
  readonly type: string
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly happenedAt: number
  readonly data: Readonly<Record<string, unknown>>
}

/** What we know of a $noun from its events. */
export interface $Entity {
  readonly status: string
  readonly changedAt: number
  readonly data: Readonly<Record<string, unknown>>
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const textOf = (value: unknown, name: string): string => {
  if (typeof value !== 'string' || value === '' || value.length > 200) throw new Unusable(name + ' must be 1 to 200 characters')
  return value
}

${READERS[scheme]}

/** The $noun after an event. Events come in any order: one that is older than what is known changes nothing. */
export const after$EntityEvent = (known: $Entity | undefined, event: $EntityEvent): $Entity | undefined => {
  if (known !== undefined && known.changedAt >= event.happenedAt) return undefined
  return { status: event.type, changedAt: event.happenedAt, data: event.data }
}
`

export const handler = code`
import { after$EntityEvent, type $Entity, type $EntityEvent, read$EntityEvent } from './$kebab/$kebab-events.ts'
import { parseObject } from './http/body.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import { once } from './records/once.ts'

/** Senders repeat for three days at most. */
const SEEN_MS = 259_200_000

interface Work {
  readonly id: string
  readonly receivedAt: number
  readonly body: Record<string, unknown>
}

/**
 * Takes a verified event: the answer comes before any work. An event is marked as seen behind its message, so that a fault
 * between the two repeats it instead of losing it; the worker has one effect an id.
 */
const receive = async ({ body, caller, deps }: Call): Promise<Response> => {
  const work: Work = { id: caller.id, receivedAt: deps.now(), body: parseObject(body) }
  if (await deps.records.get('seen', work.id)) return reply(202, { received: true, repeated: true })
  await deps.queue.send(work)
  await deps.records.insert('seen', work.id, { at: deps.now() }, deps.now() + SEEN_MS)
  return reply(202, { received: true, repeated: false })
}

const routes: readonly Route[] = [
  { method: 'POST', path: '/webhooks/$kebabs', run: receive },
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)

const store = async (event: $EntityEvent, deps: Deps): Promise<void> => {
  const row = await deps.records.get<$Entity>('$kebabs', event.subject)
  const next = after$EntityEvent(row?.value, event)
  if (next === undefined) return
  const isWritten = row
    ? await deps.records.replace('$kebabs', event.subject, next, row.version)
    : await deps.records.insert('$kebabs', event.subject, next)
  if (!isWritten) throw new Error('Another event of this $noun was quicker; this one comes again')
}

/** Works on one event. */
export const queue = async ({ body }: Message, deps: Deps): Promise<void> => {
  const { id, body: told, receivedAt = 0 } = (body ?? {}) as Partial<Work>
  if (typeof id !== 'string' || typeof told !== 'object') throw new Unusable('The message is no event')
  const event = read$EntityEvent(told, receivedAt)
  await once(deps.records, id, deps.now, () => store(event, deps))
}
`

const BODIES: Readonly<Record<Scheme, Code>> = {
  standard: code`  { type, subject, happened_at: new Date(START + ms).toISOString(), data: { amount: 1200 } }`,
  stripe: code`  { type, created: (START + ms) / 1_000, data: { object: { id: subject, amount: 1200 } } }`,
  github: code`  { action: type, repository: { full_name: subject } }`,
}

/** A body as the sender writes it. */
export const eventBody = (scheme: Scheme): Code =>
  code`
import { START } from './world.ts'

/** The body of an event, so many milliseconds after the start. */
export const eventBody = (type: string, subject: string, ms = 0): Record<string, unknown> => (
${BODIES[scheme]}
)
`
    .replace('=> (\n  {', '=> ({')
    .replace('}\n)', '})') as Code

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http, queue } from '../src/handler.ts'
import { eventBody } from './support/event-body.ts'
import { goodRequest } from './support/requests.ts'
import { START, world } from './support/world.ts'

/** The message that an accepted event leaves. */
const work = (id: string, type: string, ms: number, subject = 's-1') => ({
  id: 'm-' + id,
  attempt: 1,
  body: { id, receivedAt: START + ms, body: eventBody(type, subject, ms) },
})
`
