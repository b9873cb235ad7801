import type { ContractIR, JsonSchema } from '@signet/contracts/ir'
import { resolveReference } from '@signet/contracts/ir'
import type { Column, ColumnCheck, ColumnKind } from './column.ts'

type Shape = Omit<Column, 'name'>
type Schemas = Pick<ContractIR, 'name' | 'schemas'>

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const numberIn = (schema: JsonSchema, keyword: string): number | undefined => {
  const value = schema[keyword]
  return typeof value === 'number' ? value : undefined
}

/** Resolves the schema's reference and merges the parts of `allOf` into it; patterns are collected, not replaced. */
const flattenSchema = (ir: Schemas, schema: JsonSchema): JsonSchema => {
  const { $ref, ...siblings } = schema
  const base = $ref === undefined ? siblings : { ...resolveReference(ir, schema), ...siblings }
  const { allOf, ...keywords } = base as JsonSchema
  const parts = asList(allOf).map((part) => flattenSchema(ir, part as JsonSchema))
  if (parts.length === 0) return keywords
  const patterns = [keywords, ...parts].flatMap((part) => [
    ...asList(part.patterns),
    ...(part.pattern ? [part.pattern] : []),
  ])
  return Object.assign({}, ...parts, keywords, patterns.length > 0 ? { patterns } : {})
}

const limitCheck = (
  kind: 'min_length' | 'max_length' | 'min_items' | 'max_items',
  limit: number | undefined,
): ColumnCheck[] => (limit === undefined || (limit === 0 && kind.startsWith('min')) ? [] : [{ kind, limit }])

const boundCheck = (kind: 'min' | 'max', schema: JsonSchema): ColumnCheck[] => {
  const [limit, exclusive] =
    kind === 'min'
      ? [numberIn(schema, 'minimum'), numberIn(schema, 'exclusiveMinimum')]
      : [numberIn(schema, 'maximum'), numberIn(schema, 'exclusiveMaximum')]
  const isStricter =
    exclusive !== undefined && (limit === undefined || (kind === 'min' ? exclusive >= limit : exclusive <= limit))
  if (isStricter) return [{ kind, limit: exclusive, exclusive: true }]
  return limit === undefined ? [] : [{ kind, limit, exclusive: false }]
}

/** Text without an offset is not an instant, so it remains text. */
const allowsLocalTime = ({ pattern }: JsonSchema): boolean =>
  typeof pattern === 'string' && new RegExp(pattern).test('2020-01-01T00:00:00')

const textShape = (schema: JsonSchema): Pick<Shape, 'kind' | 'checks'> => {
  const { format, pattern, patterns } = schema
  if (format === 'uuid') return { kind: 'uuid', checks: [] }
  if (format === 'date') return { kind: 'date', checks: [] }
  if (format === 'date-time' && !allowsLocalTime(schema)) return { kind: 'timestamp', checks: [] }
  const sources = (patterns === undefined ? asList(pattern ? [pattern] : []) : asList(patterns)).map(String)
  return {
    kind: 'text',
    checks: [
      ...limitCheck('min_length', numberIn(schema, 'minLength')),
      ...limitCheck('max_length', numberIn(schema, 'maxLength')),
      ...(sources.length === 0 ? [] : [{ kind: 'pattern', sources } as const]),
    ],
  }
}

const numericShape = (kind: 'integer' | 'number', schema: JsonSchema): Pick<Shape, 'kind' | 'checks'> => {
  const divisor = numberIn(schema, 'multipleOf')
  const isIntegerDivisor = kind === 'integer' && divisor !== undefined && Number.isInteger(divisor) && divisor !== 0
  return {
    kind,
    checks: [
      ...boundCheck('min', schema),
      ...boundCheck('max', schema),
      ...(isIntegerDivisor ? [{ kind: 'multiple', divisor } as const] : []),
    ],
  }
}

const kindOfValue = (value: unknown): ColumnKind => {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return 'json'
}

const commonKind = (kinds: readonly ColumnKind[]): ColumnKind => {
  const [first = 'json'] = kinds
  if (kinds.every((kind) => kind === first)) return first
  if (kinds.every((kind) => kind === 'integer' || kind === 'number')) return 'number'
  return kinds.every((kind) => ['text', 'uuid', 'timestamp', 'date'].includes(kind)) ? 'text' : 'json'
}

const enumShape = (members: readonly unknown[]): Shape => {
  const values = members.filter((member) => member !== null)
  const kind = commonKind(values.map(kindOfValue))
  const isUnrestricted = kind === 'json' || (kind === 'boolean' && values.length === 2)
  const checks: ColumnCheck[] = isUnrestricted ? [] : [{ kind: 'in', values: values as (string | number | boolean)[] }]
  return { kind, nullable: values.length < members.length, default: undefined, checks }
}

/** Returns only the parts of a union common to every branch: its kind, and its members if each branch lists them. */
const unionShape = (branches: readonly Shape[]): Shape => {
  const kind = commonKind(branches.map((branch) => branch.kind))
  const members = branches.map(({ checks }) => checks.find((check) => check.kind === 'in'))
  const values = members.flatMap((member) => (member === undefined ? [] : member.values))
  const isListed = kind !== 'json' && members.every((member) => member !== undefined)
  return {
    kind,
    nullable: branches.some(({ nullable }) => nullable),
    default: undefined,
    checks: isListed ? [{ kind: 'in', values: [...new Set(values)] }] : [],
  }
}

const typedShape = (type: unknown, schema: JsonSchema): Pick<Shape, 'kind' | 'checks'> => {
  if (type === 'string') return textShape(schema)
  if (type === 'integer' || type === 'number') return numericShape(type, schema)
  if (type === 'boolean') return { kind: 'boolean', checks: [] }
  if (type === 'object') return { kind: 'object', checks: [] }
  if (type !== 'array') return { kind: 'json', checks: [] }
  const { minItems, maxItems } = { minItems: numberIn(schema, 'minItems'), maxItems: numberIn(schema, 'maxItems') }
  return { kind: 'array', checks: [...limitCheck('min_items', minItems), ...limitCheck('max_items', maxItems)] }
}

const isNull = (schema: JsonSchema): boolean => schema.type === 'null'

/** Returns the column for the values of a schema. `nullable` states whether null is one of them. */
export const columnShape = (ir: Schemas, schema: JsonSchema): Shape => {
  const flatSchema = flattenSchema(ir, schema)
  const defaultValue = flatSchema.default ?? undefined
  const members = Array.isArray(flatSchema.enum)
    ? flatSchema.enum
    : flatSchema.const === undefined
      ? undefined
      : [flatSchema.const]
  if (members !== undefined) return { ...enumShape(members), default: defaultValue }
  const branches = asList(flatSchema.anyOf ?? flatSchema.oneOf).map((branch) => flattenSchema(ir, branch as JsonSchema))
  if (branches.length > 0) {
    const values = branches.filter((branch) => !isNull(branch)).map((branch) => columnShape(ir, branch))
    const shape = values.length === 1 && values[0] !== undefined ? values[0] : unionShape(values)
    return { ...shape, nullable: shape.nullable || branches.some(isNull), default: defaultValue ?? shape.default }
  }
  const types = Array.isArray(flatSchema.type) ? flatSchema.type : [flatSchema.type]
  const nonNull = types.filter((type) => type !== 'null')
  const shape = typedShape(nonNull.length === 1 ? nonNull[0] : undefined, flatSchema)
  // A schema without a type accepts null, too.
  return { ...shape, nullable: types.length > nonNull.length || types[0] === undefined, default: defaultValue }
}
