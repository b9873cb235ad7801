import type { EvaluationContext, Stickiness } from '../definition.ts'

export interface Runtime {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** 0 to 1, for flags with random stickiness. */
  readonly random: () => number
}

/**
 * Returns a reader of an attribute of a context. `a.b` reads the attribute with this name or, without one, the field `b`
 * of the object `a`.
 */
export const attributeReader = (name: string): ((context: EvaluationContext) => unknown) => {
  // Properties of Object.prototype do not count as attributes.
  if (name in Object.prototype) return (context) => (Object.hasOwn(context, name) ? context[name] : undefined)
  if (!name.includes('.')) return (context) => context[name]
  const path = name.split('.')
  return (context) => {
    const direct = context[name]
    if (direct !== undefined) return direct
    let value: unknown = context
    for (const part of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
      value = (value as Readonly<Record<string, unknown>>)[part]
    }
    return value
  }
}

/** The range of a Date: ECMA-262, "Time Values and Time Range". */
const INSTANT_MAX = 8.64e15

/** Returns an instant in milliseconds from a Date, ISO 8601 or milliseconds; NaN for any other value. */
export const instantOf = (value: unknown): number => {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'number') return Math.abs(value) <= INSTANT_MAX ? value : Number.NaN
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

/** Returns the time of an evaluation in milliseconds: `currentTime` of the context, otherwise the clock's time. */
export const momentOf = (context: EvaluationContext, now: () => number): number =>
  context.currentTime === undefined ? now() : instantOf(context.currentTime)

export type StickyReader = (context: EvaluationContext) => string | undefined

/** Returns a sticky attribute as text. An empty text counts as missing. */
export const stickyText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined
}

const readerOf = (name: string, random: () => number): StickyReader => {
  if (name === 'random') return () => `${random()}`
  if (name === 'user') {
    return ({ user }) => (typeof user === 'string' && user !== '' ? user : stickyText(user))
  }
  const read = attributeReader(name)
  return (context) => stickyText(read(context))
}

/** Returns a reader of the sticky attribute: of several attributes, it reads the first that the context contains. */
export const stickyReader = (by: Stickiness, random: () => number): StickyReader => {
  const [first, ...others] = (typeof by === 'string' ? [by] : by).map((name) => readerOf(name, random))
  if (!first) return () => undefined
  if (others.length === 0) return first
  return (context) => {
    let value = first(context)
    for (let i = 0; value === undefined && i < others.length; i += 1) value = others[i]?.(context)
    return value
  }
}
