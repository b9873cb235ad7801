import { ConditionalCheckFailedException, DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** The document client as every *-table.ts uses it. Undefined members are left out rather than stored as NULL. */
export const tableClient = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  })

/** Whether a single write lost its condition; the row as it stood is in `.Item` when ALL_OLD was asked for. */
export const isConditionFailed = (error: unknown): error is ConditionalCheckFailedException =>
  error instanceof ConditionalCheckFailedException

/** Codes of a cancelled transaction's items in the order they were sent, or undefined for any other error. */
export const cancellationCodes = (error: unknown): readonly string[] | undefined =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None')
    : undefined
