import * as z from 'zod'
import { defOf, type SchemaDef } from './string-binding.ts'

interface Composite extends SchemaDef {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly rest?: z.ZodType | null
  readonly checks?: readonly StringCheck[]
  readonly valueType?: z.ZodType
}

type Walk = (schema: z.ZodType) => z.ZodType

interface StringCheck {
  readonly _zod: { readonly def: { readonly format?: string; readonly pattern?: RegExp } }
}

/** JSON Schema reads a pattern by code points, as the flag u does; so must we, or the two would disagree on an emoji. */
const unicodeCheck = (check: StringCheck): StringCheck => {
  const { format, pattern } = check._zod.def
  if (format !== 'regex' || pattern === undefined || pattern.unicode || pattern.unicodeSets) return check
  return z.regex(new RegExp(pattern.source, `${pattern.flags}u`))
}

const strictParts = (def: Composite, walk: Walk): Record<string, unknown> => {
  const parts: Record<string, unknown> = {}
  if (def.innerType !== undefined) parts.innerType = walk(def.innerType)
  if (def.element !== undefined) parts.element = walk(def.element)
  if (def.options !== undefined) parts.options = def.options.map(walk)
  if (def.items !== undefined) parts.items = def.items.map(walk)
  if (def.rest) parts.rest = walk(def.rest)
  if (def.valueType !== undefined) parts.valueType = walk(def.valueType)
  if (def.type === 'string' && def.checks !== undefined) parts.checks = def.checks.map(unicodeCheck)
  const { getter } = def
  if (getter !== undefined) parts.getter = () => walk(getter())
  return parts
}

const strictObject = (schema: z.ZodType, def: Composite, walk: Walk): z.ZodType => {
  // The shape is read on demand: a schema may name itself in a getter.
  const next = {
    ...def,
    get shape() {
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, field]) => [name, walk(field)]))
    },
    catchall: def.catchall ?? z.never(),
  }
  return z.clone(schema, next as unknown as typeof schema._zod.def)
}

const cache = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The same schema with every plain object refusing unknown keys, at any depth. `z.looseObject` stays open: that is how a
 * contract says that an object is opaque. Requests are validated and documented with this form.
 */
export const strictSchema: Walk = (schema) => {
  const known = cache.get(schema)
  if (known !== undefined) return known
  const def = defOf(schema) as Composite
  let built: z.ZodType
  if (def.type === 'object') built = strictObject(schema, def, strictSchema)
  else {
    const parts = strictParts(def, strictSchema)
    built =
      Object.keys(parts).length === 0
        ? schema
        : z.clone(schema, { ...def, ...parts } as unknown as typeof schema._zod.def)
  }
  cache.set(schema, built)
  return built
}
