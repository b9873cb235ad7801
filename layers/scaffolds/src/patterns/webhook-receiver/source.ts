import { type Code, code, joined } from '../../code.ts'
import type { Context } from '../../design.ts'
import type { Scheme } from '../../parts/verification/hmac-source.ts'
import { aboutOf, githubBody, githubReader } from './github.ts'

const STANDARD = code`
/** The event in a body. @throws Unusable when it is none. */
export const read$EntityEvent = ({ body }: Told): $EntityEvent => {
  const at = Date.parse(String(body.happened_at))
  if (Number.isNaN(at)) throw new Unusable('happened_at must be an ISO 8601 time')
  return { type: textOf(body.type, 'type'), subject: textOf(body.subject, 'subject'), happenedAt: at, data: objectOf(body.data) }
}
`

const STRIPE = code`
/** The event in a body: Stripe's Event, of which data.object is what it is about. @throws Unusable when it is none. */
export const read$EntityEvent = ({ body }: Told): $EntityEvent => {
  if (typeof body.created !== 'number') throw new Unusable('created must be Unix seconds')
  const data = objectOf(objectOf(body.data).object)
  return { type: textOf(body.type, 'type'), subject: textOf(data.id, 'data.object.id'), happenedAt: body.created * 1_000, data }
}
`

const READERS: Readonly<Record<Exclude<Scheme, 'github'>, Code>> = { standard: STANDARD, stripe: STRIPE }

export const rules = (scheme: Scheme, context: Context): Code => code`
import { Unusable } from '../queue/queue.ts'

/** A delivery as it was received. */
export interface Told {
${joined([
  scheme === 'github' ? code`  /** X-GitHub-Event: which kind of event it is. */\n  readonly event: string` : undefined,
  code`  /** Milliseconds since 1970. */\n  readonly receivedAt: number`,
])}
  readonly body: Readonly<Record<string, unknown>>
}

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

${scheme === 'github' ? githubReader(aboutOf(context)) : READERS[scheme]}

/** The $noun after an event. Events come in any order: one that is older than what is known changes nothing; of equals the later counts. */
export const after$EntityEvent = (known: $Entity | undefined, event: $EntityEvent): $Entity | undefined => {
  if (known !== undefined && known.changedAt > event.happenedAt) return undefined
  return { status: event.type, changedAt: event.happenedAt, data: event.data }
}
`

/** How long ids are kept, and why. */
const SEEN: Readonly<Record<Scheme, Code>> = {
  standard: code`/** Senders repeat for three days at most. */`,
  stripe: code`/** Stripe repeats for three days. */`,
  github: code`/** GitHub does not repeat by itself; a person can have a delivery sent again for three days. */`,
}

/** What is noted of a request before anything is done. */
const NOTED: Readonly<Record<Scheme, Code>> = {
  standard: code`  const work: Work = { id: caller.id, receivedAt: deps.now(), body: parseObject(body) }`,
  stripe: code`  const work: Work = { id: caller.id, receivedAt: deps.now(), body: parseObject(body) }`,
  github: code`
  const event = headers.get('x-github-event') ?? ''
  // GitHub asks whether somebody is there.
  if (event === 'ping') return reply(200, { pong: true })
  if (event !== ABOUT.event) {
    deps.log({ event: 'ignored', kind: event.slice(0, 64) })
    return reply(202, { received: true, ignored: true })
  }
  const work: Work = { id: caller.id, event, receivedAt: deps.now(), body: parseObject(body) }
  deps.log({ event: 'delivery', delivery: (headers.get('x-github-delivery') ?? '').slice(0, 64), id: work.id })`,
}

const RECEIVE = (scheme: Scheme) => code`
import { ${scheme === 'github' ? code`ABOUT, after$EntityEvent` : code`after$EntityEvent`}, type $Entity, type $EntityEvent, read$EntityEvent, type Told } from './$kebab/$kebab-events.ts'
import { parseObject } from './http/body.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import { once } from './records/once.ts'

${SEEN[scheme]}
const SEEN_MS = 259_200_000

interface Work extends Told {
  readonly id: string
}

/**
 * Takes a verified event: the answer comes before any work. An event is marked as seen behind its message, so that a fault
 * between the two repeats it instead of losing it; the worker has one effect an id.
 */
const receive = async ({ body, ${scheme === 'github' ? code`headers, ` : code``}caller, deps }: Call): Promise<Response> => {
${NOTED[scheme]}
  if (await deps.records.get('seen', work.id)) return reply(202, { received: true, repeated: true })
  await deps.queue.send(work)
  await deps.records.insert('seen', work.id, { at: deps.now() }, deps.now() + SEEN_MS)
  return reply(202, { received: true, repeated: false })
}
`

const WORK = code`
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
  const { id, ...told } = (body ?? {}) as Partial<Work>
  if (typeof id !== 'string' || typeof told.body !== 'object' || typeof told.receivedAt !== 'number') throw new Unusable('The message is no event')
  const event = read$EntityEvent(told as Told)
  await once(deps.records, id, deps.now, () => store(event, deps))
}
`

export const handler = (scheme: Scheme) => code`
${RECEIVE(scheme)}

${WORK}
`

const BODIES: Readonly<Record<Exclude<Scheme, 'github'>, Code>> = {
  standard: code`
import { START } from './world.ts'

/** What happens first and then in tests, as it is kept. */
export const [FIRST, THEN] = ['paid', 'refunded'] as const
export const SUBJECT = 's-1'

/** The body of an event, so many milliseconds after the start. */
export const eventBody = (type: string, subject = SUBJECT, ms = 0): Record<string, unknown> => ({
  type,
  subject,
  happened_at: new Date(START + ms).toISOString(),
  data: { amount: 1200 },
})
`,
  stripe: code`
import { START } from './world.ts'

/** What happens first and then in tests, as it is kept. */
export const [FIRST, THEN] = ['charge.succeeded', 'charge.refunded'] as const
export const SUBJECT = 'ch_1'

/** The body of an event, so many milliseconds after the start. */
export const eventBody = (type: string, subject = SUBJECT, ms = 0): Record<string, unknown> => ({
  type,
  created: (START + ms) / 1_000,
  data: { object: { id: subject, amount: 1200 } },
})
`,
}

/** `test/support/event-body.ts`: a body as the sender writes it. */
export const eventBody = (scheme: Scheme, context: Context): Code =>
  scheme === 'github' ? githubBody(aboutOf(context)) : BODIES[scheme]

export const testHead = (scheme: Scheme) => code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
${joined([
  scheme === 'github' ? code`import { ABOUT } from '../src/$kebab/$kebab-events.ts'` : undefined,
  code`import { http, queue } from '../src/handler.ts'`,
  code`import { contested } from './support/contested.ts'`,
  scheme === 'github' ? code`import { authorized } from './support/credentials.ts'` : undefined,
  code`import { eventBody, FIRST, SUBJECT, THEN } from './support/event-body.ts'`,
])}
import { ${scheme === 'github' ? code`goodRequest, PATH` : code`goodRequest`} } from './support/requests.ts'
import { START, world } from './support/world.ts'

/** The message that an accepted event leaves. */
const work = (id: string, type: string, ms: number, subject = SUBJECT) => ({
  id: 'm-' + id,
  attempt: 1,
  body: { id, ${scheme === 'github' ? code`event: ABOUT.event, ` : code``}receivedAt: START + ms, body: eventBody(type, subject, ms) },
})
const statusOf = async ({ records }: ReturnType<typeof world>['deps'], subject = SUBJECT) =>
  (await records.get<{ status: string }>('$kebabs', subject))?.value.status
`
