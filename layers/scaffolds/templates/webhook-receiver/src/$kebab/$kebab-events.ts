import { Unusable } from '../queue/queue.ts'

/** A delivery as it was received. */
export interface Delivery {
  // #if github
  /** Value of the X-GitHub-Event header. */
  readonly event: string
  // #endif
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  readonly body: Readonly<Record<string, unknown>>
}

/** An event as the sender reports it. */
export interface $EntityEvent {
  readonly type: string
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly happenedAt: number
  readonly data: Readonly<Record<string, unknown>>
}

/** A $noun as its newest event describes it. */
export interface $Entity {
  readonly status: string
  readonly changedAt: number
  readonly data: Readonly<Record<string, unknown>>
}

export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export const textOf = (value: unknown, name: string): string => {
  if (typeof value !== 'string' || value === '' || value.length > 200)
    throw new Unusable(`${name} must have 1 to 200 characters`)
  return value
}

/**
 * Applies an event to a $noun. Events arrive in any order: an event that is older than the stored one changes nothing.
 * Of two equal times the later delivery is used.
 */
export const after$EntityEvent = (known: $Entity | undefined, event: $EntityEvent): $Entity | undefined => {
  if (known !== undefined && known.changedAt > event.happenedAt) return undefined
  return { status: event.type, changedAt: event.happenedAt, data: event.data }
}
