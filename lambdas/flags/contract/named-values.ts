import * as z from 'zod'

interface Kinds {
  readonly boolean: boolean
  readonly number: number
  readonly string: string
}

/**
 * An object whose names are the caller's own, for documents and types what `z.record` is. That leaves a member out that is
 * called `__proto__`; this lets everything pass, and whoever takes it has to look at it.
 *
 * @param kinds of its values; none: any JSON.
 */
export const namedValues = <K extends keyof Kinds = never>(...kinds: K[]) => {
  const anyOf = kinds.map((type) => ({ type }))
  type Values = Readonly<Record<string, [K] extends [never] ? unknown : Kinds[K]>>
  return z.unknown().meta({
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: kinds.length === 0 ? {} : { anyOf },
  }) as unknown as z.ZodType<Values, Values>
}
