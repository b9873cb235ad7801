import { createHash } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { refusal } from '@signet/contracts/http'
import { epochSeconds } from '../clock.ts'
import { isConditionFailed } from './table-client.ts'
import type { Refused, TableDeps, WriteStep } from './transact.ts'

/** How long a key is remembered (spec image-service 8). */
const KEPT_SECONDS = 24 * 3600

/** A caller's key, and a digest of what it asked for with it. */
export interface IdempotencyKey {
  readonly key: string
  readonly fingerprint: string
}

/** What came of a request that was made once. */
export interface Once<Result> {
  readonly result: Result
  /** An earlier request did the work. */
  readonly isReplay: boolean
}

/** How long a piece of work may take before another may take it over. */
export interface LeaseOptions {
  readonly leaseSeconds: number
}

/**
 * Requests and messages that are carried out once, however often they come. `owner` is the partition whose caller chose the
 * key, such as `TENANT#<id>`; nobody else's keys are looked at.
 *
 * Refusals thrown by all of them: 422 `idempotency_mismatch` for a key that was used with another request, 409
 * `idempotency_in_progress` with Retry-After while the first is at work.
 */
export interface Idempotency<Result> {
  /** What the first request with this key came to; `undefined` while nobody has used it. */
  find(owner: string, key: IdempotencyKey): Promise<Result | undefined>
  /** The write that remembers a result, for the transaction that brings it about: both happen or neither. */
  step(owner: string, key: IdempotencyKey, result: Result): WriteStep
  /** What the key says after a transaction with `step` was refused; `undefined`: it was not the key's doing. */
  after(refused: Refused, step: WriteStep, owner: string, key: IdempotencyKey): Promise<Result | undefined>
  /**
   * Runs work whose effects lie outside of one transaction. A run that died is taken over after its lease, so the work must
   * itself bear to be begun twice; of two that run at once the first result counts. Failed work is forgotten.
   */
  run(owner: string, key: IdempotencyKey, work: () => Promise<Result>, lease: LeaseOptions): Promise<Once<Result>>
}

const mismatch = () =>
  refusal('idempotency_mismatch', 'This idempotency key was used before with another request; use a new key')

const inProgress = () =>
  refusal('idempotency_in_progress', 'The first request with this idempotency key is still at work; try again', {
    headers: { 'retry-after': '1' },
  })

/** Primary key of an idempotency key. The key itself is the caller's text and may be anything. */
export const idempotencyItemKey = (owner: string, key: string) => ({
  pk: owner,
  sk: `IDEM#${createHash('sha256').update(key).digest('hex')}`,
})

interface Claim {
  readonly fingerprint: string
  readonly ttl: number
  /** Absent while the work runs. */
  readonly result?: unknown
  /** Epoch seconds; who comes later takes the work over. */
  readonly leased_until?: number
}

const FREE = 'attribute_not_exists(pk) OR #ttl <= :now'
const ABANDONED = '(fingerprint = :fingerprint AND leased_until <= :now)'

/** Idempotency keys over the one table. */
export const idempotency = <Result>({ db, table, now }: TableDeps): Idempotency<Result> => {
  const seconds = () => epochSeconds(now())

  const read = async (owner: string, key: string): Promise<Claim | undefined> => {
    const Key = idempotencyItemKey(owner, key)
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && Number(Item.ttl) > seconds() ? (Item as Claim) : undefined
  }

  const put = (owner: string, { key, fingerprint }: IdempotencyKey, members: object, condition: string) => ({
    TableName: table,
    Item: { ...idempotencyItemKey(owner, key), fingerprint, ttl: seconds() + KEPT_SECONDS, ...members },
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':now': seconds(),
      ...(condition.includes(':fingerprint') ? { ':fingerprint': fingerprint } : {}),
    },
  })

  const find: Idempotency<Result>['find'] = async (owner, { key, fingerprint }) => {
    const claim = await read(owner, key)
    if (!claim) return undefined
    if (claim.fingerprint !== fingerprint) throw mismatch()
    if (claim.result === undefined) throw inProgress()
    return claim.result as Result
  }

  /** Whether the work is ours to do: nobody has begun it, or who did has let its lease run out. */
  const claimed = async (owner: string, key: IdempotencyKey, leaseSeconds: number): Promise<boolean> => {
    try {
      const leased = { leased_until: seconds() + leaseSeconds }
      await db.send(new PutCommand(put(owner, key, leased, `${FREE} OR ${ABANDONED}`)))
      return true
    } catch (error) {
      if (isConditionFailed(error)) return false
      throw error
    }
  }

  /** Remembers the result, unless somebody who took the work over was first: then theirs is the one that counts. */
  const finished = async (owner: string, key: IdempotencyKey, result: Result): Promise<Once<Result>> => {
    try {
      await db.send(new PutCommand(put(owner, key, { result }, `${FREE} OR attribute_exists(leased_until)`)))
      return { result, isReplay: false }
    } catch (error) {
      if (!isConditionFailed(error)) throw error
      const first = await find(owner, key)
      return first === undefined ? { result, isReplay: false } : { result: first, isReplay: true }
    }
  }

  /** Lets the next request begin anew: its lease is over at once. */
  const forget = (owner: string, key: IdempotencyKey): Promise<unknown> =>
    db
      .send(new PutCommand(put(owner, key, { leased_until: 0 }, 'attribute_exists(leased_until) AND #ttl > :now')))
      .catch(() => undefined)

  return {
    find,
    step: (owner, key, result) => ({ Put: put(owner, key, { result }, FREE) }),
    async after(refused, step, owner, key) {
      if (refused.conflicted(step)) throw inProgress()
      if (!refused.conditionFailed(step)) return undefined
      const result = await find(owner, key)
      if (result === undefined) throw inProgress()
      return result
    },
    async run(owner, key, work, { leaseSeconds }) {
      if (!(await claimed(owner, key, leaseSeconds))) {
        const earlier = await find(owner, key)
        if (earlier === undefined) throw inProgress()
        return { result: earlier, isReplay: true }
      }
      try {
        return await finished(owner, key, await work())
      } catch (error) {
        await forget(owner, key)
        throw error
      }
    },
  }
}
