import { type $Entity, type $EntityEvent, after$EntityEvent, type Delivery } from './$kebab/$kebab-events.ts'
import { HANDLED_EVENT, read$EntityEvent } from './$kebab/read-$kebab-event.ts'
import { parseObject } from './http/body.ts'
import { type Call, type Route, reply, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import { once } from './records/once.ts'

/** Retention of the IDs of received events. $repeats */
const SEEN_MS = 259_200_000

interface EventMessage extends Delivery {
  readonly id: string
}

/**
 * Queues a verified event before it is acknowledged. An event is marked as seen after its message was sent, so a
 * failure in between repeats the event instead of losing it; the worker has one effect per id.
 */
const receive = async ({
  body,
  // #if github
  headers,
  // #endif
  caller,
  deps,
}: Call): Promise<Response> => {
  // #if github
  const event = headers.get('x-github-event') ?? ''
  // GitHub sends a ping when a webhook is created.
  if (event === 'ping') return reply(200, { pong: true })
  if (event !== HANDLED_EVENT.event) {
    deps.log({ event: 'ignored', kind: event.slice(0, 64) })
    return reply(202, { received: true, ignored: true })
  }
  // #endif
  const message: EventMessage = {
    id: caller.id,
    // #if github
    event,
    // #endif
    receivedAt: deps.now(),
    body: parseObject(body),
  }
  // #if github
  deps.log({ event: 'delivery', delivery: (headers.get('x-github-delivery') ?? '').slice(0, 64), id: message.id })
  // #endif
  if (await deps.records.get('seen', message.id)) return reply(202, { received: true, repeated: true })
  await deps.queue.send(message)
  await deps.records.insert('seen', message.id, { at: deps.now() }, deps.now() + SEEN_MS)
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
  if (!isWritten) throw new Error('Another event of this $noun was stored first; this event is retried')
}

/** Processes one event. */
export const queue = async ({ body }: Message, deps: Deps): Promise<void> => {
  const { id, ...delivery } = (body ?? {}) as Partial<EventMessage>
  if (typeof id !== 'string' || typeof delivery.body !== 'object' || typeof delivery.receivedAt !== 'number')
    throw new Unusable('The message is not an event')
  const event = read$EntityEvent(delivery as Delivery)
  await once(deps.records, id, deps.now, () => store(event, deps))
}
