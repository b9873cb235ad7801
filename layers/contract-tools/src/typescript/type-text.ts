import type { JsonSchema } from '@signet/contracts/ir'
import { referenceName } from '@signet/contracts/ir'
import { docComment, indented, memberName, quoted } from './source-text.ts'

export type ComponentNames = (component: string) => string

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schemasIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const literal = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))

const joinTypes = (operator: '|' | '&', parts: readonly string[]): string => {
  const distinct = [...new Set(parts)]
  // `unknown` absorbs a union, and adds nothing to an intersection.
  if (operator === '|' && distinct.includes('unknown')) return 'unknown'
  const operands = operator === '&' ? distinct.filter((part) => part !== 'unknown') : distinct
  if (operands.length <= 1) return operands[0] ?? (operator === '|' ? 'never' : 'unknown')
  const needsBrackets = (part: string): boolean => operator === '&' && part.includes(' | ') && !part.startsWith('{')
  return operands.map((part) => (needsBrackets(part) ? `(${part})` : part)).join(` ${operator} `)
}

const arrayOf = (element: string): string =>
  /^[\w$.]+$/.test(element) || (element.startsWith('{') && element.endsWith('}') && !/\} [|&] /.test(element))
    ? `readonly ${element}[]`
    : `readonly (${element})[]`

const arrayText = ({ prefixItems, items }: JsonSchema, names: ComponentNames): string => {
  if (prefixItems === undefined) return arrayOf(typeText(items ?? true, names))
  const members = schemasIn(prefixItems).map((member) => typeText(member, names))
  const isClosedTuple = items === undefined || items === false || (isSchema(items) && items.not !== undefined)
  const restElement = isClosedTuple ? [] : [`...${arrayOf(typeText(items, names)).slice('readonly '.length)}`]
  return `readonly [${[...members, ...restElement].join(', ')}]`
}

/** Returns one member of an object type, with its comment. An optional one may also be `undefined`. */
export const memberText = (name: string, schema: unknown, isRequired: boolean, names: ComponentNames): string => {
  const { description, default: fallback } = isSchema(schema) ? schema : {}
  const comments = typeof description === 'string' ? [description] : []
  if (!isRequired && fallback !== undefined) comments.push(`Default: ${JSON.stringify(fallback)}`)
  const type = typeText(schema, names)
  const optional = isRequired ? `: ${type}` : `?: ${joinTypes('|', [type, 'undefined'])}`
  return `${docComment(comments)}readonly ${memberName(name)}${optional}`
}

const blockOf = (lines: readonly string[]): string =>
  lines.length === 0 ? '{}' : `{\n${lines.map((line) => `  ${indented(line)}\n`).join('')}}`

const recordText = ({ propertyNames, required }: JsonSchema, values: unknown, names: ComponentNames): string => {
  const keys = isSchema(propertyNames) && Array.isArray(propertyNames.enum) ? propertyNames.enum : undefined
  if (keys === undefined) return `{ readonly [key: string]: ${typeText(values, names)} }`
  const record = `Readonly<Record<${keys.map(literal).join(' | ')}, ${typeText(values, names)}>>`
  return schemasIn(required).length === keys.length ? record : `Partial<${record}>`
}

const objectText = (schema: JsonSchema, names: ComponentNames): string => {
  const { properties, additionalProperties: additional } = schema
  const members = Object.entries(isSchema(properties) ? properties : {})
  const isOpen = additional !== undefined && additional !== false
  if (members.length === 0)
    return isOpen
      ? recordText(schema, additional, names)
      : additional === false
        ? 'Readonly<Record<string, never>>'
        : 'object'
  const required = schemasIn(schema.required)
  const lines = members.map(([name, member]) => memberText(name, member, required.includes(name), names))
  // An index signature must accept every declared member, too.
  return blockOf(isOpen ? [...lines, 'readonly [key: string]: unknown'] : lines)
}

const byType: Readonly<Record<string, (schema: JsonSchema, names: ComponentNames) => string>> = {
  string: () => 'string',
  number: () => 'number',
  integer: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: arrayText,
  object: objectText,
}

const keywordType = (schema: JsonSchema, names: ComponentNames): string => {
  if (schema.const !== undefined) return literal(schema.const)
  if (Array.isArray(schema.enum)) return joinTypes('|', schema.enum.map(literal))
  const { type = schema.properties === undefined ? undefined : 'object' } = schema
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type]
  if (types.length === 0) return 'unknown'
  return joinTypes(
    '|',
    types.map((each) => byType[String(each)]?.(schema, names) ?? 'unknown'),
  )
}

/**
 * Returns the TypeScript type of the values that a JSON Schema (draft 2020-12) allows, as far as types can express that;
 * validation checks lengths, ranges, patterns and formats. Objects are open, as in TypeScript; enums are closed unions
 * of literals.
 */
export const typeText = (schema: unknown, names: ComponentNames): string => {
  if (schema === false) return 'never'
  if (!isSchema(schema)) return 'unknown'
  if (schema.$ref !== undefined) {
    const component = referenceName(schema)
    return component === undefined ? 'unknown' : names(component)
  }
  const unions = [schema.anyOf, schema.oneOf].filter((options) => options !== undefined)
  const parts = [
    keywordType(schema, names),
    ...unions.map((options) =>
      joinTypes(
        '|',
        schemasIn(options).map((option) => typeText(option, names)),
      ),
    ),
    ...schemasIn(schema.allOf).map((part) => typeText(part, names)),
  ]
  return joinTypes('&', parts)
}

/** Returns the declaration of a named type: an interface for an object with declared members, otherwise an alias. */
export const declarationText = (name: string, schema: JsonSchema, names: ComponentNames): string => {
  const type = typeText(schema, names)
  const comment = docComment(typeof schema.description === 'string' ? [schema.description] : [])
  const isPlainObject = type.startsWith('{\n') && keywordType(schema, names) === type
  return `${comment}export ${isPlainObject ? `interface ${name} ${type}` : `type ${name} = ${type}`}\n`
}
