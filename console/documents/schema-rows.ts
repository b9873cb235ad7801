import { nameOfReference, type OpenApiDocument, resolveReference, type Schema } from './open-api.ts'

export interface SchemaRow {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  readonly rules: readonly string[]
  readonly children: readonly SchemaRow[]
}

/** Schemas below this depth are shown by name only, because some schemas contain themselves. */
const DEPTH_MAX = 5

const alternatives = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? []

const isNull = ({ type }: Schema): boolean => type === 'null'

const nonNull = (document: OpenApiDocument, schema: Schema): Schema => {
  const nonNullSchemas = alternatives(schema).filter((each) => !isNull(each))
  return nonNullSchemas.length === 1 && nonNullSchemas[0] ? resolveReference(document, nonNullSchemas[0]) : schema
}

/** Returns the type of a value as text, such as `string, uuid`, `list of integer` or `"a" | "b"`. */
export const typeWords = (document: OpenApiDocument, unresolved: Schema): string => {
  const schema = resolveReference(document, unresolved)
  const { type, format, items, const: constant } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const schemas = alternatives(schema)
  if (schemas.length > 0) return [...new Set(schemas.map((each) => typeWords(document, each)))].join(' or ')
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array') return items ? `list of ${typeWords(document, items)}` : 'list'
  if (type === 'object' || schema.properties) return nameOfReference(unresolved) ?? 'object'
  return [type ?? 'any', format].filter(Boolean).join(', ')
}

const range = (minimum: number | undefined, maximum: number | undefined, noun: string): string | undefined => {
  if (minimum === undefined && maximum === undefined) return undefined
  const unit = noun === '' ? '' : ` ${noun}`
  if (minimum === undefined) return `at most ${maximum?.toLocaleString('en')}${unit}`
  if (maximum === undefined) return `at least ${minimum.toLocaleString('en')}${unit}`
  return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}${unit}`
}

/** Bound that zod writes into the schema of an integer without one. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER

const rulesOf = (schema: Schema): readonly string[] => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: defaultValue } = schema
  const bound = (value: number | undefined) => (value === undefined || Math.abs(value) >= UNBOUNDED ? undefined : value)
  return [
    range(bound(minimum), bound(maximum), ''),
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    defaultValue === undefined ? undefined : `default ${JSON.stringify(defaultValue)}`,
  ].filter((text) => text !== undefined)
}

const objectSchemaOf = (document: OpenApiDocument, unresolved: Schema): Schema => {
  const schema = nonNull(document, resolveReference(document, unresolved))
  return schema.items ? objectSchemaOf(document, schema.items) : schema
}

export const schemaRows = (document: OpenApiDocument, unresolved: Schema, depth = 0): readonly SchemaRow[] => {
  const { properties = {}, required = [] } = objectSchemaOf(document, unresolved)
  if (depth > DEPTH_MAX) return []
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolveReference(document, property)
    return {
      name,
      type: typeWords(document, property),
      isRequired: required.includes(name),
      description: property.description ?? schema.description ?? '',
      rules: rulesOf(nonNull(document, schema)),
      children: schemaRows(document, property, depth + 1),
    }
  })
}
