import {
  type IdempotentResult,
  idempotency,
  partitionOf,
  Refusal,
  type TableDeps,
  type WriteStep,
} from '@signet/kernel'
import { evidenceKeyRow } from '../contract/key-row.ts'
import type { LibraryKey } from '../library/asset-reader.ts'

export interface WorkResult<Result> {
  readonly result: Result
  /** Stores the result together with the given writes; false if a concurrent run with the same key was first. */
  readonly commit: (companionWrites: readonly WriteStep[]) => Promise<boolean>
}

export interface NamedRequest {
  readonly library: LibraryKey
  readonly purpose: string
  readonly key: string | undefined
  /** Hash of the request, which detects another request with the same key. */
  readonly fingerprint: string
}

/** A key in the partition of its organization, unique per tenant. */
export const ownedKey = <Key extends { readonly key: string }>({ org, tenant }: LibraryKey, onceKey: Key) => ({
  owner: partitionOf(evidenceKeyRow, { org }),
  ...onceKey,
  key: JSON.stringify([tenant, onceKey.key]),
})

export const replayHeaders = (isReplay: boolean) => (isReplay ? { 'idempotent-replayed': 'true' } : {})

/** Must exceed the hold's lifetime, so that a retry never sees the hold of a crashed run. */
const LEASE_SECONDS = 90

/** Runs work once per key, and stores its response in the same transaction. Without a key, runs it each time. */
export const workOnce = <Result>(deps: TableDeps) => {
  // Responses are JSON text, because a DynamoDB map limits depth and numbers.
  const requests = idempotency<string>(deps)
  return async <R extends Refusal>(
    { library, purpose, key, fingerprint }: NamedRequest,
    work: () => Promise<WorkResult<Result> | R>,
  ): Promise<IdempotentResult<Result> | R | Refusal<'idempotency_in_progress' | 'idempotency_mismatch'>> => {
    if (key === undefined) {
      const workResult = await work()
      if (workResult instanceof Refusal) return workResult as R
      await workResult.commit([])
      return { result: workResult.result, isReplay: false }
    }
    let workResult: WorkResult<Result> | undefined
    const run = async (): Promise<string | R> => {
      const result = await work()
      if (result instanceof Refusal) return result as R
      workResult = result
      return JSON.stringify(result.result)
    }
    const { owner, ...onceKey } = ownedKey(library, { key, purpose, fingerprint })
    const outcome = await requests.run(owner, onceKey, run, {
      leaseSeconds: LEASE_SECONDS,
      commit: async (remember) => (workResult ? workResult.commit([remember]) : false),
    })
    if (outcome instanceof Refusal) return outcome
    return { result: JSON.parse(outcome.result) as Result, isReplay: outcome.isReplay }
  }
}
