import { addMs, type Clock, idempotency, Refusal, type TableDeps, transact } from '@signet/kernel'
import type { Scopes } from '@signet/ledger'
import { REVISED_DAYS } from '../contract/gap-fill.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import { type EvidenceQuotaDeps, holdEvidence, type QuotaHold } from '../requests/evidence-quota.ts'
import { ownedKey } from '../requests/idempotent-work.ts'
import type { InitialFill } from './begin-fill.ts'
import { notStored } from './fill-now.ts'
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
  const { policy, ...optionsInput } = options
  const at = now.toISOString()
  return {
    id,
    tenant: key.tenant,
    status: 'running',
    policyVersion: `${policy.id}@${policy.version}`,
    options: JSON.stringify(optionsInput),
    state: JSON.stringify(state),
    createdAt: at,
    changedAt: at,
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
  optionsInput: AcceptRequest,
): Promise<AcceptedFill | AcceptRefusal> => {
  const { key, scopes, id, idempotencyKey, fingerprint } = optionsInput
  const requests = idempotency<string>(deps)
  const purpose = 'gap-fill-job'
  const onceKey =
    idempotencyKey === undefined ? undefined : ownedKey(key, { key: idempotencyKey, purpose, fingerprint })

  const woken = async (row: FillingRow, isReplay: boolean, hold?: QuotaHold): Promise<AcceptedFill | AcceptRefusal> => {
    try {
      if (row.status === 'running') await deps.queue.send({ ...key, id: row.id })
      return { row, isReplay }
    } catch (error) {
      if (hold) await deps.fillings.change(key, row, { status: 'failed', failure: { ...failureOf(error) } })
      await hold?.giveBack()
      return notStored(error)
    }
  }
  const failureOf = (error: unknown) => {
    const { code, message } = notStored(error)
    return { code, message }
  }

  const earlier = onceKey && (await requests.find(onceKey.owner, onceKey))
  if (earlier instanceof Refusal) return earlier
  const initial = earlier === undefined ? undefined : await deps.fillings.find(key, earlier)
  if (initial) return woken(initial, true)

  const hold = await holdEvidence(deps, scopes, id, GAP_FILL_QUOTA, QUEUED_HOLD_SECONDS)
  if (hold instanceof Refusal) return hold
  const row = rowOf(optionsInput, deps.now())
  const remember = onceKey && requests.step(onceKey.owner, onceKey, id)
  const stored = await transact<FillingRow | AcceptRefusal>(deps, async (refused) => {
    const other = refused && remember && onceKey && (await requests.after(refused, remember, onceKey.owner, onceKey))
    if (other instanceof Refusal) return { result: other }
    const first = other === undefined ? undefined : await deps.fillings.find(key, other)
    if (first) return { result: first }
    return { steps: [...(remember ? [remember] : []), deps.fillings.newStep(key, row)], result: row }
  }).catch((error) => (error instanceof Refusal ? Promise.reject(error) : notStored(error)))
  if (stored instanceof Refusal || stored !== row) await hold.giveBack()
  return stored instanceof Refusal ? stored : woken(stored, stored !== row, stored === row ? hold : undefined)
}
