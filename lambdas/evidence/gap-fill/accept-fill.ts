import { addMs, type Clock, idempotency, Refusal, type TableDeps, transact } from '@signet/kernel'
import type { Scopes } from '@signet/ledger'
import { REVISED_DAYS } from '../contract/gap-fill.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import { type EvidenceQuotaDeps, holdEvidence, type QuotaHold } from '../requests/evidence-quota.ts'
import { ownedKey } from '../requests/idempotent-work.ts'
import type { InitialFill } from './begin-fill.ts'
import { notKept } from './fill-now.ts'
import type { FillQueue } from './fill-queue.ts'
import type { FillingRow, FillingTable } from './filling-table.ts'
import { GAP_FILL_QUOTA, QUEUED_HOLD_SECONDS } from './gap-fill-quota.ts'

export interface AcceptDeps extends EvidenceQuotaDeps, TableDeps {
  readonly fillings: FillingTable
  readonly queue: FillQueue
  readonly now: Clock
}

const DAY_MS = 86_400_000

export interface ToAccept {
  readonly id: string
  readonly key: LibraryKey
  readonly scopes: Scopes
  readonly begun: InitialFill
  readonly idempotencyKey: string | undefined
  readonly fingerprint: string
}

interface AcceptedFill {
  readonly row: FillingRow
  readonly isReplay: boolean
}

const rowOf = ({ id, key, begun: { state, options } }: ToAccept, now: Date): FillingRow => {
  const { policy, ...asked } = options
  const at = now.toISOString()
  return {
    id,
    tenant: key.tenant,
    status: 'running',
    policyVersion: `${policy.id}@${policy.version}`,
    options: JSON.stringify(asked),
    state: JSON.stringify(state),
    createdAt: at,
    changedAt: at,
    until: addMs(now, REVISED_DAYS * DAY_MS).toISOString(),
    version: 1,
  }
}

type NotAccepted = Refusal<
  'evidence_gap_fill_quota_exceeded' | 'gap_fill_persist_failed' | 'idempotency_in_progress' | 'idempotency_mismatch'
>

/**
 * Stores an asynchronous gap-fill with its idempotency key, and notifies a worker. If a crash prevents the
 * notification, a repeated request sends it.
 */
export const acceptFill = async (deps: AcceptDeps, asked: ToAccept): Promise<AcceptedFill | NotAccepted> => {
  const { key, scopes, id, idempotencyKey, fingerprint } = asked
  const requests = idempotency<string>(deps)
  const purpose = 'gap-fill-job'
  const named = idempotencyKey === undefined ? undefined : ownedKey(key, { key: idempotencyKey, purpose, fingerprint })

  const woken = async (row: FillingRow, isReplay: boolean, held?: QuotaHold): Promise<AcceptedFill | NotAccepted> => {
    try {
      if (row.status === 'running') await deps.queue.send({ ...key, id: row.id })
      return { row, isReplay }
    } catch (error) {
      if (held) await deps.fillings.change(key, row, { status: 'failed', failure: { ...failureOf(error) } })
      await held?.giveBack()
      return notKept(error)
    }
  }
  const failureOf = (error: unknown) => {
    const { code, message } = notKept(error)
    return { code, message }
  }

  const earlier = named && (await requests.find(named.owner, named))
  if (earlier instanceof Refusal) return earlier
  const begun = earlier === undefined ? undefined : await deps.fillings.find(key, earlier)
  if (begun) return woken(begun, true)

  const held = await holdEvidence(deps, scopes, id, GAP_FILL_QUOTA, QUEUED_HOLD_SECONDS)
  if (held instanceof Refusal) return held
  const row = rowOf(asked, deps.now())
  const remember = named && requests.step(named.owner, named, id)
  const kept = await transact<FillingRow | NotAccepted>(deps, async (refused) => {
    const other = refused && remember && named && (await requests.after(refused, remember, named.owner, named))
    if (other instanceof Refusal) return { result: other }
    const first = other === undefined ? undefined : await deps.fillings.find(key, other)
    if (first) return { result: first }
    return { steps: [...(remember ? [remember] : []), deps.fillings.newStep(key, row)], result: row }
  }).catch((error) => (error instanceof Refusal ? Promise.reject(error) : notKept(error)))
  if (kept instanceof Refusal || kept !== row) await held.giveBack()
  return kept instanceof Refusal ? kept : woken(kept, kept !== row, kept === row ? held : undefined)
}
