import * as z from 'zod'
import { narrowedFormats } from './narrowed-formats.ts'
import { defOf, type SchemaDef } from './string-binding.ts'

interface Composite extends SchemaDef {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly rest?: z.ZodType | null
  readonly checks?: readonly ValueCheck[]
  readonly format?: string
  readonly valueType?: z.ZodType
}

type Walk = (schema: z.ZodType) => z.ZodType

interface ValueCheck {
  readonly _zod: {
    readonly def: {
      readonly check?: string
      readonly format?: string
      readonly pattern?: RegExp
      readonly error?: z.core.$ZodErrorMap<never> | undefined
      readonly value?: number | bigint
    }
  }
}

/**
 * JSON Schema applies a pattern to code points, as the flag u does. Validation does the same, or the two would differ
 * on an emoji.
 */
const unicodeCheck = (check: ValueCheck): ValueCheck => {
  const { format, pattern, error } = check._zod.def
  if (format !== 'regex' || pattern === undefined || pattern.unicode || pattern.unicodeSets) return check
  return z.regex(new RegExp(pattern.source, `${pattern.flags}u`), error && { error: error as z.core.$ZodErrorMap })
}

const narrowedCheck = (format: string | undefined): ValueCheck[] => {
  const pattern = narrowedFormats[format ?? '']
  return pattern === undefined ? [] : [z.regex(pattern, `must be ${format === 'url' ? 'a URL' : 'an email address'}`)]
}

/**
 * zod tolerates a rounding error in the quotient of a multiple, which for large numbers is more than a step. Here steps
 * are whole numbers.
 */
const exactCheck = (check: ValueCheck): ValueCheck => {
  const { check: kind, value } = check._zod.def
  if (kind !== 'multiple_of' || typeof value !== 'number') return check
  return z.check<number>((payload) => {
    if (payload.value % value === 0) return
    payload.issues.push({ code: 'not_multiple_of', divisor: value, input: payload.value, continue: true })
  })
}

const stringChecks = ({ checks = [], format }: Composite): ValueCheck[] | undefined => {
  const read = [...checks.map(unicodeCheck), ...narrowedCheck(format)]
  return read.length === 0 ? undefined : read
}

const valueChecks = (def: Composite): ValueCheck[] | undefined => {
  if (def.type === 'string') return stringChecks(def)
  return def.type === 'number' ? def.checks?.map(exactCheck) : undefined
}

const wireParts = (def: Composite, walk: Walk): Record<string, unknown> => {
  const parts: Record<string, unknown> = {}
  if (def.innerType !== undefined) parts.innerType = walk(def.innerType)
  if (def.element !== undefined) parts.element = walk(def.element)
  if (def.options !== undefined) parts.options = def.options.map(walk)
  if (def.items !== undefined) parts.items = def.items.map(walk)
  if (def.rest) parts.rest = walk(def.rest)
  if (def.valueType !== undefined) parts.valueType = walk(def.valueType)
  const checks = valueChecks(def)
  if (checks !== undefined) parts.checks = checks
  const { getter } = def
  if (getter !== undefined) parts.getter = () => walk(getter())
  return parts
}

const wireObject = (schema: z.ZodType, def: Composite, walk: Walk, isClosed: boolean): z.ZodType => {
  // The shape is read on demand: a schema may refer to itself in a getter.
  const next = {
    ...def,
    get shape() {
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, field]) => [name, walk(field)]))
    },
    ...(isClosed && { catchall: def.catchall ?? z.never() }),
  }
  return z.clone(schema, next as unknown as typeof schema._zod.def)
}

const reading = (isClosed: boolean): Walk => {
  const cache = new WeakMap<z.ZodType, z.ZodType>()
  const walk: Walk = (schema) => {
    const cached = cache.get(schema)
    if (cached !== undefined) return cached
    const def = defOf(schema)
    let built: z.ZodType
    if (def.type === 'object') built = wireObject(schema, def, walk, isClosed)
    else {
      const parts = wireParts(def, walk)
      built =
        Object.keys(parts).length === 0
          ? schema
          : z.clone(schema, { ...def, ...parts } as unknown as typeof schema._zod.def)
    }
    cache.set(schema, built)
    return built
  }
  return walk
}

/**
 * Returns the schema with every plain object closed, at any depth. `z.looseObject` stays open: it declares an opaque
 * object. Bodies of requests are validated and documented with this form.
 */
export const closedSchema: Walk = reading(true)

/**
 * Returns the schema in the form that its JSON Schema describes, with open objects: for answers, and for parts that may
 * have unknown names.
 */
export const openSchema: Walk = reading(false)
