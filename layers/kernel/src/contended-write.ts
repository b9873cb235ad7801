import type { AttributeValue, CancellationReason } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Clock } from './clock.ts'
import { type Contention, MEETINGS_MAX, pauseAfter, realContention } from './contention.ts'
import { unavailable } from './refusal.ts'
import { cancellationReasons, isConditionFailed } from './table.ts'

/** One write of a transaction, in the document client's words. */
export type WriteStep = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** What each step of a cancelled transaction says. */
export interface Refused {
  /** Whether the step's own condition is what did not hold. */
  readonly conditionFailed: (step: WriteStep | undefined) => boolean
  /** Whether another transaction was at the step's row. */
  readonly met: (step: WriteStep | undefined) => boolean
  /** The row as the step found it, when it asked for ALL_OLD. */
  readonly rowOf: (step: WriteStep) => Readonly<Record<string, unknown>> | undefined
}

/** Either steps to write, or what the whole comes to without another write. */
export type Proposal<Outcome> = { readonly steps: readonly WriteStep[] } | { readonly outcome: Outcome }

/** What tables work with. */
export interface TableDeps {
  readonly db: DynamoDBDocumentClient
  readonly table: string
  readonly now: Clock
  /** How writers that meet wait; real time and real chance unless a test says otherwise. */
  readonly contention?: Contention
}

/** Other writers may keep winning; each of them got on, so this ends by itself long before. */
const ATTEMPTS_MAX = 100

/** Conditions look at texts and numbers only. */
const plain = (item: Record<string, AttributeValue>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value.N === undefined ? value.S : Number(value.N)]),
  )

const refusedOf = (steps: readonly WriteStep[], reasons: readonly CancellationReason[]): Refused => {
  const reason = (step: WriteStep | undefined) => (step ? reasons[steps.indexOf(step)] : undefined)
  return {
    conditionFailed: (step) => reason(step)?.Code === 'ConditionalCheckFailed',
    met: (step) => reason(step)?.Code === 'TransactionConflict',
    rowOf: (step) => {
      const item = reason(step)?.Item
      return item && plain(item)
    },
  }
}

const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']

type Db = TableDeps['db']

/** A write alone costs half of what it would in a transaction. */
const sendOne = async (db: Db, { Put, Update, Delete }: WriteStep): Promise<void> => {
  if (Put) await db.send(new PutCommand(Put))
  else if (Update) await db.send(new UpdateCommand(Update as UpdateCommand['input']))
  else if (Delete) await db.send(new DeleteCommand(Delete))
}

/** Undefined: written. */
const reasonsAgainst = async (
  db: Db,
  steps: readonly WriteStep[],
): Promise<readonly CancellationReason[] | undefined> => {
  const [only] = steps
  try {
    if (only && steps.length === 1) await sendOne(db, only)
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
 * Writes what `propose` proposes, all or nothing. When a condition fails `propose` is asked again and told which; when
 * another transaction is at one of the rows it is asked again after a pause, eight times.
 * Undefined: written.
 *
 * @throws Refusal 503 when the rows stay busy.
 */
export const writeContended = async <Outcome>(
  { db, contention: { sleep, random } = realContention }: Pick<TableDeps, 'db' | 'contention'>,
  propose: (refused: Refused | undefined) => Promise<Proposal<Outcome>>,
): Promise<Outcome | undefined> => {
  let refused: Refused | undefined
  let meetings = 0
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const proposal = await propose(refused)
    if ('outcome' in proposal) return proposal.outcome
    const reasons = await reasonsAgainst(db, proposal.steps)
    if (!reasons) return undefined
    refused = refusedOf(proposal.steps, reasons)
    const codes = reasons.map(({ Code = 'None' }) => Code)
    if (codes.includes('ConditionalCheckFailed')) continue
    if (!codes.some((code) => PASSING.includes(code)))
      throw new Error(`A transaction was cancelled: ${codes.join(', ')}`)
    if (meetings === MEETINGS_MAX) break
    await sleep(pauseAfter(meetings++, random))
  }
  throw unavailable('Too many requests change the same thing at the same moment; try again shortly', 1)
}
