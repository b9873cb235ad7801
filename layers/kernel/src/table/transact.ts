import { setTimeout as wait } from 'node:timers/promises'
import type { CancellationReason } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unavailable } from '@signet/contracts/http'
import type { Clock } from '../clock.ts'
import { cancellationReasons, isConditionFailed, plainRow } from './table-client.ts'

interface Backoff {
  readonly sleep: (ms: number) => Promise<unknown>
  /** From 0 up to, not including, 1. */
  readonly random: () => number
}

const realBackoff: Backoff = { sleep: (ms) => wait(ms), random: Math.random }

const CONFLICTS_MAX = 8

const RETRY_SECONDS = 1

/** Full jitter: from 0 ms to a bound that doubles from 10 to 200 ms. */
const pauseAfter = (conflicts: number, random: () => number): number =>
  Math.round(random() * Math.min(200, 10 * 2 ** conflicts))

export type WriteStep = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

export interface CancellationReasons {
  readonly conditionFailed: (step: WriteStep | undefined) => boolean
  readonly conflicted: (step: WriteStep | undefined) => boolean
  readonly rowOf: (step: WriteStep) => Readonly<Record<string, unknown>> | undefined
}

/** One attempt: the writes of the transaction, and the result if they succeed. Without steps nothing is written. */
interface Attempt<Result> {
  readonly steps?: readonly WriteStep[]
  readonly result: Result
}

export interface TableDeps {
  readonly db: DynamoDBDocumentClient
  readonly table: string
  readonly now: Clock
  /** The pauses after a conflict. Real time and randomness by default. */
  readonly backoff?: Backoff
}

/** A safety bound. Each lost race means that another writer succeeded, so a real run ends much earlier. */
const ATTEMPTS_MAX = 100

const reasonsByStep = (steps: readonly WriteStep[], reasons: readonly CancellationReason[]): CancellationReasons => {
  const reason = (step: WriteStep | undefined) => (step ? reasons[steps.indexOf(step)] : undefined)
  return {
    conditionFailed: (step) => reason(step)?.Code === 'ConditionalCheckFailed',
    conflicted: (step) => reason(step)?.Code === 'TransactionConflict',
    rowOf: (step) => {
      const item = reason(step)?.Item
      return item && plainRow(item)
    },
  }
}

/** Gives the error the name that a single write gets for an invalid row. */
const cancellationError = (codes: readonly string[]): Error => {
  const error = new Error(`A transaction was cancelled: ${codes.join(', ')}`)
  return codes.includes('ValidationError') ? Object.assign(error, { name: 'ValidationException' }) : error
}

const TRANSIENT = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']

type Db = TableDeps['db']

/** A single write costs half of what it costs in a transaction. */
const sendOne = async (db: Db, { Put, Update, Delete }: WriteStep): Promise<void> => {
  if (Put) await db.send(new PutCommand(Put))
  else if (Update) await db.send(new UpdateCommand(Update))
  else if (Delete) await db.send(new DeleteCommand(Delete))
}

/** Sends the steps. Returns the reasons for refusal, or undefined if they were written. */
const sendSteps = async (db: Db, steps: readonly WriteStep[]): Promise<readonly CancellationReason[] | undefined> => {
  const [singleStep] = steps
  try {
    if (singleStep && steps.length === 1) await sendOne(db, singleStep)
    else await db.send(new TransactWriteCommand({ TransactItems: [...steps] }))
    return undefined
  } catch (error) {
    const reasons = cancellationReasons(error)
    if (reasons) return reasons
    if (!isConditionFailed(error)) throw error
    return [{ Code: 'ConditionalCheckFailed', ...(error.Item ? { Item: error.Item } : {}) }]
  }
}

/**
 * Writes the steps of an attempt, all or none, and returns the result of the attempt that succeeded. If a condition
 * fails, `attempt` runs again with the refusal. If another transaction is writing one of the rows, it runs again after
 * a pause, up to eight times. An attempt without steps ends the loop.
 * @throws Refusal 503 if the rows stay busy
 */
export const transact = async <Result>(
  { db, backoff: { sleep, random } = realBackoff }: Pick<TableDeps, 'db' | 'backoff'>,
  attempt: (refused: CancellationReasons | undefined) => Promise<Attempt<Result>>,
): Promise<Result> => {
  let refused: CancellationReasons | undefined
  let conflicts = 0
  for (let count = 0; count < ATTEMPTS_MAX; count++) {
    const { steps = [], result } = await attempt(refused)
    const reasons = steps.length === 0 ? undefined : await sendSteps(db, steps)
    if (!reasons) return result
    refused = reasonsByStep(steps, reasons)
    const codes = reasons.map(({ Code = 'None' }) => Code)
    if (codes.includes('ConditionalCheckFailed')) continue
    if (!codes.some((code) => TRANSIENT.includes(code))) throw cancellationError(codes)
    if (conflicts === CONFLICTS_MAX) break
    await sleep(pauseAfter(conflicts++, random))
  }
  throw unavailable('Too many concurrent requests change the same resource. Try again shortly', RETRY_SECONDS)
}
