import fc from 'fast-check'
import { attributes, condition, type Expression, placeholders, update } from './expressions.ts'
import { INDEX, type Operation, RUN, TABLE } from './operation.ts'

const key = fc
  .record({ pk: fc.constantFrom('a', 'b'), sk: fc.constantFrom('1', '2', '21', '3') })
  .map(({ pk, sk }) => ({ pk: { S: `${RUN}${pk}` }, sk: { S: sk } }))
const item = fc
  .tuple(key, attributes)
  .map(([keyAttributes, otherAttributes]) => ({ ...keyAttributes, ...otherAttributes }))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

const conditionFields = (guard: Expression | undefined, onFailure: string | undefined) => ({
  ...(guard ? { ConditionExpression: guard.text } : {}),
  ...(guard && onFailure ? { ReturnValuesOnConditionCheckFailure: onFailure } : {}),
})
const onFailure = optional(fc.constant('ALL_OLD'))
const TableName = TABLE

const putItem = fc
  .tuple(item, optional(condition), onFailure, optional(fc.constant('ALL_OLD')))
  .map(([Item, guard, failed, ReturnValues]): Operation => {
    const input = {
      TableName,
      Item,
      ...conditionFields(guard, failed),
      ...placeholders(guard),
      ...(ReturnValues && { ReturnValues }),
    }
    return { name: 'PutItem', input }
  })
const updateItem = fc
  .tuple(
    key,
    update,
    optional(condition),
    onFailure,
    fc.constantFrom('NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'),
  )
  .map(([Key, set, guard, failed, ReturnValues]): Operation => {
    const expressions = { UpdateExpression: set.text, ...conditionFields(guard, failed), ...placeholders(set, guard) }
    return { name: 'UpdateItem', input: { TableName, Key, ...expressions, ReturnValues } }
  })
const deleteItem = fc
  .tuple(key, optional(condition), onFailure, optional(fc.constant('ALL_OLD')))
  .map(([Key, guard, failed, ReturnValues]): Operation => {
    const input = {
      TableName,
      Key,
      ...conditionFields(guard, failed),
      ...placeholders(guard),
      ...(ReturnValues && { ReturnValues }),
    }
    return { name: 'DeleteItem', input }
  })

const projection = optional(fc.constantFrom('#n', '#n, #m.x', '#l[0], #l[1], #s', 'pk, sk')).map((text) =>
  text === undefined
    ? undefined
    : {
        text,
        names: Object.fromEntries([...text.matchAll(/#(\w+)/g)].map(([name, bare]) => [name, String(bare)])),
        values: {},
      },
)
const getItem = fc.tuple(key, projection).map(([Key, projected]): Operation => {
  const input = { TableName, Key, ConsistentRead: true, ...(projected && { ProjectionExpression: projected.text }) }
  return { name: 'GetItem', input: { ...input, ...placeholders(projected) } }
})

const sortKey = (name: string) =>
  fc.constantFrom(
    '',
    ` AND ${name} = :sk`,
    ` AND ${name} >= :sk`,
    ` AND ${name} < :sk`,
    ` AND begins_with(${name}, :sk)`,
  )
const notExpired: Expression = {
  text: '(attribute_not_exists(expires_at) OR expires_at > :now)',
  names: {},
  values: { ':now': { N: '15' } },
}
const filter = optional(fc.oneof(condition, fc.constant(notExpired)))
const queryOf = ({ usesIndex }: { readonly usesIndex: boolean }) =>
  fc
    .record({
      partition: usesIndex ? fc.constantFrom('g', 'h') : fc.constantFrom('a', 'b'),
      sort: sortKey(usesIndex ? 'gsi1sk' : 'sk'),
      sortValue: fc.constantFrom('1', '2', '3'),
      guard: filter,
      limit: optional(fc.integer({ min: 1, max: 3 })),
      forward: fc.boolean(),
      select: optional(fc.constant('COUNT')),
    })
    .map(({ partition, sort, sortValue, guard, limit, forward, select }): Operation => {
      const keyCondition: Expression = {
        text: `${usesIndex ? 'gsi1pk' : 'pk'} = :pk${sort}`,
        names: {},
        values: { ':pk': { S: `${RUN}${partition}` }, ...(sort ? { ':sk': { S: sortValue } } : {}) },
      }
      const input = {
        TableName,
        KeyConditionExpression: keyCondition.text,
        ...(guard ? { FilterExpression: guard.text } : {}),
        ...placeholders(keyCondition, guard),
        ScanIndexForward: forward,
        ...(limit === undefined ? {} : { Limit: limit }),
        ...(select ? { Select: select } : {}),
        ...(usesIndex ? { IndexName: INDEX } : { ConsistentRead: true }),
      }
      return { name: 'Query', input, pages: true, unordered: usesIndex }
    })

const scan = fc.tuple(filter, fc.boolean()).map(([guard, usesIndex]): Operation => {
  const runCondition: Expression = { text: 'begins_with(pk, :run)', names: {}, values: { ':run': { S: RUN } } }
  const text = guard ? `${runCondition.text} AND (${guard.text})` : runCondition.text
  const input = {
    TableName,
    FilterExpression: text,
    ...placeholders(runCondition, guard),
    ...(usesIndex && { IndexName: INDEX }),
  }
  return { name: 'Scan', input, pages: true, unordered: true }
})

const without = ({ input }: Operation, ...omitted: readonly string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !omitted.includes(name)))
const transactionStep = fc.oneof(
  putItem.map((each) => ({ Put: without(each, 'ReturnValues') })),
  updateItem.map((each) => ({ Update: without(each, 'ReturnValues') })),
  deleteItem.map((each) => ({ Delete: without(each, 'ReturnValues') })),
  fc.tuple(key, condition, onFailure).map(([Key, guard, failed]) => ({
    ConditionCheck: { TableName, Key, ...conditionFields(guard, failed), ...placeholders(guard) },
  })),
)
const transaction = fc
  .tuple(
    fc.array(transactionStep, { minLength: 1, maxLength: 4 }),
    fc.option(fc.constantFrom('t', 'u'), { nil: undefined, freq: 1 }),
  )
  .map(([TransactItems, token]): Operation => {
    const input = { TransactItems, ...(token ? { ClientRequestToken: `${RUN}${token}` } : {}) }
    return { name: 'TransactWriteItems', input }
  })
const transactGet = fc.array(key, { minLength: 1, maxLength: 3 }).map(
  (keys): Operation => ({
    name: 'TransactGetItems',
    input: { TransactItems: keys.map((Key) => ({ Get: { TableName, Key } })) },
  }),
)

const writeRequests = fc.array(
  fc.oneof(
    item.map((Item) => ({ PutRequest: { Item } })),
    key.map((Key) => ({ DeleteRequest: { Key } })),
  ),
  {
    minLength: 1,
    maxLength: 4,
  },
)
const batchWrite = writeRequests.map(
  (requests): Operation => ({ name: 'BatchWriteItem', input: { RequestItems: { [TABLE]: requests } } }),
)
const batchGet = fc.array(key, { minLength: 1, maxLength: 4 }).map(
  (Keys): Operation => ({
    name: 'BatchGetItem',
    input: { RequestItems: { [TABLE]: { Keys, ConsistentRead: true } } },
    unordered: true,
  }),
)

/** Generates one to twelve calls. Few rows and matching conditions let each call meet the results of earlier ones. */
export const sequence: fc.Arbitrary<Operation[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: putItem },
    { weight: 5, arbitrary: updateItem },
    { weight: 2, arbitrary: deleteItem },
    { weight: 2, arbitrary: getItem },
    { weight: 2, arbitrary: queryOf({ usesIndex: false }) },
    { weight: 2, arbitrary: queryOf({ usesIndex: true }) },
    { weight: 1, arbitrary: scan },
    { weight: 4, arbitrary: transaction },
    { weight: 1, arbitrary: transactGet },
    { weight: 1, arbitrary: batchWrite },
    { weight: 1, arbitrary: batchGet },
  ),
  { minLength: 1, maxLength: 12, size: 'max' },
)
