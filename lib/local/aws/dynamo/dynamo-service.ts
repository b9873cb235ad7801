import { join } from 'node:path'
import { AwsError, unknownOperation } from '../aws-error.ts'
import { type Input, jsonService, type Operation } from '../json-service.ts'
import type { LocalClock, TableSpec } from '../ports.ts'
import { consumedCapacity, readUnits } from './capacity.ts'
import { type DynaliteEngine, type DynaliteOperation, dynaliteEngine, type Item } from './dynalite-engine.ts'
import { batchWrite, itemWrite } from './item-writes.ts'
import { type ReadWriteLock, readWriteLock } from './read-write-lock.ts'
import { rowStore } from './row-store.ts'
import { dropTable, ensureTable } from './table-setup.ts'
import { describeTimeToLive, reapExpired, updateTimeToLive } from './time-to-live.ts'
import { deleteExpiredTokens, transactGet, transactWrite } from './transactions.ts'

export interface DynamoDeps {
  readonly dir: string
  readonly clock: LocalClock
  readonly account: string
  readonly region: string
  readonly log?: ((line: string) => void) | undefined
  /** Tests pass a lock that does nothing, to show that readers then see partial transactions. */
  readonly lock?: ReadWriteLock | undefined
}

export type DynamoService = ReturnType<typeof dynamoService>

const NEVER_ABORTED = new AbortController().signal

const READ_OPERATIONS = ['BatchGetItem', 'DescribeTable', 'ListTables', 'ListTagsOfResource', 'Query', 'Scan'] as const
const WRITE_OPERATIONS = ['CreateTable', 'TagResource', 'UntagResource'] as const

/** GetItem, with capacity counted in bytes instead of characters. */
const getItem = (engine: DynaliteEngine) => async (input: Input) => {
  const checked = engine.check('GetItem', input)
  const result = (await engine.run('GetItem', checked)) as Input
  const mode = checked.ReturnConsumedCapacity
  if (mode === undefined || mode === 'NONE') return result
  const storedItem = engine.itemOf(engine.table(checked.TableName), checked.Key as Item)
  const usage = { table: readUnits(storedItem, checked.ConsistentRead === true), global: {}, local: {} }
  return { ...result, ConsumedCapacity: consumedCapacity(mode, checked.TableName, usage) }
}

/**
 * DynamoDB over one SQLite file: dynalite's parsers and actions, plus transactions. Writes exclude readers. A reader
 * that spans several turns (Query, Scan, BatchGetItem, TransactGetItems) therefore sees one consistent state.
 */
export const dynamoService = (deps: DynamoDeps) => {
  const { dir, clock, account, region, log, lock = readWriteLock() } = deps
  const rows = rowStore(join(dir, 'dynamodb.sqlite'))
  const engine = dynaliteEngine(rows, account, region)
  const withReadLock =
    (task: Operation): Operation =>
    (input, context) =>
      lock.read(() => task(input, context))
  const withWriteLock =
    (task: Operation): Operation =>
    (input, context) =>
      lock.write(() => task(input, context))
  const runDynalite = (operation: DynaliteOperation) => (input: Input) =>
    engine.run(operation, engine.check(operation, input))

  const operations: Record<string, Operation> = {
    ...Object.fromEntries(READ_OPERATIONS.map((name) => [name, withReadLock(runDynalite(name))])),
    ...Object.fromEntries(WRITE_OPERATIONS.map((name) => [name, withWriteLock(runDynalite(name))])),
    GetItem: withReadLock(getItem(engine)),
    PutItem: withWriteLock(itemWrite(engine, 'PutItem')),
    UpdateItem: withWriteLock(itemWrite(engine, 'UpdateItem')),
    DeleteItem: withWriteLock(itemWrite(engine, 'DeleteItem')),
    BatchWriteItem: withWriteLock(batchWrite(engine)),
    TransactWriteItems: withWriteLock(transactWrite(engine, clock)),
    TransactGetItems: withReadLock(transactGet(engine)),
    DeleteTable: withWriteLock((input) => ({ TableDescription: dropTable(engine, input.TableName) })),
    UpdateTimeToLive: withWriteLock(updateTimeToLive(engine)),
    DescribeTimeToLive: withReadLock(describeTimeToLive(engine)),
    UpdateTable: () => {
      throw new AwsError('ValidationException', 'Change a local table in its stack: the runner rebuilds its indexes.')
    },
  }
  return {
    handler: jsonService({ name: 'dynamodb', operations, log }),
    run: async (name: string, input: Input): Promise<unknown> => {
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
      if (operation === undefined) throw unknownOperation('dynamodb', name)
      return operation(input, { signal: NEVER_ABORTED })
    },
    declareTable: (spec: TableSpec) => lock.write(() => ensureTable(engine, spec)),
    /** Deletes expired items and old request tokens; returns the number of deleted items. */
    deleteExpired: () =>
      lock.write(() => {
        deleteExpiredTokens(engine, clock)
        return reapExpired(engine, clock)
      }),
    close: () => rows.close(),
  }
}
