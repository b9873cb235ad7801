import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type HttpRequest, HttpResponse } from '@smithy/core/protocols'

type Item = Readonly<Record<string, unknown>>

/** Maximum length of a row that marks which request has stored a trace; such rows are read again. */
const MARKER_LENGTH_MAX = 2_000

const workersRow = (worker: string): Item => ({ pk: 'OBS#bench', sk: 'WORKERS', names: new Set([worker]) })

/** Stores rows by partition; each is read once after it was put. */
const putRowsOnce = () => {
  const items = new Map<string, Item>()
  return {
    put: (pk: string, item: Item) => items.set(pk, item),
    take(pk: string): readonly Item[] {
      const item = items.get(pk)
      items.delete(pk)
      return item ? [item] : []
    },
  }
}

const textOf = (value: unknown): string => (value as { readonly S: string }).S

/**
 * Reads the bytes as text through their buffer, because the SDK's byte array logs a warning when it is converted
 * itself.
 */
const textIn = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString()

/** Responds to requests in wire format. */
const wireResponder = (worker: string) => {
  const storedRows = putRowsOnce()
  return (operation: string, body: string): object => {
    if (operation === 'GetItem') {
      const { pk, sk } = workersRow(worker)
      return { Item: { pk: { S: pk }, sk: { S: sk }, names: { SS: [worker] } } }
    }
    if (operation === 'Query') {
      const input = JSON.parse(body) as { readonly ExpressionAttributeValues: Item }
      const Items = storedRows.take(textOf(input.ExpressionAttributeValues[':pk']))
      return { Items, Count: Items.length, ScannedCount: Items.length }
    }
    if (operation === 'PutItem' && body.length < MARKER_LENGTH_MAX) {
      const input = JSON.parse(body) as { readonly Item: Item }
      storedRows.put(textOf(input.Item.pk), input.Item)
    }
    return {}
  }
}

const documentClient = (config: DynamoDBClientConfig): DynamoDBDocumentClient => {
  const plain = new DynamoDBClient(config)
  // Like tableClient() of the kernel.
  plain.middlewareStack.remove('loggerMiddleware')
  return DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } })
}

/**
 * Returns a client of a table that answers immediately. The SDK writes and signs requests and reads responses as on
 * AWS. The worker is registered, and the marker of a trace names the request that stored it last.
 */
export const answeringTable = (worker: string): DynamoDBDocumentClient => {
  const answerTo = wireResponder(worker)
  const handle = async ({ headers, body }: HttpRequest) => {
    const operation = String(headers['x-amz-target']).split('.')[1] ?? ''
    const answer = Buffer.from(JSON.stringify(answerTo(operation, textIn(body as Uint8Array))))
    const responseHeaders = { 'content-type': 'application/x-amz-json-1.0', 'content-length': String(answer.length) }
    return { response: new HttpResponse({ statusCode: 200, headers: responseHeaders, body: answer }) }
  }
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return documentClient({ region: 'us-east-1', credentials, requestHandler: { handle } })
}

/** Returns the same responses without the SDK's work, to measure the code of the route alone. */
export const bareTable = (worker: string): DynamoDBDocumentClient => {
  const db = documentClient({ region: 'us-east-1' })
  const storedRows = putRowsOnce()
  const answerTo = (operation: string, input: Item): object => {
    if (operation.startsWith('Get')) return { Item: workersRow(worker) }
    if (operation.startsWith('Query'))
      return { Items: storedRows.take(String((input.ExpressionAttributeValues as Item)[':pk'])) }
    if (operation.startsWith('Put')) storedRows.put(String((input.Item as Item).pk), input.Item as Item)
    return {}
  }
  db.middlewareStack.add(
    (_next, { commandName = '' }) =>
      async ({ input }) =>
        ({ output: { $metadata: {}, ...answerTo(commandName, input as never) }, response: {} }) as never,
    { step: 'initialize', name: 'answer' },
  )
  return db
}
