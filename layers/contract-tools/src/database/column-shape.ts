import type { ContractIR, JsonSchema } from '@signet/contracts/ir'
import { resolveReference } from '@signet/contracts/ir'
import type { Column, ColumnCheck, ColumnKind } from './column.ts'

type Shape = Omit<Column, 'name'>
type Schemas = Pick<ContractIR, 'name' | 'schemas'>

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const numberIn = (schema: JsonSchema, keyword: string): number | undefined => {
  const value = schema[keyword]
  return typeof value === 'number' ? value : undefined
}

/** Resolves the schema's reference and merges the parts of `allOf` into it; patterns are collected, not replaced. */
const flattened = (ir: Schemas, schema: JsonSchema): JsonSchema => {
  const { $ref, ...siblings } = schema
  const base = $ref === undefined ? siblings : { ...resolveReference(ir, schema), ...siblings }
  const { allOf, ...rest } = base as JsonSchema
  const parts = listOf(allOf).map((part) => flattened(ir, part as JsonSchema))
  if (parts.length === 0) return rest
  const patterns = [rest, ...parts].flatMap((part) => [
    ...listOf(part.patterns),
    ...(part.pattern ? [part.pattern] : []),
  ])
  return Object.assign({}, ...parts, rest, patterns.length > 0 ? { patterns } : {})
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
  const sources = (patterns === undefined ? listOf(pattern ? [pattern] : []) : listOf(patterns)).map(String)
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
  const of = numberIn(schema, 'multipleOf')
  const divides = kind === 'integer' && of !== undefined && Number.isInteger(of) && of !== 0
  return {
    kind,
    checks: [
      ...boundCheck('min', schema),
      ...boundCheck('max', schema),
      ...(divides ? [{ kind: 'multiple', of } as const] : []),
    ],
  }
}

const kindOfValue = (value: unknown): ColumnKind => {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return 'json'
}

const joinedKind = (kinds: readonly ColumnKind[]): ColumnKind => {
  const [first = 'json'] = kinds
  if (kinds.every((kind) => kind === first)) return first
  if (kinds.every((kind) => kind === 'integer' || kind === 'number')) return 'number'
  return kinds.every((kind) => ['text', 'uuid', 'timestamp', 'date'].includes(kind)) ? 'text' : 'json'
}

const enumShape = (members: readonly unknown[]): Shape => {
  const values = members.filter((member) => member !== null)
  const kind = joinedKind(values.map(kindOfValue))
  const isOpen = kind === 'json' || (kind === 'boolean' && values.length === 2)
  const checks: ColumnCheck[] = isOpen ? [] : [{ kind: 'in', values: values as (string | number | boolean)[] }]
  return { kind, nullable: values.length < members.length, default: undefined, checks }
}

/** Returns only the parts of a union common to every branch: its kind, and its members if each branch lists them. */
const unionShape = (branches: readonly Shape[]): Shape => {
  const kind = joinedKind(branches.map((branch) => branch.kind))
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
  const flat = flattened(ir, schema)
  const defaultValue = flat.default ?? undefined
  const members = Array.isArray(flat.enum) ? flat.enum : flat.const === undefined ? undefined : [flat.const]
  if (members !== undefined) return { ...enumShape(members), default: defaultValue }
  const branches = listOf(flat.anyOf ?? flat.oneOf).map((branch) => flattened(ir, branch as JsonSchema))
  if (branches.length > 0) {
    const values = branches.filter((branch) => !isNull(branch)).map((branch) => columnShape(ir, branch))
    const shape = values.length === 1 && values[0] !== undefined ? values[0] : unionShape(values)
    return { ...shape, nullable: shape.nullable || branches.some(isNull), default: defaultValue ?? shape.default }
  }
  const types = Array.isArray(flat.type) ? flat.type : [flat.type]
  const nonNull = types.filter((type) => type !== 'null')
  const shape = typedShape(nonNull.length === 1 ? nonNull[0] : undefined, flat)
  // A schema without a type accepts null, too.
  return { ...shape, nullable: types.length > nonNull.length || types[0] === undefined, default: defaultValue }
}
