import * as dynamo from '@aws-sdk/client-dynamodb'
import { inRun, type Operation } from './operation.ts'

/** The outcome of a call, without details that may differ between two correct responses. */
export type Outcome = { readonly answer: unknown } | { readonly error: string; readonly detail: unknown }

const COMMANDS = {
  PutItem: dynamo.PutItemCommand,
  GetItem: dynamo.GetItemCommand,
  UpdateItem: dynamo.UpdateItemCommand,
  DeleteItem: dynamo.DeleteItemCommand,
  Query: dynamo.QueryCommand,
  Scan: dynamo.ScanCommand,
  BatchGetItem: dynamo.BatchGetItemCommand,
  BatchWriteItem: dynamo.BatchWriteItemCommand,
  TransactWriteItems: dynamo.TransactWriteItemsCommand,
  TransactGetItems: dynamo.TransactGetItemsCommand,
} as unknown as Record<Operation['name'], new (input: unknown) => dynamo.GetItemCommand>

type Json = Readonly<Record<string, unknown>>
const byText = (left: unknown, right: unknown): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : JSON.stringify(left) > JSON.stringify(right) ? 1 : 0

/** Fields that are not compared. One engine returns the consumed capacity although no call requests it. */
const IGNORED_FIELDS = new Set(['$metadata', 'ConsumedCapacity'])

/**
 * Sorts fields by name and set elements by value, and normalizes numbers, because DynamoDB Local returns 1E2 as written
 * inside a map. Omits absent fields and metadata.
 */
export const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([name, member]) => !IGNORED_FIELDS.has(name) && member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(
    entries.map(([name, member]) => [
      name,
      (name === 'SS' || name === 'NS') && Array.isArray(member)
        ? [...member].sort()
        : name === 'N'
          ? String(Number(member))
          : canonical(member),
    ]),
  )
}

/** Returns the compared part of a page: the rows, and its end if the operation has an order. */
const pageOf = (
  { Items, Count, ScannedCount, LastEvaluatedKey }: Json,
  { unordered = false }: Pick<Operation, 'unordered'>,
) => (unordered ? { Items, Count } : { Items, Count, ScannedCount, LastEvaluatedKey })

const MAX_PAGES = 200

/** Removes an empty last page. An engine may report the end with the last row or with an empty page after it. */
function withoutEmptyEnd(pages: readonly Json[]): readonly Json[] {
  const last = pages.at(-1)
  const before = pages.at(-2)
  if (last?.ScannedCount !== 0 || before === undefined) return pages
  return [...pages.slice(0, -2), { ...before, LastEvaluatedKey: undefined }]
}

async function allPages(client: dynamo.DynamoDBClient, operation: Operation, input: Json): Promise<unknown> {
  const { name, unordered } = operation
  const pages: Json[] = []
  let from: unknown
  do {
    const answer = (await client.send(
      new COMMANDS[name]({ ...input, ...(from ? { ExclusiveStartKey: from } : {}) }),
    )) as unknown as Json
    pages.push(pageOf(answer, operation))
    from = answer.LastEvaluatedKey
    if (pages.length > MAX_PAGES) throw new Error(`${name} gave more than ${MAX_PAGES} pages`)
  } while (from)
  if (!unordered) return withoutEmptyEnd(pages)
  const Items = pages.flatMap((page) => (page.Items ?? []) as unknown[]).map(canonical)
  return { items: Items.sort(byText), count: pages.reduce((sum, { Count }) => sum + Number(Count), 0) }
}

const sortedResponses = (answer: Json): Json => ({
  ...answer,
  Responses: Object.fromEntries(
    Object.entries((answer.Responses ?? {}) as Record<string, unknown[]>).map(([table, rows]) => [
      table,
      rows.map(canonical).sort(byText),
    ]),
  ),
})

const failure = (thrown: unknown): Outcome => {
  const { name, CancellationReasons, Item } = thrown as Error & {
    CancellationReasons?: readonly { Code?: string; Item?: unknown }[]
    Item?: unknown
  }
  // Compares codes and rows, because programs depend on them; messages may differ in wording.
  const reasons = CancellationReasons?.map(({ Code, Item: row }) => ({ Code, Item: row }))
  return { error: name, detail: canonical({ reasons, Item }) }
}

/** Sends one operation of a sequence and converts the result to the compared form. */
export async function outcomeOf(client: dynamo.DynamoDBClient, operation: Operation, run: string): Promise<Outcome> {
  const input = inRun(operation.input, run)
  try {
    if (operation.pages) return { answer: canonical(await allPages(client, operation, input)) }
    const answer = (await client.send(new COMMANDS[operation.name](input))) as unknown as Json
    const sorted = operation.unordered ? sortedResponses(answer) : answer
    return { answer: canonical(sorted) }
  } catch (thrown) {
    return failure(thrown)
  }
}
