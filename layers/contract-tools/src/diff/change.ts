export type Level = 'major' | 'minor' | 'patch'

/** The readers of a schema: the service (`request`), its callers (`response`) or the subscribers of an event. */
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
  /** A caller may do something new, so have it reviewed. */
  readonly security?: true
}

export const release = 'keep it, or raise the major version'

/** Composes a change; `why` follows the sentence about the change. */
export const changed = (level: Level, rule: string, at: string, what: string, why: string): Change => ({
  level,
  rule,
  at,
  message: `${what}: ${why}`,
})

const effects: Readonly<Record<Side, Readonly<Record<Shift, string>>>> = {
  request: {
    narrowed: 'requests that were accepted are refused; keep accepting them, or raise the major version',
    widened: 'every request of before is still accepted',
  },
  response: {
    narrowed: 'every reader of before still understands it',
    widened: 'readers of the earlier version get values that it excluded; keep the promise, or raise the major version',
  },
  event: {
    narrowed: 'every subscriber of before still understands it',
    widened:
      'subscribers of the earlier version get values that it excluded; keep the promise, or raise the major version',
  },
}

/**
 * A schema that accepts fewer or more values than before. Fewer is breaking for senders, more for readers.
 * @param isOpen readers were told (`x-open`) to expect unknown values.
 */
export const shifted = (
  { side, shift, isOpen = false }: { readonly side: Side; readonly shift: Shift; readonly isOpen?: boolean },
  rule: string,
  at: string,
  what: string,
): Change => {
  const breaks = (shift === 'narrowed') === (side === 'request')
  const tolerated = breaks && isOpen && side !== 'request'
  const why = tolerated ? 'readers were told by x-open to expect it' : effects[side][shift]
  return { ...changed(breaks && !tolerated ? 'major' : 'minor', `${side}-${rule}`, at, what, why), side }
}

/** A change of a schema whose level does not depend on fewer or more values. */
export const schemaChanged = (
  side: Side,
  level: Level,
  rule: string,
  at: string,
  what: string,
  why: string,
): Change => ({
  ...changed(level, `${side}-${rule}`, at, what, why),
  side,
})

const SHOWN = 60

export const displayValue = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
}

/** Keys of both records, those of the first in front, each once. */
export const keysOf = (before: object = {}, after: object = {}): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
]

export const textChange = (before: string | undefined, after: string | undefined, at: string): Change[] =>
  before === after ? [] : [changed('patch', 'description-changed', at, 'the text changed', 'it changes no behavior')]
