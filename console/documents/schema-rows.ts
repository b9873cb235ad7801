import { nameOfReference, type OpenApiDocument, resolved, type Schema } from './open-api.ts'

export interface SchemaRow {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  readonly rules: readonly string[]
  readonly children: readonly SchemaRow[]
}

/** Deeper schemas are shown by name, because some contain themselves. */
const DEPTH_MAX = 5

const alternatives = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? []

const isNull = ({ type }: Schema): boolean => type === 'null'

const nonNull = (document: OpenApiDocument, schema: Schema): Schema => {
  const others = alternatives(schema).filter((each) => !isNull(each))
  return others.length === 1 && others[0] ? resolved(document, others[0]) : schema
}

/** Returns the type of a value in words, such as `text`, `list of numbers` or `one of "a", "b"`. */
export const typeWords = (document: OpenApiDocument, unresolved: Schema): string => {
  const schema = resolved(document, unresolved)
  const { type, format, items, const: constant } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const all = alternatives(schema)
  if (all.length > 0) return [...new Set(all.map((each) => typeWords(document, each)))].join(' or ')
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array') return items ? `list of ${typeWords(document, items)}` : 'list'
  if (type === 'object' || schema.properties) return nameOfReference(unresolved) ?? 'object'
  return [type ?? 'any', format].filter(Boolean).join(', ')
}

const range = (least: number | undefined, most: number | undefined, noun: string): string | undefined => {
  if (least === undefined && most === undefined) return undefined
  const unit = noun === '' ? '' : ` ${noun}`
  if (least === undefined) return `at most ${most?.toLocaleString('en')}${unit}`
  if (most === undefined) return `at least ${least.toLocaleString('en')}${unit}`
  return `${least.toLocaleString('en')} to ${most.toLocaleString('en')}${unit}`
}

const SAFE = Number.MAX_SAFE_INTEGER

const rulesOf = (schema: Schema): readonly string[] => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: fallback } = schema
  const bound = (value: number | undefined) => (value === undefined || Math.abs(value) >= SAFE ? undefined : value)
  return [
    range(bound(minimum), bound(maximum), ''),
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    fallback === undefined ? undefined : `default ${JSON.stringify(fallback)}`,
  ].filter((text) => text !== undefined)
}

const withMembers = (document: OpenApiDocument, given: Schema): Schema => {
  const schema = nonNull(document, resolved(document, given))
  return schema.items ? withMembers(document, schema.items) : schema
}

export const schemaRows = (document: OpenApiDocument, given: Schema, depth = 0): readonly SchemaRow[] => {
  const { properties = {}, required = [] } = withMembers(document, given)
  if (depth > DEPTH_MAX) return []
  return Object.entries(properties).map(([name, member]) => {
    const schema = resolved(document, member)
    return {
      name,
      type: typeWords(document, member),
      isRequired: required.includes(name),
      description: member.description ?? schema.description ?? '',
      rules: rulesOf(nonNull(document, schema)),
      children: schemaRows(document, member, depth + 1),
    }
  })
}
