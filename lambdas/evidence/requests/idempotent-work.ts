import { idempotency, type Once, partitionOf, Refusal, type TableDeps, type WriteStep } from '@signet/kernel'
import { evidenceKeyRow } from '../contract/key-row.ts'
import type { LibraryKey } from '../library/asset-reader.ts'

export interface WorkResult<Result> {
  readonly result: Result
  /** Keeps it together with the writes beside it; false where another was first with these. */
  readonly commit: (beside: readonly WriteStep[]) => Promise<boolean>
}

export interface NamedRequest {
  readonly whose: LibraryKey
  readonly purpose: string
  readonly key: string | undefined
  /** Of what was asked: the same key with another one is another request. */
  readonly fingerprint: string
}

/** A key in the partition of its organization, whose other tenants may give the same one. */
export const ownedKey = <Key extends { readonly key: string }>({ org, tenant }: LibraryKey, named: Key) => ({
  owner: partitionOf(evidenceKeyRow, { org }),
  ...named,
  key: JSON.stringify([tenant, named.key]),
})

export const replayed = (isReplay: boolean) => (isReplay ? { 'idempotent-replayed': 'true' } : {})

/** Whoever takes over from a dead function finds no hold of it. */
const LEASE_SECONDS = 90

/** Does work once a key: its answer is remembered in the write that keeps it. Without a key it is done each time. */
export const workOnce = <Result>(deps: TableDeps) => {
  // Contents hold what the table does not take: every depth, and every number.
  const requests = idempotency<string>(deps)
  return async <R extends Refusal>(
    { whose, purpose, key, fingerprint }: NamedRequest,
    work: () => Promise<WorkResult<Result> | R>,
  ): Promise<Once<Result> | R | Refusal<'idempotency_in_progress' | 'idempotency_mismatch'>> => {
    if (key === undefined) {
      const done = await work()
      if (done instanceof Refusal) return done as R
      await done.commit([])
      return { result: done.result, isReplay: false }
    }
    let done: WorkResult<Result> | undefined
    const run = async (): Promise<string | R> => {
      const made = await work()
      if (made instanceof Refusal) return made as R
      done = made
      return JSON.stringify(made.result)
    }
    const { owner, ...named } = ownedKey(whose, { key, purpose, fingerprint })
    const once = await requests.run(owner, named, run, {
      leaseSeconds: LEASE_SECONDS,
      commit: async (remember) => (done ? done.commit([remember]) : false),
    })
    if (once instanceof Refusal) return once
    return { result: JSON.parse(once.result) as Result, isReplay: once.isReplay }
  }
}
