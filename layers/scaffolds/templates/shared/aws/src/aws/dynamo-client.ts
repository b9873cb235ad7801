// #if records
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Dynamo } from './dynamo-records.ts'

const isDone = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** DynamoDB with the SDK of the Lambda runtime. */
export const dynamoClient = (): Dynamo => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  return {
    get: async (request) => (await client.send(new GetCommand(request))).Item,
    put: (request) => isDone(client.send(new PutCommand(request))),
    remove: (request) => isDone(client.send(new DeleteCommand(request))),
    query: async (request) => {
      const { Items = [], LastEvaluatedKey: next } = await client.send(new QueryCommand(request))
      return { items: Items, next }
    },
  }
}
// #endif
