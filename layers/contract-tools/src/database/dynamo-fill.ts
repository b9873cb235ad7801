import { keyValue } from './dynamo-key.ts'
import type { DynamoPlan } from './dynamo-plan.ts'
import type { DynamoFill } from './dynamo-step.ts'

type Item = Readonly<Record<string, unknown>>

export interface DynamoUpdate {
  readonly TableName: string
  readonly Key: Readonly<Record<string, unknown>>
  readonly UpdateExpression: string
  /**
   * True while the item needs the change and is unchanged since it was read. A second run or a concurrent write makes
   * it false, so the item is not changed.
   */
  readonly ConditionExpression: string
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>
}

type Change = Omit<DynamoUpdate, 'TableName' | 'Key'>

const hasAttribute = (item: Item, attribute: string): boolean => item[attribute] !== undefined

const updateOf = (
  update: string,
  condition: string,
  names: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>> = {},
): Change => ({
  UpdateExpression: update,
  ConditionExpression: condition,
  ExpressionAttributeNames: names,
  ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
})

const copyChange = (fill: Extract<DynamoFill, { kind: 'copy' | 'move' }>, item: Item): Change | undefined => {
  const { kind, attribute, from } = fill
  const isSame = JSON.stringify(item[attribute]) === JSON.stringify(item[from])
  if (!hasAttribute(item, from) || (kind === 'copy' && isSame)) return undefined
  const names = { '#new': attribute, '#old': from }
  const set = `SET #new = :old${kind === 'move' ? ' REMOVE #old' : ''}`
  return updateOf(set, '#old = :old', names, { ':old': item[from] })
}

const keysChange = ({ templates }: Extract<DynamoFill, { kind: 'keys' }>, item: Item): Change | undefined => {
  const composed = templates.filter(({ isField }) => !isField)
  const keyValues = templates.map((template) => keyValue(template, item))
  const isComplete = !keyValues.includes(undefined)
  const target = composed.map((template) => (isComplete ? keyValue(template, item) : undefined))
  if (composed.every(({ attribute }, i) => item[attribute] === target[i])) return undefined
  const sources = [...new Set(templates.flatMap(({ parts }) => parts.map(({ field }) => field)))]
  const names = Object.fromEntries([
    ...composed.map(({ attribute }, i) => [`#k${i}`, attribute]),
    ...sources.map((field, i) => [`#s${i}`, field]),
  ])
  const present = sources.flatMap((field, i) => (hasAttribute(item, field) ? [[`:s${i}`, item[field]] as const] : []))
  const condition = sources
    .map((field, i) => (hasAttribute(item, field) ? `#s${i} = :s${i}` : `attribute_not_exists(#s${i})`))
    .join(' AND ')
  const update = isComplete
    ? `SET ${composed.map((_, i) => `#k${i} = :k${i}`).join(', ')}`
    : `REMOVE ${composed.map((_, i) => `#k${i}`).join(', ')}`
  const keys = isComplete ? target.map((value, i) => [`:k${i}`, value] as const) : []
  return updateOf(update, condition, names, Object.fromEntries([...present, ...keys]))
}

const changeOf = (fill: DynamoFill, item: Item): Change | undefined => {
  if (fill.kind === 'keys') return keysChange(fill, item)
  if (fill.kind === 'copy' || fill.kind === 'move') return copyChange(fill, item)
  const names = { '#a': fill.attribute }
  if (fill.kind === 'remove') {
    return hasAttribute(item, fill.attribute) ? updateOf('REMOVE #a', 'attribute_exists(#a)', names) : undefined
  }
  if (hasAttribute(item, fill.attribute) && item[fill.attribute] !== null) return undefined
  const values = { ':value': fill.value }
  if (!hasAttribute(item, fill.attribute)) {
    // Without the key in the condition, a deleted item would be recreated with this attribute only.
    return updateOf('SET #a = :value', 'attribute_exists(#pk) AND attribute_not_exists(#a)', names, values)
  }
  return updateOf('SET #a = :value', '#a = :none', names, { ...values, ':none': null })
}

/**
 * Returns the write of an `update_items` step for one item as it was read; `undefined` if the item does not need it. A
 * ConditionalCheckFailedException means a concurrent write: read the item again, or leave it to the next run.
 */
export const dynamoFill = (plan: DynamoPlan, fill: DynamoFill, item: Item): DynamoUpdate | undefined => {
  const change = changeOf(fill, item)
  if (change === undefined) return undefined
  const keys = [plan.partitionKey, ...(plan.sortKey === undefined ? [] : [plan.sortKey])]
  const names = change.ConditionExpression.includes('#pk')
    ? { ...change.ExpressionAttributeNames, '#pk': plan.partitionKey.attribute }
    : change.ExpressionAttributeNames
  return {
    TableName: plan.tableName,
    Key: Object.fromEntries(keys.map((key) => [key.attribute, keyValue(key, item)])),
    ...change,
    ExpressionAttributeNames: names,
  }
}
