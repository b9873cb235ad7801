import { createHash } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { Refusal, refusal } from '@signet/contracts/http'
import { epochSeconds } from '../clock.ts'
import { KEPT_HOURS, KEY_SK } from './idempotency-row.ts'
import { filledIn } from './row-kind.ts'
import { conditionHeld } from './table-client.ts'
import type { Refused, TableDeps, WriteStep } from './transact.ts'

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

/** 422: the key was used with another request. */
export type KeyMismatch = Refusal<'idempotency_mismatch'>

/** The same, or 409 with Retry-After: the first request with the key is still at work. */
export type KeyRefused = KeyMismatch | Refusal<'idempotency_in_progress'>

/** How long a piece of work may take before another may take it over. */
export interface LeaseOptions {
  readonly leaseSeconds: number
}

/**
 * Requests and messages that are carried out once, however often they come. `owner` is the partition whose caller chose the
 * key, such as `TENANT#<id>`: that of an `idempotencyRow` or of another row of the caller's. Nobody else's keys are looked at.
 * Use `step` or `run` in one partition, not both.
 */
export interface Idempotency<Result> {
  /** What the first request with this key came to; `undefined` while nobody has used it. */
  find(owner: string, key: IdempotencyKey): Promise<Result | KeyMismatch | undefined>
  /** The write that remembers a result, for the transaction that brings it about: both happen or neither. */
  step(owner: string, key: IdempotencyKey, result: Result): WriteStep
  /** What the key says after a transaction with `step` was refused; `undefined`: it was not the key's doing. */
  after(refused: Refused, step: WriteStep, owner: string, key: IdempotencyKey): Promise<Result | KeyRefused | undefined>
  /**
   * Runs work whose effects lie outside of one transaction. A run that died is taken over after its lease, so the work must
   * itself bear to be begun twice; of two that run at once the first result counts. Work that failed or was refused is
   * forgotten.
   */
  run<R extends Refusal = never>(
    owner: string,
    key: IdempotencyKey,
    work: () => Promise<Result | R>,
    lease: LeaseOptions,
  ): Promise<Once<Result> | KeyRefused | R>
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
  sk: filledIn(KEY_SK, { digest: createHash('sha256').update(key).digest('hex') }),
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

/** The rows of idempotency keys. */
const claimTable = ({ db, table, now }: TableDeps) => {
  const seconds = () => epochSeconds(now())
  const put = (owner: string, { key, fingerprint }: IdempotencyKey, members: object, condition: string) => ({
    TableName: table,
    Item: { ...idempotencyItemKey(owner, key), fingerprint, ttl: seconds() + KEPT_HOURS * 3600, ...members },
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':now': seconds(),
      ...(condition.includes(':fingerprint') ? { ':fingerprint': fingerprint } : {}),
    },
  })
  return {
    /** The write of a result, for a transaction. */
    stepOf: (owner: string, key: IdempotencyKey, result: unknown): WriteStep => ({
      Put: put(owner, key, { result }, FREE),
    }),
    async read(owner: string, key: string): Promise<Claim | undefined> {
      const Key = idempotencyItemKey(owner, key)
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
      return Item && Number(Item.ttl) > seconds() ? (Item as Claim) : undefined
    },
    /** Whether the work is ours to do: nobody has begun it, or who did has let its lease run out. */
    async claim(owner: string, key: IdempotencyKey, leaseSeconds: number): Promise<boolean> {
      const leased = { leased_until: seconds() + leaseSeconds }
      return conditionHeld(db.send(new PutCommand(put(owner, key, leased, `${FREE} OR ${ABANDONED}`))))
    },
    /** Remembers the result; false: somebody who took the work over was first. */
    finish: (owner: string, key: IdempotencyKey, result: unknown): Promise<boolean> =>
      conditionHeld(db.send(new PutCommand(put(owner, key, { result }, `${FREE} OR attribute_exists(leased_until)`)))),
    /** Lets the next request begin anew: its lease is over at once. */
    forget: (owner: string, key: IdempotencyKey): Promise<unknown> =>
      db
        .send(new PutCommand(put(owner, key, { leased_until: 0 }, 'attribute_exists(leased_until) AND #ttl > :now')))
        .catch(() => undefined),
  }
}

/** Idempotency keys over the one table. */
export const idempotency = <Result>(deps: TableDeps): Idempotency<Result> => {
  const claims = claimTable(deps)

  const find: Idempotency<Result>['find'] = async (owner, { key, fingerprint }) => {
    const claim = await claims.read(owner, key)
    if (claim && claim.fingerprint !== fingerprint) return mismatch()
    return claim?.result as Result | undefined
  }

  /** Of two that finished the same work the first one's result is the one that counts. */
  const finished = async (owner: string, key: IdempotencyKey, result: Result): Promise<Once<Result> | KeyMismatch> => {
    if (await claims.finish(owner, key, result)) return { result, isReplay: false }
    const first = await find(owner, key)
    if (first instanceof Refusal) return first
    return first === undefined ? { result, isReplay: false } : { result: first, isReplay: true }
  }

  return {
    find,
    step: claims.stepOf,
    async after(refused, step, owner, key) {
      if (refused.conflicted(step)) return inProgress()
      return refused.conditionFailed(step) ? ((await find(owner, key)) ?? inProgress()) : undefined
    },
    async run(owner, key, work, { leaseSeconds }) {
      if (!(await claims.claim(owner, key, leaseSeconds))) {
        const earlier = (await find(owner, key)) ?? inProgress()
        return earlier instanceof Refusal ? earlier : { result: earlier, isReplay: true }
      }
      try {
        const result = await work()
        if (!(result instanceof Refusal)) return await finished(owner, key, result)
        await claims.forget(owner, key)
        return result
      } catch (error) {
        await claims.forget(owner, key)
        throw error
      }
    },
  }
}
