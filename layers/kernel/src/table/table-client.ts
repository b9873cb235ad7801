import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** The document client as every *-table.ts uses it. Undefined members are left out rather than stored as NULL. */
export const tableClient = (): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({})
  // It copies what each call takes and gives, for a log that nobody keeps.
  client.middlewareStack.remove('loggerMiddleware')
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

/** Whether a single write lost its condition; the row as it stood is in `.Item` when ALL_OLD was asked for. */
export const isConditionFailed = (error: unknown): error is ConditionalCheckFailedException =>
  error instanceof ConditionalCheckFailedException

/** Whether the condition of a write held; false: nothing was written. */
export const conditionHeld = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write
    return true
  } catch (error) {
    if (isConditionFailed(error)) return false
    throw error
  }
}

/** The answer of a conditional write; undefined if its condition did not hold, since another writer may have been faster. */
export const ifConditionHeld = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write
  } catch (error) {
    if (isConditionFailed(error)) return undefined
    throw error
  }
}

/** Why each item of a cancelled transaction was refused, in the order they were sent; undefined for any other error. */
export const cancellationReasons = (error: unknown): readonly CancellationReason[] | undefined =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : undefined

/** A row that came with a failed condition. Conditions look at texts and numbers only. */
export const plainRow = (item: Readonly<Record<string, AttributeValue>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value.N === undefined ? value.S : Number(value.N)]),
  )
