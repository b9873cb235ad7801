import { createHash } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { Refusal, refusal } from '@signet/contracts/http'
import { epochSeconds } from '../clock.ts'
import { IDEMPOTENCY_HOURS, KEY_SK } from './idempotency-row.ts'
import { fillTemplate } from './row-kind.ts'
import { conditionHeld } from './table-client.ts'
import type { CancellationReasons, TableDeps, WriteStep } from './transact.ts'

export interface IdempotencyKey {
  readonly key: string
  /**
   * Name of the operation if one owner's keys are used for several. The same key with another purpose is another key.
   */
  readonly purpose?: string
  readonly fingerprint: string
}

export interface IdempotentResult<Result> {
  readonly result: Result
  readonly isReplay: boolean
}

/** 422: the key was used with another request. */
export type KeyMismatch = Refusal<'idempotency_mismatch'>

/** 422 as above, or 409 with Retry-After: the first request with the key is still running. */
export type KeyRefused = KeyMismatch | Refusal<'idempotency_in_progress'>

export interface LeaseOptions {
  readonly leaseSeconds: number
  /**
   * Writes `remember`, which stores the result, in one transaction with related steps, such as confirming a
   * reservation. False if the condition of `remember` fails: another run was first. By default it is written alone.
   */
  readonly commit?: ((remember: WriteStep) => Promise<boolean>) | undefined
}

/**
 * Runs requests and messages once, however often they arrive. `owner` is the partition of the caller who chose the key,
 * such as `TENANT#<id>`: that of an `idempotencyRow` or of another row of the caller. Keys of other owners are never
 * read. Use `step` or `run` in one partition, not both.
 */
export interface Idempotency<Result> {
  find(owner: string, key: IdempotencyKey): Promise<Result | KeyMismatch | undefined>
  /** Returns the write that stores a result, as a step of the transaction that produces it. */
  step(owner: string, key: IdempotencyKey, result: Result): WriteStep
  /**
   * Returns the answer for the key after a transaction with `step` was refused; `undefined` if the key was not the
   * reason.
   */
  after(
    refused: CancellationReasons,
    step: WriteStep,
    owner: string,
    key: IdempotencyKey,
  ): Promise<Result | KeyRefused | undefined>
  /**
   * Runs work with effects outside one transaction. When a run crashes, another takes over after the lease ends, so the
   * work must be safe to start twice. The first result wins. A failed or refused run is not stored.
   */
  run<R extends Refusal = never>(
    owner: string,
    key: IdempotencyKey,
    work: () => Promise<Result | R>,
    lease: LeaseOptions,
  ): Promise<IdempotentResult<Result> | KeyRefused | R>
}

const mismatchRefusal = () =>
  refusal('idempotency_mismatch', 'This idempotency key was used with another request. Use a new key')

const inProgressRefusal = () =>
  refusal('idempotency_in_progress', 'The first request with this idempotency key is still running. Try again', {
    headers: { 'retry-after': '1' },
  })

/** Returns the primary key of an idempotency key. The key itself is the caller's text and may be anything. */
export const idempotencyItemKey = (owner: string, { key, purpose = '' }: Pick<IdempotencyKey, 'key' | 'purpose'>) => ({
  pk: owner,
  // JSON, so that each pair of purpose and key has a different digest.
  sk: fillTemplate(KEY_SK, {
    digest: createHash('sha256')
      .update(JSON.stringify([purpose, key]))
      .digest('hex'),
  }),
})

interface Claim {
  readonly fingerprint: string
  readonly ttl: number
  /** Absent while the work runs. */
  readonly result?: unknown
  /** Epoch seconds. Afterwards another run may take over. */
  readonly leased_until?: number
}

const UNUSED_KEY = 'attribute_not_exists(pk) OR #ttl <= :now'
const EXPIRED_LEASE = '(fingerprint = :fingerprint AND leased_until <= :now)'

const claimTable = ({ db, table, now }: TableDeps) => {
  const seconds = () => epochSeconds(now())
  const put = (owner: string, key: IdempotencyKey, fields: object, condition: string) => ({
    TableName: table,
    Item: {
      ...idempotencyItemKey(owner, key),
      fingerprint: key.fingerprint,
      ttl: seconds() + IDEMPOTENCY_HOURS * 3600,
      ...fields,
    },
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':now': seconds(),
      ...(condition.includes(':fingerprint') ? { ':fingerprint': key.fingerprint } : {}),
    },
  })
  return {
    stepOf: (owner: string, key: IdempotencyKey, result: unknown): WriteStep => ({
      Put: put(owner, key, { result }, UNUSED_KEY),
    }),
    async read(owner: string, key: IdempotencyKey): Promise<Claim | undefined> {
      const Key = idempotencyItemKey(owner, key)
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
      return Item && Number(Item.ttl) > seconds() ? (Item as Claim) : undefined
    },
    async claim(owner: string, key: IdempotencyKey, leaseSeconds: number): Promise<boolean> {
      const leaseField = { leased_until: seconds() + leaseSeconds }
      return conditionHeld(db.send(new PutCommand(put(owner, key, leaseField, `${UNUSED_KEY} OR ${EXPIRED_LEASE}`))))
    },
    /** Stores the result. Its condition fails if another run that took over finished first. */
    finishOf: (owner: string, key: IdempotencyKey, result: unknown) =>
      put(owner, key, { result }, `${UNUSED_KEY} OR attribute_exists(leased_until)`),
    /** Ends the lease, so that the next request with the key runs the work immediately. */
    release: (owner: string, key: IdempotencyKey): Promise<unknown> =>
      db
        .send(new PutCommand(put(owner, key, { leased_until: 0 }, 'attribute_exists(leased_until) AND #ttl > :now')))
        .catch(() => undefined),
  }
}

export const idempotency = <Result>(deps: TableDeps): Idempotency<Result> => {
  const claims = claimTable(deps)

  const find: Idempotency<Result>['find'] = async (owner, key) => {
    const claim = await claims.read(owner, key)
    if (claim && claim.fingerprint !== key.fingerprint) return mismatchRefusal()
    return claim?.result as Result | undefined
  }

  /** The first result wins if two runs finish the same work. */
  const finishRun = async (
    owner: string,
    key: IdempotencyKey,
    result: Result,
    commit: LeaseOptions['commit'],
  ): Promise<IdempotentResult<Result> | KeyMismatch> => {
    const remember = { Put: claims.finishOf(owner, key, result) }
    const writeAlone = () => conditionHeld(deps.db.send(new PutCommand(remember.Put)))
    if (await (commit ? commit(remember) : writeAlone())) return { result, isReplay: false }
    const firstResult = await find(owner, key)
    if (firstResult instanceof Refusal) return firstResult
    return firstResult === undefined ? { result, isReplay: false } : { result: firstResult, isReplay: true }
  }

  return {
    find,
    step: claims.stepOf,
    async after(refused, step, owner, key) {
      if (refused.conflicted(step)) return inProgressRefusal()
      return refused.conditionFailed(step) ? ((await find(owner, key)) ?? inProgressRefusal()) : undefined
    },
    async run(owner, key, work, { leaseSeconds, commit }) {
      if (!(await claims.claim(owner, key, leaseSeconds))) {
        const earlierResult = (await find(owner, key)) ?? inProgressRefusal()
        return earlierResult instanceof Refusal ? earlierResult : { result: earlierResult, isReplay: true }
      }
      try {
        const result = await work()
        if (!(result instanceof Refusal)) return await finishRun(owner, key, result, commit)
        await claims.release(owner, key)
        return result
      } catch (error) {
        await claims.release(owner, key)
        throw error
      }
    },
  }
}
