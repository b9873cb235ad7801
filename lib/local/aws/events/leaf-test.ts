import { BlockList, isIP } from 'node:net'
import { isArray, isRecord } from './json.ts'

/** Tests the leaves of one field against one alternative; no leaves means that the field is absent. */
export type LeafTest = (leaves: readonly unknown[]) => boolean

export class PatternError extends Error {
  override readonly name = 'PatternError'
  constructor(path: string, reason: string) {
    super(`Event pattern is not valid. Reason: ${path} ${reason}`)
  }
}

type TextTest = (text: string) => boolean
type Operator = (operand: unknown, path: string) => LeafTest

const anyLeaf =
  (test: (leaf: unknown) => boolean): LeafTest =>
  (leaves) =>
    leaves.some(test)

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value)

const textOf = (operand: unknown, path: string, operator: string): string => {
  if (typeof operand === 'string' && operand !== '') return operand
  throw new PatternError(path, `${operator} takes a non-empty string`)
}

const lowerCased = (text: string): string => text.toLowerCase()

/** `*` matches any characters, `\*` a star and `\\` a backslash. */
const wildcard = (operand: string, path: string): TextTest => {
  if (operand.includes('**')) throw new PatternError(path, 'wildcard must not contain two stars in a row')
  const parts = operand.match(/\\[*\\]|\*|[^*\\]+|\\/g) ?? []
  const source = parts.map((part) => {
    if (part === '*') return '.*'
    if (part === '\\') throw new PatternError(path, 'a backslash in a wildcard must precede * or \\')
    return part.replace(/^\\/, '').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  })
  const expression = new RegExp(`^${source.join('')}$`, 's')
  return (text) => expression.test(text)
}

/** `{ "prefix": "a" }`, or `{ "prefix": { "equals-ignore-case": "a" } }`. */
const prefixOrSuffix =
  (operator: 'prefix' | 'suffix') =>
  (operand: unknown, path: string): TextTest => {
    const method = operator === 'prefix' ? 'startsWith' : 'endsWith'
    const isFolded = isRecord(operand) && Object.keys(operand).join() === 'equals-ignore-case'
    const operandText = textOf(isFolded ? operand['equals-ignore-case'] : operand, path, operator)
    return isFolded ? (text) => lowerCased(text)[method](lowerCased(operandText)) : (text) => text[method](operandText)
  }

const TEXT_TESTS: Readonly<Record<string, (operand: unknown, path: string) => TextTest>> = {
  prefix: prefixOrSuffix('prefix'),
  suffix: prefixOrSuffix('suffix'),
  wildcard: (operand, path) => wildcard(textOf(operand, path, 'wildcard'), path),
  'equals-ignore-case': (operand, path) => {
    const operandText = lowerCased(textOf(operand, path, 'equals-ignore-case'))
    return (text) => lowerCased(text) === operandText
  },
}

/** `{ "anything-but": { "prefix": … } }`: one string or several, none of which may match. */
const exceptText = (operand: Readonly<Record<string, unknown>>, path: string): LeafTest => {
  const [name = '', ...otherNames] = Object.keys(operand)
  const makeTest = TEXT_TESTS[name]
  if (!makeTest || otherNames.length > 0)
    throw new PatternError(path, `anything-but does not support ${[name, ...otherNames].join(', ')}`)
  const nested = operand[name]
  const tests = (isArray(nested) ? nested : [nested]).map((each) => makeTest(each, path))
  return anyLeaf((leaf) => typeof leaf !== 'string' || !tests.some((test) => test(leaf)))
}

const anythingBut: Operator = (operand, path) => {
  if (isRecord(operand)) return exceptText(operand, path)
  const excluded = isArray(operand) ? operand : [operand]
  if (excluded.length === 0 || !excluded.every(isScalar))
    throw new PatternError(path, 'anything-but takes a value, a list of values, or one of prefix, suffix, wildcard')
  return anyLeaf((leaf) => !excluded.includes(leaf))
}

const COMPARISONS: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

const numeric: Operator = (operand, path) => {
  const parts = isArray(operand) ? operand : []
  const bounds = Array.from({ length: Math.ceil(parts.length / 2) }, (_, i) => {
    const compare = COMPARISONS[String(parts[2 * i])]
    const bound = parts[2 * i + 1]
    if (!compare || typeof bound !== 'number') throw new PatternError(path, 'numeric takes [operator, number, …]')
    return (value: number) => compare(value, bound)
  })
  if (bounds.length === 0 || bounds.length > 2) throw new PatternError(path, 'numeric takes one or two bounds')
  return anyLeaf((leaf) => typeof leaf === 'number' && bounds.every((isMet) => isMet(leaf)))
}

const exists: Operator = (operand, path) => {
  if (typeof operand !== 'boolean') throw new PatternError(path, 'exists takes true or false')
  return (leaves) => leaves.length > 0 === operand
}

const cidr: Operator = (operand, path) => {
  const [address = '', bits = ''] = String(operand).split('/')
  const family = isIP(address)
  const length = Number(bits)
  if (family === 0 || bits === '' || !(length >= 0 && length <= (family === 4 ? 32 : 128)))
    throw new PatternError(path, 'cidr takes an address, a slash and a number of bits')
  const addresses = new BlockList()
  addresses.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  return anyLeaf((leaf) => typeof leaf === 'string' && addresses.check(leaf, isIP(leaf) === 6 ? 'ipv6' : 'ipv4'))
}

const textOperator =
  (makeTest: (operand: unknown, path: string) => TextTest): Operator =>
  (operand, path) => {
    const test = makeTest(operand, path)
    return anyLeaf((leaf) => typeof leaf === 'string' && test(leaf))
  }

const OPERATORS: Readonly<Record<string, Operator>> = {
  ...Object.fromEntries(Object.entries(TEXT_TESTS).map(([name, makeTest]) => [name, textOperator(makeTest)])),
  'anything-but': anythingBut,
  numeric,
  exists,
  cidr,
}

export const leafTest = (alternative: unknown, path: string): LeafTest => {
  if (isScalar(alternative)) return anyLeaf((leaf) => leaf === alternative)
  const [name = '', ...otherNames] = isRecord(alternative) ? Object.keys(alternative) : []
  const operator = OPERATORS[name]
  if (!isRecord(alternative) || !operator || otherNames.length > 0)
    throw new PatternError(
      path,
      `does not have the operator ${[name, ...otherNames].join(', ') || JSON.stringify(alternative)}`,
    )
  return operator(alternative[name], path)
}
