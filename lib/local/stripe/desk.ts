import type { Book } from './book.ts'
import { notFound } from './fault.ts'
import type { EventType, Kind, Kinds, StripeEvent } from './wire-objects.ts'

/** Version of Stripe's API that these shapes implement and the SDK pins. */
export const API_VERSION = '2026-10-28.endive'

/** ID and idempotency key of the request that caused an event. Both are null if a timed task or a page caused it. */
export type EventRequest = StripeEvent['request']
export const NO_REQUEST: EventRequest = { id: null, idempotency_key: null }

export interface Policy {
  /** State of a subscription after all retries of its invoice have failed. */
  readonly afterRetries: 'cancel' | 'unpaid'
}

/** Dependencies of an operation. All operations of one desk run within one transaction. */
export interface Desk {
  readonly book: Book
  /** Base URL of the stand-in's pages, without a trailing slash. */
  readonly base: string
  readonly policy: Policy
  /** Stores an event with a snapshot of the object. It is delivered after the transaction. */
  emit(type: EventType, object: object, previous?: object): void
}

export interface Endpoint {
  /** Name in the state. It is stable, while the port of an endpoint can change between starts. */
  readonly name: string
  readonly url: string
}

export interface Delivery {
  readonly id: string
  readonly event: string
  readonly endpoint: string
  readonly status: 'pending' | 'delivered' | 'failed'
  /** All attempts: time in milliseconds since the epoch, status, and the problem if there was no response. */
  readonly attempts: readonly { readonly at: number; readonly status: number | null; readonly problem?: string }[]
}

export interface DeskDeps {
  readonly book: Book
  readonly base: () => string
  readonly endpoints: () => readonly Endpoint[]
  readonly policy: Policy
}

const DELIVERIES = 'delivery'

export const deliveriesOf = (book: Book) => ({
  get: (id: string) => book.getNote(DELIVERIES, id) as Delivery | undefined,
  put: (delivery: Delivery) => book.setNote(DELIVERIES, delivery.id, delivery),
  all: () => book.listNotes(DELIVERIES) as Delivery[],
})

export const planDelivery = (book: Book, event: string, endpoint: string): Delivery => {
  const id = book.partId('dlv_')
  const delivery: Delivery = { id, event, endpoint, status: 'pending', attempts: [] }
  deliveriesOf(book).put(delivery)
  book.due.plan({ task: 'deliver', id, at: book.clock.now() })
  return delivery
}

export const openDesk = ({ book, base, endpoints, policy }: DeskDeps, eventRequest: EventRequest): Desk => ({
  book,
  base: base(),
  policy,
  emit(type, object, previous) {
    const receivers = endpoints()
    const event: StripeEvent = {
      id: book.newId('event'),
      object: 'event',
      api_version: API_VERSION,
      created: book.now(),
      data: { object, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: receivers.length,
      request: eventRequest,
      type,
    }
    book.put('event', event)
    for (const { name } of receivers) planDelivery(book, event.id, name)
  },
})

/** @throws StripeFault if the object does not exist; `param` is the parameter with the ID, absent for a path. */
export const requireObject = <K extends Kind>(
  { book }: Pick<Desk, 'book'>,
  kind: K,
  id: string,
  param?: string,
): Kinds[K] => {
  const object = book.get(kind, id)
  if (object === undefined) throw notFound(kind.replaceAll(/[._]/g, ' '), id, param)
  return object
}

export const storeObject = <K extends Kind>(desk: Desk, kind: K, object: Kinds[K], type?: EventType): Kinds[K] => {
  desk.book.put(kind, object)
  if (type) desk.emit(type, object)
  return object
}

const previousValues = (current: object, changes: object): object => {
  const currentValues = new Map<string, unknown>(Object.entries(current))
  const names = Object.keys(changes).filter(
    (name) => JSON.stringify(currentValues.get(name)) !== JSON.stringify((changes as Record<string, unknown>)[name]),
  )
  return Object.fromEntries(names.map((name) => [name, currentValues.get(name) ?? null]))
}

/** Stores the new state of an object. If something differs, emits an event with the previous values. */
export const updateObject = <K extends Kind, T extends Kinds[K]>(
  desk: Desk,
  kind: K,
  current: T,
  changes: Partial<T>,
  type?: EventType,
): T => {
  const next: T = { ...current, ...changes }
  const previous = previousValues(current, changes)
  if (Object.keys(previous).length === 0) return current
  desk.book.put(kind, next)
  if (type) desk.emit(type, next, type.endsWith('.updated') ? previous : undefined)
  return next
}
