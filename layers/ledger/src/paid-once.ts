import { createHash } from 'node:crypto'
import { type IdempotentResult, idempotency, type NewId, partitionOf, Refusal } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import { type Credit, type CreditDeps, creditOf, type ScaffoldWarning } from './credit.ts'
import type { Scopes } from './meters.ts'

export interface PaidDeps extends CreditDeps {
  readonly newId: NewId
}

type IdempotencyRow = RowKeys<{ readonly pk: '<tenant>'; readonly sk: 'IDEM#<digest>' }, undefined>

export interface PaidRequest {
  readonly scopes: Scopes
  readonly purpose: string
  readonly key: string | undefined
  readonly body: object
}

export type PaidResult<Output> = Output & { readonly warning?: ScaffoldWarning }

export type PaidRefusal = Refusal<'quota_exceeded' | 'idempotency_in_progress' | 'idempotency_mismatch'>

/** Must exceed the hold's lifetime, so that a retry never sees the hold of a crashed run. */
const LEASE_SECONDS = 90

const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

export const fingerprintOf = (body: object): string => digestOf(JSON.stringify(body))

const runHolding = async <Output extends object, R extends Refusal>(
  credit: Credit,
  work: () => Promise<Output | R>,
): Promise<PaidResult<Output> | R | Refusal<'quota_exceeded'>> => {
  const refused = await credit.hold()
  if (refused) return refused
  const output = await work()
  if (output instanceof Refusal) return output as R
  const warning = credit.warning()
  return { ...output, ...(warning && { warning }) }
}

/**
 * Returns the request ID of a key, the same for every retry. It includes the day, because an expired key starts a new
 * request.
 */
const requestIdOf = ({ scopes, purpose, key }: PaidRequest, fingerprint: string, at: Date): string =>
  digestOf(scopes.resourceScope, purpose, String(key), fingerprint, at.toISOString().slice(0, 10))

export const paidHeaders = ({ result: { warning }, isReplay }: IdempotentResult<PaidResult<object>>) => ({
  ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
  ...(warning ? { 'x-quota-warning': `scaffolds; used=${warning.used}; limit=${warning.limit}` } : {}),
})

/**
 * Runs work that costs one credit at most once per idempotency key. The credit is reserved before the work, and charged
 * in one write with the result that is stored in `keys`; any other outcome releases it. Work receives the ID of its
 * request, which is the same for every retry.
 */
export const paidOnce = <Output extends object>(deps: PaidDeps, keys: IdempotencyRow) => {
  const requests = idempotency<PaidResult<Output>>(deps)

  const runOnce = <R extends Refusal>(
    { scopes, purpose, key = '' }: PaidRequest,
    fingerprint: string,
    credit: Credit,
    run: () => Promise<PaidResult<Output> | R>,
  ) => {
    const owner = partitionOf(keys, { tenant: scopes.resourceScope })
    return requests.run(owner, { key, purpose, fingerprint }, run, {
      leaseSeconds: LEASE_SECONDS,
      commit: (remember) => credit.charge(remember),
    })
  }

  const runUnkeyed = async <R extends Refusal>(
    credit: Credit,
    run: () => Promise<PaidResult<Output> | R>,
  ): Promise<IdempotentResult<PaidResult<Output>> | R> => {
    const result = await run()
    if (result instanceof Refusal) return result as R
    await credit.charge()
    return { result: result as PaidResult<Output>, isReplay: false }
  }

  return async <R extends Refusal>(
    paidRequest: PaidRequest,
    work: (requestId: string) => Promise<Output | R>,
  ): Promise<IdempotentResult<PaidResult<Output>> | PaidRefusal | R> => {
    const { scopes, key, body } = paidRequest
    const fingerprint = fingerprintOf(body)
    const requestId = key === undefined ? deps.newId() : requestIdOf(paidRequest, fingerprint, deps.now())
    const credit = creditOf(deps, scopes, requestId)
    const run = () => runHolding<Output, R>(credit, () => work(requestId))
    try {
      const outcome = await (key === undefined
        ? runUnkeyed(credit, run)
        : runOnce(paidRequest, fingerprint, credit, run))
      if (outcome instanceof Refusal || outcome.isReplay) await credit.release()
      return outcome
    } catch (error) {
      await credit.release()
      throw error
    }
  }
}
