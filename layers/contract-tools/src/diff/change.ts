export type Level = 'major' | 'minor' | 'patch'

/** The reader of a schema: the service (`request`), its callers (`response`) or the subscribers of an event. */
export type Side = 'request' | 'response' | 'event'

type Shift = 'narrowed' | 'widened'

export interface Change {
  readonly level: Level
  /** Stable kebab-case id, such as `response-field-removed`; docs/contracts/versions.md lists them. */
  readonly rule: string
  /** Path inside the contract, such as `operations.get.responses.200` or `schemas.Job.properties.state`. */
  readonly at: string
  readonly message: string
  readonly side?: Side
  /** True if a caller gains a permission, which requires a review. */
  readonly security?: true
}

export const KEEP_OR_RAISE = 'keep it, or raise the major version'

/** Builds a change with the message `what: why`. */
export const changeOf = (level: Level, rule: string, at: string, what: string, why: string): Change => ({
  level,
  rule,
  at,
  message: `${what}: ${why}`,
})

const effects: Readonly<Record<Side, Readonly<Record<Shift, string>>>> = {
  request: {
    narrowed: 'requests that were accepted are refused; keep accepting them, or raise the major version',
    widened: 'every earlier request is still accepted',
  },
  response: {
    narrowed: 'every earlier reader still understands it',
    widened: 'readers of the earlier version get values that it excluded; keep the promise, or raise the major version',
  },
  event: {
    narrowed: 'every earlier subscriber still understands it',
    widened:
      'subscribers of the earlier version get values that it excluded; keep the promise, or raise the major version',
  },
}

/**
 * Builds the change of a schema that accepts fewer or more values than before. Fewer values break senders, more values
 * break readers.
 * @param isOpen true if `x-open` announced unknown values to readers.
 */
export const shiftOf = (
  { side, shift, isOpen = false }: { readonly side: Side; readonly shift: Shift; readonly isOpen?: boolean },
  rule: string,
  at: string,
  what: string,
): Change => {
  const breaks = (shift === 'narrowed') === (side === 'request')
  const tolerated = breaks && isOpen && side !== 'request'
  const why = tolerated ? 'x-open announced new values to readers' : effects[side][shift]
  return { ...changeOf(breaks && !tolerated ? 'major' : 'minor', `${side}-${rule}`, at, what, why), side }
}

/** Builds the change of a schema whose level does not depend on fewer or more values. */
export const schemaChange = (
  side: Side,
  level: Level,
  rule: string,
  at: string,
  what: string,
  why: string,
): Change => ({
  ...changeOf(level, `${side}-${rule}`, at, what, why),
  side,
})

const MAX_DISPLAY_LENGTH = 60

export const displayValue = (value: unknown): string => {
  const text = value === undefined ? 'undeclared' : JSON.stringify(value)
  return text.length > MAX_DISPLAY_LENGTH ? `${text.slice(0, MAX_DISPLAY_LENGTH - 1)}…` : text
}

/** Returns the keys of both records once, those of the first one first. */
export const keysOf = (before: object = {}, after: object = {}): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
]

export const textChange = (before: string | undefined, after: string | undefined, at: string): Change[] =>
  before === after ? [] : [changeOf('patch', 'description-changed', at, 'the text changed', 'it changes no behavior')]
