import { addMs, type Clock, idempotency, Refusal, type TableDeps, transact } from '@signet/kernel'
import type { Scopes } from '@signet/ledger'
import { REVISED_DAYS } from '../contract/gap-fill.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import { type EvidenceQuotaDeps, type QuotaHold, reserveEvidenceMeters } from '../requests/evidence-quota.ts'
import { ownedKey } from '../requests/idempotent-work.ts'
import type { InitialFill } from './begin-fill.ts'
import { storeFailure } from './fill-now.ts'
import type { FillQueue } from './fill-queue.ts'
import type { FillingRow, FillingTable } from './filling-table.ts'
import { GAP_FILL_QUOTA, QUEUED_HOLD_SECONDS } from './gap-fill-quota.ts'

export interface AcceptDeps extends EvidenceQuotaDeps, TableDeps {
  readonly fillings: FillingTable
  readonly queue: FillQueue
  readonly now: Clock
}

const DAY_MS = 86_400_000

export interface AcceptRequest {
  readonly id: string
  readonly key: LibraryKey
  readonly scopes: Scopes
  readonly initial: InitialFill
  readonly idempotencyKey: string | undefined
  readonly fingerprint: string
}

interface AcceptedFill {
  readonly row: FillingRow
  readonly isReplay: boolean
}

const rowOf = ({ id, key, initial: { state, options } }: AcceptRequest, now: Date): FillingRow => {
  const { policy, ...otherOptions } = options
  const createdAt = now.toISOString()
  return {
    id,
    tenant: key.tenant,
    status: 'running',
    policyVersion: `${policy.id}@${policy.version}`,
    options: JSON.stringify(otherOptions),
    state: JSON.stringify(state),
    createdAt,
    changedAt: createdAt,
    until: addMs(now, REVISED_DAYS * DAY_MS).toISOString(),
    version: 1,
  }
}

type AcceptRefusal = Refusal<
  'evidence_gap_fill_quota_exceeded' | 'gap_fill_persist_failed' | 'idempotency_in_progress' | 'idempotency_mismatch'
>

/**
 * Stores an asynchronous gap fill with its idempotency key, and notifies a worker. If a crash prevents the
 * notification, a repeated request sends it.
 */
export const acceptFill = async (
  deps: AcceptDeps,
  acceptRequest: AcceptRequest,
): Promise<AcceptedFill | AcceptRefusal> => {
  const { key, scopes, id, idempotencyKey, fingerprint } = acceptRequest
  const requests = idempotency<string>(deps)
  const purpose = 'gap-fill-job'
  const onceKey =
    idempotencyKey === undefined ? undefined : ownedKey(key, { key: idempotencyKey, purpose, fingerprint })

  const wakeWorker = async (
    row: FillingRow,
    { isReplay, hold }: { readonly isReplay: boolean; readonly hold?: QuotaHold },
  ): Promise<AcceptedFill | AcceptRefusal> => {
    try {
      if (row.status === 'running') await deps.queue.send({ ...key, id: row.id })
      return { row, isReplay }
    } catch (error) {
      if (hold) await deps.fillings.change(key, row, { status: 'failed', failure: { ...failureOf(error) } })
      await hold?.release()
      return storeFailure(error)
    }
  }
  const failureOf = (error: unknown) => {
    const { code, message } = storeFailure(error)
    return { code, message }
  }

  const earlier = onceKey && (await requests.find(onceKey.owner, onceKey))
  if (earlier instanceof Refusal) return earlier
  const earlierRow = earlier === undefined ? undefined : await deps.fillings.find(key, earlier)
  if (earlierRow) return wakeWorker(earlierRow, { isReplay: true })

  const hold = await reserveEvidenceMeters(deps, scopes, id, GAP_FILL_QUOTA, QUEUED_HOLD_SECONDS)
  if (hold instanceof Refusal) return hold
  const row = rowOf(acceptRequest, deps.now())
  const rememberStep = onceKey && requests.step(onceKey.owner, onceKey, id)
  const stored = await transact<FillingRow | AcceptRefusal>(deps, async (refused) => {
    const otherId =
      refused && rememberStep && onceKey && (await requests.after(refused, rememberStep, onceKey.owner, onceKey))
    if (otherId instanceof Refusal) return { result: otherId }
    const firstRow = otherId === undefined ? undefined : await deps.fillings.find(key, otherId)
    if (firstRow) return { result: firstRow }
    return { steps: [...(rememberStep ? [rememberStep] : []), deps.fillings.newStep(key, row)], result: row }
  }).catch((error) => (error instanceof Refusal ? Promise.reject(error) : storeFailure(error)))
  if (stored instanceof Refusal || stored !== row) await hold.release()
  return stored instanceof Refusal
    ? stored
    : wakeWorker(stored, stored === row ? { isReplay: false, hold } : { isReplay: true })
}
