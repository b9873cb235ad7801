import { Unusable } from '../queue/queue.ts'

/** A task about a $noun. */
export interface $EntityTask {
  /** ID of the task. A repeated message has the same ID. */
  readonly id: string
  /** ID of the $noun that the task is about. */
  readonly about: string
  /** Further input of the effect: at most 20 strings of at most 2,000 characters. */
  readonly details: Readonly<Record<string, string>>
}

const ID = /^[A-Za-z0-9._:-]{1,100}$/
const MAX_DETAILS = 20
const MAX_TEXT = 2_000

const detailsOf = (value: unknown): $EntityTask['details'] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unusable('details must be an object')
  const pairs = Object.entries(value)
  const isValid =
    pairs.length <= MAX_DETAILS && pairs.every(([, text]) => typeof text === 'string' && text.length <= MAX_TEXT)
  if (!isValid) throw new Unusable(`details must be at most ${MAX_DETAILS} strings of at most ${MAX_TEXT} characters`)
  return Object.fromEntries(pairs) as Record<string, string>
}

/**
 * Reads the task of a message.
 * @throws Unusable for a malformed message, which no retry can fix.
 */
export const read$EntityTask = (body: unknown): $EntityTask => {
  const { id, about, details = {} } = (body ?? {}) as Readonly<Record<string, unknown>>
  if (typeof id !== 'string' || !ID.test(id)) throw new Unusable('id must have 1 to 100 letters, digits or ._:-')
  if (typeof about !== 'string' || !ID.test(about))
    throw new Unusable('about must have 1 to 100 letters, digits or ._:-')
  return { id, about, details: detailsOf(details) }
}
