import { type Node, nodesOf, parsedSource } from '../architecture/syntax-tree.ts'
import type { SourceFile } from '../support/source-files.ts'

/** A small fault in a source file: `replacement` takes the place of the text from `start` to `end`. */
export interface Mutant {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** An offset that is executed if the mutated expression is evaluated. */
  readonly evaluatedAt: number
}

/** The replacement of each operator. */
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
const spanOf = ({ start, end }: Node, replacement: string): Span => ({ start, end, replacement, evaluatedAt: start })

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

const withOtherOperator = (node: Node, text: string): Span[] => {
  const leftSide = node.left as Node
  const right = node.right as Node
  const operator = String(node.operator)
  const replacement = OPERATORS[operator]
  if (replacement === undefined || (operator === '+' && (isText(leftSide) || isText(right)))) return []
  const start = text.indexOf(operator, leftSide.end)
  // V8 counts `??`, `&&` and `||` with their right side, which may never run.
  return [{ start, end: start + operator.length, replacement, evaluatedAt: node.start }]
}

const constantConditions = ({ test }: Node): Span[] => [spanOf(test as Node, 'true'), spanOf(test as Node, 'false')]

const withOtherLiteral = (node: Node): Span[] => {
  if (typeof node.value === 'boolean') return [spanOf(node, String(!node.value))]
  return typeof node.value === 'number' ? [spanOf(node, String(node.value + 1))] : []
}

/** Removes a call whose result is unused. */
const withoutCall = (node: Node): Span[] => {
  const { type } = node.expression as Node
  return type === 'CallExpression' || type === 'AwaitExpression' ? [spanOf(node, ';')] : []
}

const withoutNegation = (node: Node, text: string): Span[] =>
  node.operator === '!' ? [spanOf(node, text.slice((node.argument as Node).start, node.end))] : []

const BY_TYPE: Readonly<Record<string, (node: Node, text: string) => Span[]>> = {
  BinaryExpression: withOtherOperator,
  LogicalExpression: withOtherOperator,
  ConditionalExpression: constantConditions,
  IfStatement: constantConditions,
  Literal: withOtherLiteral,
  ExpressionStatement: withoutCall,
  UnaryExpression: withoutNegation,
}

const EXPRESSION_WRAPPERS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
/** Types are erased before a run, so no test can detect a fault in them. */
const isType = ({ type }: Node): boolean => type.startsWith('TS') && !EXPRESSION_WRAPPERS.includes(type)

/** Returns every mutant of a file. Operators, conditions, literals and calls with unused results are mutated. */
export const mutantsOf = (file: SourceFile): Mutant[] => {
  const nodes = nodesOf(parsedSource(file).program)
  const types = nodes.filter(isType)
  return nodes
    .filter(({ start, end }) => !types.some((type) => type.start <= start && end <= type.end))
    .flatMap((node) => BY_TYPE[node.type]?.(node, file.text) ?? [])
    .map((span) => ({ path: file.path, ...span }))
}

/** Returns the text of a file with one mutant applied. */
export const applyMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)
