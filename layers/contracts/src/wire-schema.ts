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

type SchemaConversion = (schema: z.ZodType) => z.ZodType

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
 * Returns a pattern check with the flag u. JSON Schema applies a pattern to code points, so without the flag validation
 * and JSON Schema would differ on an emoji.
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
 * Returns an exact check of multiples. zod tolerates a rounding error in the quotient, which for large numbers is more
 * than a step. Contracts allow only integer steps.
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
  const checksWithPatterns = [...checks.map(unicodeCheck), ...narrowedCheck(format)]
  return checksWithPatterns.length === 0 ? undefined : checksWithPatterns
}

const valueChecks = (def: Composite): ValueCheck[] | undefined => {
  if (def.type === 'string') return stringChecks(def)
  return def.type === 'number' ? def.checks?.map(exactCheck) : undefined
}

const wireParts = (def: Composite, convert: SchemaConversion): Record<string, unknown> => {
  const parts: Record<string, unknown> = {}
  if (def.innerType !== undefined) parts.innerType = convert(def.innerType)
  if (def.element !== undefined) parts.element = convert(def.element)
  if (def.options !== undefined) parts.options = def.options.map(convert)
  if (def.items !== undefined) parts.items = def.items.map(convert)
  if (def.rest) parts.rest = convert(def.rest)
  if (def.valueType !== undefined) parts.valueType = convert(def.valueType)
  const checks = valueChecks(def)
  if (checks !== undefined) parts.checks = checks
  const { getter } = def
  if (getter !== undefined) parts.getter = () => convert(getter())
  return parts
}

const wireObject = (schema: z.ZodType, def: Composite, convert: SchemaConversion, isClosed: boolean): z.ZodType => {
  // The shape is read on demand: a schema may refer to itself in a getter.
  const convertedDef = {
    ...def,
    get shape() {
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, field]) => [name, convert(field)]))
    },
    ...(isClosed && { catchall: def.catchall ?? z.never() }),
  }
  return z.clone(schema, convertedDef as unknown as typeof schema._zod.def)
}

const schemaConversion = (isClosed: boolean): SchemaConversion => {
  const cache = new WeakMap<z.ZodType, z.ZodType>()
  const convert: SchemaConversion = (schema) => {
    const cached = cache.get(schema)
    if (cached !== undefined) return cached
    const def = defOf(schema)
    let built: z.ZodType
    if (def.type === 'object') built = wireObject(schema, def, convert, isClosed)
    else {
      const parts = wireParts(def, convert)
      built =
        Object.keys(parts).length === 0
          ? schema
          : z.clone(schema, { ...def, ...parts } as unknown as typeof schema._zod.def)
    }
    cache.set(schema, built)
    return built
  }
  return convert
}

/**
 * Returns the schema with every plain object closed, at any depth. `z.looseObject` stays open: it declares an opaque
 * object. Request bodies are validated and documented with the result.
 */
export const closedSchema: SchemaConversion = schemaConversion(true)

/**
 * Returns the schema with open objects, as its JSON Schema describes responses. Query, headers and path parameters use
 * it as well, because they may have unknown names.
 */
export const openSchema: SchemaConversion = schemaConversion(false)
