import { type Node, nodesOf, parsedSource } from '../architecture/syntax-tree.ts'
import type { SourceFile } from '../support/source-files.ts'

/** One small fault of a source file: the text from `start` to `end` is replaced. */
export interface Mutant {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** What stands in the place of an operator. */
const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

type Span = Omit<Mutant, 'path'>
const replaced = ({ start, end }: Node, replacement: string): Span => ({ start, end, replacement })

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

const otherOperator = (node: Node, text: string): Span[] => {
  const [left, right] = [node.left as Node, node.right as Node]
  const operator = String(node.operator)
  const other = OPERATORS[operator]
  if (other === undefined || (operator === '+' && (isText(left) || isText(right)))) return []
  const start = text.indexOf(operator, left.end)
  return [{ start, end: start + operator.length, replacement: other }]
}

const bothWays = ({ test }: Node): Span[] => [replaced(test as Node, 'true'), replaced(test as Node, 'false')]

const otherLiteral = (node: Node): Span[] => {
  if (typeof node.value === 'boolean') return [replaced(node, String(!node.value))]
  return typeof node.value === 'number' ? [replaced(node, String(node.value + 1))] : []
}

/** A call whose result nobody takes is left out. */
const leftOut = (node: Node): Span[] => {
  const { type } = node.expression as Node
  return type === 'CallExpression' || type === 'AwaitExpression' ? [replaced(node, ';')] : []
}

const positive = (node: Node, text: string): Span[] =>
  node.operator === '!' ? [replaced(node, text.slice((node.argument as Node).start, node.end))] : []

const BY_TYPE: Readonly<Record<string, (node: Node, text: string) => Span[]>> = {
  BinaryExpression: otherOperator,
  LogicalExpression: otherOperator,
  ConditionalExpression: bothWays,
  IfStatement: bothWays,
  Literal: otherLiteral,
  ExpressionStatement: leftOut,
  UnaryExpression: positive,
}

const HOLD_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
/** Types hold no faults that a run could show. */
const isType = ({ type }: Node): boolean => type.startsWith('TS') && !HOLD_EXPRESSIONS.includes(type)

/** Every mutant of a file, by what mutation testing usually changes: operators, conditions, literals and calls. */
export const mutantsOf = (file: SourceFile): Mutant[] => {
  const nodes = nodesOf(parsedSource(file).program)
  const types = nodes.filter(isType)
  return nodes
    .filter(({ start, end }) => !types.some((type) => type.start <= start && end <= type.end))
    .flatMap((node) => BY_TYPE[node.type]?.(node, file.text) ?? [])
    .map((span) => ({ path: file.path, ...span }))
}

/** The text of a file with mutants in it, which do not overlap. */
export const mutated = (text: string, mutants: readonly Mutant[]): string =>
  [...mutants]
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end, replacement }) => rest.slice(0, start) + replacement + rest.slice(end), text)
