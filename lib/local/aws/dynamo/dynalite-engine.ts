import { createRequire } from 'node:module'
import { AwsError } from '../aws-error.ts'
import type { Input } from '../json-service.ts'
import { cacheParsed, type ExpressionParser } from './expression-cache.ts'
import { enforceExpressionRules } from './expression-rules.ts'
import type { RowSpace, RowStore } from './row-store.ts'

/** An item or key in DynamoDB JSON: attribute name to a typed value such as `{ S: 'x' }`. */
export type Item = Record<string, Record<string, unknown>>

export interface IndexRecord {
  readonly IndexName: string
  readonly KeySchema: readonly { AttributeName: string; KeyType: string }[]
  readonly Projection: { readonly ProjectionType?: string; readonly NonKeyAttributes?: readonly string[] }
}

export interface TableRecord {
  TableName: string
  TableStatus: string
  KeySchema: readonly { AttributeName: string; KeyType: string }[]
  AttributeDefinitions: readonly { AttributeName: string; AttributeType: string }[]
  GlobalSecondaryIndexes?: (IndexRecord & { IndexStatus?: string })[]
  LocalSecondaryIndexes?: IndexRecord[]
}

interface IndexActions {
  readonly puts: readonly { index: string; key: string; item: Item }[]
  readonly deletes: readonly { index: string; key: string }[]
}

interface DynaliteDb {
  createKey(item: Item, table: TableRecord): string
  validateKey(key: Item, table: TableRecord): (Error & { body?: { message: string } }) | null | undefined
  checkConditional(data: Input, item: Item | undefined): Error | null | undefined
  mapPaths(paths: unknown, item: Item): Item
  getIndexActions(
    indexes: readonly IndexRecord[],
    before: Item | null,
    after: Item | null,
    table: TableRecord,
  ): IndexActions
}

interface DynaliteError extends Error {
  readonly statusCode?: number
  readonly body?: { readonly __type: string; readonly message?: string; readonly Message?: string }
}

type Action = (store: unknown, data: Input, done: (error: DynaliteError | null, result?: unknown) => void) => void

interface Validation {
  readonly types: object
  readonly custom?: unknown
}

const require = createRequire(import.meta.url)
export const dynalite = require('dynalite/db') as DynaliteDb
const validations = require('dynalite/validations') as {
  checkTypes(data: Input, types: object): Input
  checkValidations(data: Input, types: object, custom: unknown, store: unknown): void
}

for (const parser of ['conditionParser', 'updateParser', 'projectionParser'])
  cacheParsed(require(`dynalite/db/${parser}`) as ExpressionParser)

const DYNALITE_OPERATIONS = {
  BatchGetItem: 'batchGetItem',
  BatchWriteItem: 'batchWriteItem',
  CreateTable: 'createTable',
  DeleteItem: 'deleteItem',
  DescribeTable: 'describeTable',
  GetItem: 'getItem',
  ListTables: 'listTables',
  ListTagsOfResource: 'listTagsOfResource',
  PutItem: 'putItem',
  Query: 'query',
  Scan: 'scan',
  TagResource: 'tagResource',
  UntagResource: 'untagResource',
  UpdateItem: 'updateItem',
} as const
export type DynaliteOperation = keyof typeof DYNALITE_OPERATIONS

const loadedModules = new Map<string, { readonly action: Action; readonly validation: Validation }>()

const load = (operation: DynaliteOperation) => {
  const file = DYNALITE_OPERATIONS[operation]
  const modules = loadedModules.get(file) ?? {
    action: require(`dynalite/actions/${file}`) as Action,
    validation: require(`dynalite/validations/${file}`) as Validation,
  }
  loadedModules.set(file, modules)
  return modules
}

const asAwsError = (error: DynaliteError): Error =>
  error.body === undefined
    ? error
    : new AwsError(
        error.body.__type.split('#').at(-1) ?? 'ValidationException',
        error.body.message ?? error.body.Message ?? error.message,
        error.statusCode ?? 400,
      )

/** DynamoDB rejects items larger than 400 KB (AWS service quotas). */
export const MAX_ITEM_BYTES = 409_600

export const itemSpace = (table: string): string => `item-${table}`
export const indexSpace = (kind: string, table: string, index: string): string =>
  `index-${kind.toLowerCase()}~${table}~${index}`

/** Makes a table usable immediately: one machine does not need the state CREATING. */
const asActive = (table: TableRecord): TableRecord => ({
  ...table,
  TableStatus: 'ACTIVE',
  ...(table.GlobalSecondaryIndexes && {
    GlobalSecondaryIndexes: table.GlobalSecondaryIndexes.map((index) => ({ ...index, IndexStatus: 'ACTIVE' })),
  }),
})

const dynaliteStore = (rows: RowStore, awsAccountId: string, awsRegion: string) => {
  const tables = rows.space('table')
  const tableDb: RowSpace & { awsAccountId: string; awsRegion: string } = {
    ...tables,
    // createTable saves CREATING, which is stored as ACTIVE. Its timer then saves ACTIVE; that second save is
    // redundant.
    put: (key, value, done) => {
      if ((value as TableRecord).TableStatus === 'ACTIVE') done(null)
      else tables.put(key, asActive(value as TableRecord), done)
    },
    awsAccountId,
    awsRegion,
  }
  const notFound = (name: string, includesName: boolean): Error =>
    Object.assign(new Error(`table ${name}`), {
      name: 'NotFoundError',
      statusCode: 400,
      body: {
        __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException',
        message: `Requested resource not found${includesName ? `: Table: ${name} not found` : ''}`,
      },
    })
  return {
    options: { maxItemSize: MAX_ITEM_BYTES, maxItemSizeKb: 400, createTableMs: 0 },
    tableDb,
    getItemDb: (name: string) => rows.space(itemSpace(name)),
    getIndexDb: (kind: string, table: string, index: string) => rows.space(indexSpace(kind, table, index)),
    getTagDb: (name: string) => rows.space(`tag-${name}`),
    // dynalite omits `checkStatus` in some calls, and requires the name in the message if it is false.
    getTable(name: string, checkStatus: unknown, done?: (error: Error | null, table?: unknown) => void) {
      const callback = typeof checkStatus === 'function' ? (checkStatus as NonNullable<typeof done>) : done
      const table = rows.read('table', name)
      if (table === undefined) callback?.(notFound(name, checkStatus === false))
      else callback?.(null, table)
    },
  }
}

export type DynaliteEngine = ReturnType<typeof dynaliteEngine>

/** DynamoDB's semantics (parsers, validation, actions) from dynalite, over the row store. */
export const dynaliteEngine = (rows: RowStore, account: string, region: string) => {
  const store = dynaliteStore(rows, account, region)
  const run = (operation: DynaliteOperation, checked: Input, done: (error: Error | null, result?: unknown) => void) =>
    load(operation).action(store, checked, (error, result) => done(error ? asAwsError(error) : null, result))
  return {
    rows,
    table(name: string): TableRecord {
      const table = rows.read('table', name) as TableRecord | undefined
      if (table === undefined) throw new AwsError('ResourceNotFoundException', 'Requested resource not found')
      return table
    },
    saveTable: (table: TableRecord) => rows.write('table', table.TableName, table),
    /**
     * Parses and validates an input in AWS's order and wording. Returns the input for `run`. Removes nulls from
     * `input`.
     */
    check(operation: DynaliteOperation, input: Input): Input {
      const { validation } = load(operation)
      try {
        const data = validations.checkTypes({ ...input }, validation.types)
        validations.checkValidations(data, validation.types, validation.custom, store)
        return enforceExpressionRules(data)
      } catch (error) {
        throw asAwsError(error as DynaliteError)
      }
    },
    run: (operation: DynaliteOperation, checked: Input): Promise<unknown> =>
      new Promise((resolve, reject) => {
        run(operation, checked, (error, result) => (error ? reject(error) : resolve(result)))
      }),
    /** Runs an action that never yields, which holds for all writes; throws if it yielded. */
    runNow(operation: DynaliteOperation, checked: Input): Input {
      let outcome: { error: Error | null; result: unknown } | undefined
      run(operation, checked, (error, result) => {
        outcome = { error, result }
      })
      const settled = outcome as { error: Error | null; result: unknown } | undefined
      if (settled === undefined) throw new Error(`${operation} yielded in the middle of a write`)
      if (settled.error) throw settled.error
      return settled.result as Input
    },
    itemOf: (table: TableRecord, key: Item) =>
      rows.read(itemSpace(table.TableName), dynalite.createKey(key, table)) as Item | undefined,
  }
}
