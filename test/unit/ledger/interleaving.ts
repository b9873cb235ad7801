import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** Ends a task during a call. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** A call during which weeks pass. It kills all tasks that wait at another call. */
export class WeeksPass {
  readonly input = {}
}

interface Command {
  readonly constructor: { readonly name: string }
  readonly input: { readonly TransactItems?: readonly unknown[] }
}
interface WaitingCall {
  readonly command: Command
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A stream of numbers in [0, 1) that is deterministic for a seed (mulberry32). */
export const seededRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const conflict = ({ input }: Command) =>
  new TransactionCanceledException({
    message: 'planned',
    $metadata: {},
    CancellationReasons: (input.TransactItems ?? []).map(() => ({ Code: 'TransactionConflict' })),
  })

/**
 * Runs tasks concurrently on one table. The next waiting call is chosen at random. Its task may be killed before or
 * after it, or the call may conflict with another transaction. `after` checks the table after every write.
 */
export const interleave = async (
  table: { readonly db: DynamoDBDocumentClient },
  tasks: readonly ((db: DynamoDBDocumentClient) => Promise<void>)[],
  { random, after }: { random: () => number; after: () => void },
): Promise<void> => {
  const waiting: WaitingCall[] = []
  let running = tasks.length
  const db = {
    send: (command: Command) =>
      new Promise((resolve, reject) => {
        waiting.push({ command, resolve, reject })
      }),
  } as unknown as DynamoDBDocumentClient
  const failures: unknown[] = []
  for (const task of tasks) {
    void task(db)
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        running--
      })
  }
  while (running > 0) {
    // Code between two calls takes no time: a task is at a call, or it is finished.
    for (let ticks = 0; waiting.length < running && ticks < 200; ticks++) await null
    const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
    if (!next) continue
    const { command, resolve, reject } = next
    // 3 % are killed before the call, 7 % conflict (transactions only), 3 % are killed after it.
    const outcome = random()
    const isTransaction = command.constructor.name === 'TransactWriteCommand'
    if (command instanceof WeeksPass) {
      resolve(undefined)
      for (const other of waiting.splice(0)) other.reject(new Killed('weeks ago'))
    } else if (outcome < 0.03) reject(new Killed('before a call'))
    else if (outcome < 0.1 && isTransaction) reject(conflict(command))
    else {
      try {
        const answer = await table.db.send(command as never)
        if (command.constructor.name !== 'GetCommand') after()
        if (outcome < 0.13) reject(new Killed('after a call'))
        else resolve(answer)
      } catch (error) {
        reject(error)
      }
    }
  }
  if (failures.length > 0) throw failures[0]
}
