import type { FillState } from '@signet/evidence'
import { type Clock, type Log, Refusal, refusal } from '@signet/kernel'
import type { Scopes } from '@signet/ledger'
import type { EvidenceGapFill } from '../contract/gap-fill.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import { type EvidenceQuotaDeps, type QuotaHold, reserveEvidenceMeters } from '../requests/evidence-quota.ts'
import type { WorkResult } from '../requests/idempotent-work.ts'
import type { InitialFill } from './begin-fill.ts'
import { emitFillEvent, type FillEventDeps } from './emit-fill-event.ts'
import { type FillIdentity, fillRow, fillView } from './fill-view.ts'
import { GAP_FILL_QUOTA } from './gap-fill-quota.ts'
import type { GapFillTable } from './gap-fill-table.ts'
import { type RunDeps, runFill } from './run-fill.ts'

export interface FillNowDeps extends EvidenceQuotaDeps, RunDeps, FillEventDeps {
  readonly fills: GapFillTable
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Must exceed the duration of a request. */
const HOLD_SECONDS = 60

export const storeFailure = (cause: unknown) =>
  refusal('gap_fill_persist_failed', 'The result could not be stored, and nothing was charged; try again shortly', {
    cause,
  })

export interface FillNowRequest {
  readonly id: string
  readonly key: LibraryKey
  readonly scopes: Scopes
  readonly initial: InitialFill
  readonly signal: AbortSignal
  readonly onHold: (hold: QuotaHold) => void
}

type FillRefusal = Refusal<'evidence_gap_fill_quota_exceeded' | 'llm_failed'>

/**
 * Stores a gap fill with its quota use, and emits its event.
 * @throws Refusal 502 if the write fails
 */
const commitFill =
  (
    deps: FillNowDeps,
    state: FillState,
    { key }: FillNowRequest,
    identity: FillIdentity,
    hold: QuotaHold,
  ): WorkResult<EvidenceGapFill>['commit'] =>
  async (companionWrites) => {
    const row = fillRow(state, identity, key.tenant, deps.now())
    const isDone = await deps.fills
      .complete(key, { row, inserted: state.inserted, hold, companionWrites })
      .catch((error) => {
        throw error instanceof Refusal ? error : storeFailure(error)
      })
    if (isDone) await emitFillEvent(deps, key, row, state)
    return isDone
  }

export const fillNow = async (
  deps: FillNowDeps,
  fillRequest: FillNowRequest,
): Promise<WorkResult<EvidenceGapFill> | FillRefusal> => {
  const { id, scopes, initial, signal, onHold } = fillRequest
  const hold = await reserveEvidenceMeters(deps, scopes, id, GAP_FILL_QUOTA, HOLD_SECONDS)
  if (hold instanceof Refusal) return hold
  onHold(hold)
  const state = await runFill(deps, initial.state, { ...initial, signal })
  if (state instanceof Refusal) return state
  const identity = { id, policy: initial.options.policy, editor: deps.reviser.name }
  return { result: fillView(state, identity), commit: commitFill(deps, state, fillRequest, identity, hold) }
}
