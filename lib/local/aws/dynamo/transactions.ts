import { createHash } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import type { Input } from '../json-service.ts'
import type { LocalClock } from '../ports.ts'
import { addWrite, consumedCapacity, noUsage, transactionalReadUnits, type Usage } from './capacity.ts'
import { type DynaliteEngine, dynalite, type Item } from './dynalite-engine.ts'
import { itemSize } from './item-size.ts'
import { applyWrite, keyOf, type WriteOperation } from './item-writes.ts'

const MAX_ITEMS = 100
const MAX_BYTES = 4 * 1024 * 1024
/** Time for which a client request token identifies its request (API_TransactWriteItems). */
const TOKEN_LIFE_MS = 10 * 60_000
const TOKENS = 'transaction-tokens'

const invalid = (message: string): AwsError => new AwsError('ValidationException', message)

interface Step {
  readonly action: 'Put' | 'Update' | 'Delete' | 'ConditionCheck'
  readonly operation: WriteOperation
  readonly checked: Input
  readonly showItem: boolean
}

interface CancellationReason {
  readonly Code: string
  readonly Message?: string
  readonly Item?: unknown
}

const ACTIONS = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'DeleteItem' } as const

const stepOf = (engine: DynaliteEngine, entry: Input): Step => {
  const presentActions = (Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).filter((action) => entry[action] != null)
  const action = presentActions[0]
  if (action === undefined || presentActions.length > 1)
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete')
  const input = entry[action] as Input
  const requiredExpression = { Update: 'UpdateExpression', ConditionCheck: 'ConditionExpression' }[action as string]
  if (requiredExpression !== undefined && !input[requiredExpression])
    throw invalid(
      `The ${requiredExpression} of a transactional ${action} must not be empty: give one, or use another action.`,
    )
  return {
    action,
    operation: ACTIONS[action],
    checked: engine.check(ACTIONS[action], input),
    showItem: input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  }
}

function assertShape(entries: unknown): asserts entries is Input[] {
  if (Array.isArray(entries) && entries.length >= 1 && entries.length <= MAX_ITEMS) return
  const bound =
    Array.isArray(entries) && entries.length > 0 ? `less than or equal to ${MAX_ITEMS}` : 'greater than or equal to 1'
  throw invalid(
    `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${bound}`,
  )
}

const assertDistinct = (engine: DynaliteEngine, keys: readonly { TableName: string; source: Item | undefined }[]) => {
  const ids = new Set<string>()
  for (const { TableName, source } of keys) {
    const table = engine.table(TableName)
    const key = keyOf(table, source)
    if (key === undefined) continue
    const id = `${TableName}/${dynalite.createKey(key, table)}`
    if (ids.has(id)) throw invalid('Transaction request cannot include multiple operations on one item')
    ids.add(id)
  }
}

const reasonOf = (error: AwsError): CancellationReason => {
  if (error.code === 'ConditionalCheckFailedException')
    return { Code: 'ConditionalCheckFailed', Message: error.message, ...error.detail }
  return { Code: 'ValidationError', Message: error.message }
}

const cancellationError = (reasons: readonly CancellationReason[]): AwsError =>
  new AwsError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map((r) => r.Code).join(', ')}]`,
    400,
    { CancellationReasons: reasons },
  )

const applyStep = (engine: DynaliteEngine, step: Step, usage: Usage): number => {
  const { checked, operation, showItem } = step
  if (step.action === 'ConditionCheck') {
    const table = engine.table(checked.TableName)
    const keyError = dynalite.validateKey(checked.Key, table)
    if (keyError != null) throw invalid(keyError.message)
    const item = engine.itemOf(table, checked.Key)
    if (dynalite.checkConditional(checked, item) != null) {
      const detail = showItem && item !== undefined ? { Item: item } : {}
      throw new AwsError('ConditionalCheckFailedException', 'The conditional request failed', 400, detail)
    }
    addWrite(usage, table, item, item, 2)
    return 0
  }
  const { table, before, after } = applyWrite(engine, operation, checked, showItem)
  addWrite(usage, table, before, after, 2)
  return after === undefined ? 0 : itemSize(after)
}

/**
 * Applies every step or none. The first pass over the steps collects all failures, because DynamoDB reports all of
 * them.
 */
const applyAll = (engine: DynaliteEngine, steps: readonly Step[]): Map<string, Usage> => {
  const usages = new Map<string, Usage>()
  let bytes = 0
  const reasons = steps.map((step): CancellationReason => {
    const usage = usages.get(step.checked.TableName) ?? noUsage()
    usages.set(step.checked.TableName, usage)
    try {
      bytes += applyStep(engine, step, usage)
      return { Code: 'None' }
    } catch (error) {
      if (error instanceof AwsError && error.code !== 'ResourceNotFoundException') return reasonOf(error)
      throw error
    }
  })
  if (reasons.some((reason) => reason.Code !== 'None')) throw cancellationError(reasons)
  if (bytes > MAX_BYTES) throw invalid('Collection size of items in the transaction exceeds the limit of 4 MB')
  return usages
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64')

/**
 * TransactWriteItems: up to 100 items, 4 MB, each item once. All steps run in one transaction of the row store and in
 * one turn of the event loop. A rejection, an error or the end of the process therefore applies none of them.
 */
export const transactWrite =
  (engine: DynaliteEngine, clock: LocalClock) =>
  (input: Input): Input => {
    assertShape(input.TransactItems)
    const steps = input.TransactItems.map((entry) => stepOf(engine, entry))
    assertDistinct(
      engine,
      steps.map(({ checked }) => ({ TableName: checked.TableName, source: checked.Item ?? checked.Key })),
    )
    const token = input.ClientRequestToken as string | undefined
    const request = digest(input.TransactItems)
    return engine.rows.atomically(() => {
      if (token !== undefined) {
        const earlier = engine.rows.read(TOKENS, token) as { at: number; request: string; reply: Input } | undefined
        if (earlier !== undefined && clock.now() - earlier.at < TOKEN_LIFE_MS) {
          if (earlier.request === request) return earlier.reply
          throw new AwsError(
            'IdempotentParameterMismatchException',
            'ClientRequestToken was used with other TransactItems in the last 10 minutes: send a new token with a new request.',
          )
        }
      }
      const usages = applyAll(engine, steps)
      const capacities = [...usages].map(([name, usage]) =>
        consumedCapacity(input.ReturnConsumedCapacity, name, usage, 'Write'),
      )
      const reply = capacities[0] === undefined ? {} : { ConsumedCapacity: capacities }
      if (token !== undefined) engine.rows.write(TOKENS, token, { at: clock.now(), request, reply })
      return reply
    })
  }

/** TransactGetItems: returns up to 100 items of one consistent state. The caller holds the read lock. */
export const transactGet =
  (engine: DynaliteEngine) =>
  (input: Input): Input => {
    assertShape(input.TransactItems)
    const gets = input.TransactItems.map((entry) => {
      if (entry.Get == null) throw invalid('TransactItems can only contain Get')
      return engine.check('GetItem', entry.Get as Input)
    })
    assertDistinct(
      engine,
      gets.map((get) => ({ TableName: get.TableName, source: get.Key as Item })),
    )
    const usages = new Map<string, Usage>()
    const Responses = gets.map((get) => {
      const table = engine.table(get.TableName)
      const keyError = dynalite.validateKey(get.Key, table)
      if (keyError != null) throw invalid(keyError.message)
      const item = engine.itemOf(table, get.Key)
      const usage = usages.get(get.TableName) ?? noUsage()
      usage.table += transactionalReadUnits(item)
      usages.set(get.TableName, usage)
      if (item === undefined) return {}
      return { Item: get._projection ? dynalite.mapPaths(get._projection.paths, item) : item }
    })
    const capacities = [...usages].map(([name, usage]) =>
      consumedCapacity(input.ReturnConsumedCapacity, name, usage, 'Read'),
    )
    return capacities[0] === undefined ? { Responses } : { Responses, ConsumedCapacity: capacities }
  }

export const deleteExpiredTokens = (engine: DynaliteEngine, clock: LocalClock): void => {
  for (const { key, value } of engine.rows.rows(TOKENS))
    if (clock.now() - (value as { at: number }).at >= TOKEN_LIFE_MS) engine.rows.remove(TOKENS, key)
}
