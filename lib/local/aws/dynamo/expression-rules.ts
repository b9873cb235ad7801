import { AwsError } from '../aws-error.ts'
import type { Input } from '../json-service.ts'

/** A node of dynalite's parsed expressions; a path is an array, a value an object such as `{ N: '1' }`. */
interface Node {
  readonly type: string
  readonly name?: string
  readonly args: readonly unknown[]
}

const ORDERINGS = new Set(['<', '<=', '>', '>=', 'between'])
const ORDERED_TYPES = new Set(['S', 'N', 'B'])
const EXPRESSION_NAMES = { _condition: 'ConditionExpression', _filter: 'FilterExpression' } as const

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && Array.isArray((part as Node).args)

/** Rejects order comparisons of anything but strings, numbers and binaries, as DynamoDB does. */
const assertOrdered = ({ type, args }: Node, expression: string): void => {
  if (!ORDERINGS.has(type)) return
  for (const part of args) {
    if (Array.isArray(part) || isNode(part)) continue
    const [operandType = ''] = Object.keys(part as object)
    if (!ORDERED_TYPES.has(operandType))
      throw new AwsError(
        'ValidationException',
        `Invalid ${expression}: Incorrect operand type for operator or function; operator: ${type.toUpperCase()}, operand type: ${operandType}`,
      )
  }
}

/**
 * Makes comparisons with absent attributes false: dynalite treats two absent attributes as equal, DynamoDB does not.
 */
const guardAbsent = (node: Node): Node => {
  const [left, right] = node.args
  if (!Array.isArray(left) || !Array.isArray(right)) return node
  const attributeCheck = (name: string): Node => ({ type: 'function', name, args: [left] })
  if (['=', '<=', '>='].includes(node.type)) return { type: 'and', args: [attributeCheck('attribute_exists'), node] }
  if (node.type === '<>') return { type: 'or', args: [attributeCheck('attribute_not_exists'), node] }
  return node
}

const withRules = (node: Node, expression: string): Node => {
  assertOrdered(node, expression)
  if (['and', 'or', 'not'].includes(node.type))
    return { ...node, args: node.args.map((part) => (isNode(part) ? withRules(part, expression) : part)) }
  return guardAbsent(node)
}

/**
 * Applies DynamoDB's rules to the parsed conditions and filters of a checked input where dynalite's are weaker.
 * @throws AwsError ValidationException for an order comparison of values without an order.
 */
export const enforceExpressionRules = (checked: Input): Input => {
  for (const [member, expression] of Object.entries(EXPRESSION_NAMES)) {
    const parsed = checked[member] as { expression: Node } | undefined
    if (parsed !== undefined) checked[member] = { ...parsed, expression: withRules(parsed.expression, expression) }
  }
  return checked
}
