import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** Creates the document client for every *-table.ts. Undefined members are omitted rather than stored as NULL. */
export const tableClient = (): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({})
  // This middleware copies the input and output of each call for a log that is never written.
  client.middlewareStack.remove('loggerMiddleware')
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

/** Checks that a single write failed its condition. With ALL_OLD the existing row is in `.Item`. */
export const isConditionFailed = (error: unknown): error is ConditionalCheckFailedException =>
  error instanceof ConditionalCheckFailedException

/**
 * Checks that AWS rejected the request as invalid, such as a row that is too large: the same request never succeeds.
 */
export const isInvalidWrite = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ValidationException'

export const conditionHeld = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write
    return true
  } catch (error) {
    if (isConditionFailed(error)) return false
    throw error
  }
}

export const ifConditionHeld = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write
  } catch (error) {
    if (isConditionFailed(error)) return undefined
    throw error
  }
}

/**
 * Returns the reason for the refusal of each item of a cancelled transaction, in the order of the items; undefined for
 * any other error.
 */
export const cancellationReasons = (error: unknown): readonly CancellationReason[] | undefined =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : undefined

/** Converts a row of a failed condition. Conditions use text and numbers only. */
export const plainRow = (item: Readonly<Record<string, AttributeValue>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value.N === undefined ? value.S : Number(value.N)]),
  )
