import { AwsError } from '../aws-error.ts'
import type { Input } from '../json-service.ts'
import { addWrite, consumedCapacity, noUsage, type Usage } from './capacity.ts'
import { type DynaliteEngine, type Item, MAX_ITEM_BYTES, type TableRecord } from './dynalite-engine.ts'
import { itemSize } from './item-size.ts'

export type WriteOperation = 'PutItem' | 'UpdateItem' | 'DeleteItem'

/**
 * Returns the item's key; undefined if an attribute is missing or has the wrong type. dynalite then reports the error.
 */
export const keyOf = (table: TableRecord, source: Item | undefined): Item | undefined => {
  const key: Item = {}
  for (const { AttributeName } of table.KeySchema) {
    const type = table.AttributeDefinitions.find(
      (definition) => definition.AttributeName === AttributeName,
    )?.AttributeType
    const value = source?.[AttributeName]
    if (type === undefined || value === undefined || value[type] === undefined) return undefined
    key[AttributeName] = value
  }
  return key
}

/**
 * Omits an empty Attributes member, as DynamoDB does for UPDATED_NEW of removed attributes and UPDATED_OLD of new ones.
 */
const withoutEmptyAttributes = ({ Attributes, ...result }: Input): Input =>
  Attributes === undefined || Object.keys(Attributes).length === 0 ? result : { Attributes, ...result }

/**
 * Applies one checked write inside an open transaction of the row store. Throws DynamoDB's errors. With `showItem`, a
 * failed condition contains the stored item (ReturnValuesOnConditionCheckFailure=ALL_OLD).
 */
export const applyWrite = (engine: DynaliteEngine, operation: WriteOperation, checked: Input, showItem: boolean) => {
  const table = engine.table(checked.TableName)
  const key = keyOf(table, checked.Item ?? checked.Key)
  const readItem = () => (key === undefined ? undefined : engine.itemOf(table, key))
  const before = readItem()
  try {
    const result = withoutEmptyAttributes(engine.runNow(operation, checked))
    const after = readItem()
    if (after !== undefined && itemSize(after) > MAX_ITEM_BYTES) {
      const updateMessage = 'Item size to update has exceeded the maximum allowed size'
      const putMessage = 'Item size has exceeded the maximum allowed size'
      throw new AwsError('ValidationException', operation === 'UpdateItem' ? updateMessage : putMessage)
    }
    return { result, table, before, after }
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ConditionalCheckFailedException' && showItem && before)
      throw new AwsError(error.code, error.message, error.status, { Item: before })
    throw error
  }
}

/** PutItem, UpdateItem and DeleteItem, each atomic with its index entries. */
export const itemWrite =
  (engine: DynaliteEngine, operation: WriteOperation) =>
  (input: Input): Input => {
    const checked = engine.check(operation, input)
    const mode = checked.ReturnConsumedCapacity
    return engine.rows.atomically(() => {
      const showItem = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
      const { result, table, before, after } = applyWrite(engine, operation, checked, showItem)
      const usage = noUsage()
      addWrite(usage, table, before, after)
      return { ...result, ConsumedCapacity: consumedCapacity(mode, table.TableName, usage) }
    })
  }

interface BatchRequest {
  readonly PutRequest?: { readonly Item: Item }
  readonly DeleteRequest?: { readonly Key: Item }
}

/** BatchWriteItem. dynalite applies it; capacity is computed here from the items before and after. */
export const batchWrite =
  (engine: DynaliteEngine) =>
  (input: Input): Input => {
    const checked = engine.check('BatchWriteItem', input)
    const mode = checked.ReturnConsumedCapacity
    return engine.rows.atomically(() => {
      const writes = Object.entries(checked.RequestItems as Record<string, BatchRequest[]>).flatMap(
        ([name, requests]) => {
          const table = engine.table(name)
          return requests.map((request) => {
            const key = keyOf(table, request.PutRequest?.Item ?? request.DeleteRequest?.Key)
            return { table, key, before: key && engine.itemOf(table, key) }
          })
        },
      )
      const { ConsumedCapacity: _replaced, ...result } = engine.runNow('BatchWriteItem', checked)
      const usages = new Map<string, Usage>()
      for (const { table, key, before } of writes) {
        const usage = usages.get(table.TableName) ?? noUsage()
        addWrite(usage, table, before, key && engine.itemOf(table, key))
        usages.set(table.TableName, usage)
      }
      const capacities = [...usages].map(([name, usage]) => consumedCapacity(mode, name, usage))
      return capacities[0] === undefined ? result : { ...result, ConsumedCapacity: capacities }
    })
  }
