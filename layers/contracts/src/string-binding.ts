import type * as z from 'zod'

/** The parts of a zod definition that this layer reads; see zod's `_zod.def`. */
export interface SchemaDef {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
  readonly getter?: () => z.ZodType
}

export const defOf = (schema: z.core.$ZodType): SchemaDef => schema._zod.def as unknown as SchemaDef

/** Unwraps optional, nullable, default and similar schemas to the schema of the value. */
export const unwrap = (schema: z.ZodType): z.ZodType => {
  let current = schema
  for (let inner = defOf(current).innerType; inner !== undefined; inner = defOf(current).innerType) current = inner
  return current
}

const scalarTypes = ['string', 'number', 'boolean', 'enum', 'literal', 'int', 'template_literal']

/**
 * Returns how a request can carry a value of this schema: as one string (`scalar`), as a repeated name (`list`), or
 * neither.
 */
export const bindingKind = (schema: z.ZodType): 'scalar' | 'list' | 'other' => {
  const core = unwrap(schema)
  const { type, element, options } = defOf(core)
  if (scalarTypes.includes(type)) return 'scalar'
  if (type === 'array' && element !== undefined) return bindingKind(element) === 'scalar' ? 'list' : 'other'
  if (type === 'union')
    return options?.every((option) => bindingKind(option) === 'scalar') === true ? 'scalar' : 'other'
  return 'other'
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const parseUnion = (options: readonly z.ZodType[], text: string): unknown => {
  for (const option of options) {
    const value = parseScalar(option, text)
    if (typeof value !== 'string') return value
  }
  return text
}

/**
 * Parses one string from a path, query or header by the schema's type. Invalid text stays a string, so that the schema
 * rejects it and names the rule.
 */
export const parseScalar = (schema: z.ZodType, text: string): unknown => {
  const core = unwrap(schema)
  const { type, values = [], options = [] } = defOf(core)
  if (type === 'number') return numberPattern.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'literal') return values.find((value) => String(value) === text) ?? text
  if (type === 'union') return parseUnion(options, text)
  return text
}
