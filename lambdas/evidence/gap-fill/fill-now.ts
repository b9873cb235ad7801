import type { FillState } from '@signet/evidence'
import { type Clock, type Log, Refusal, refusal } from '@signet/kernel'
import type { Scopes } from '@signet/ledger'
import type { EvidenceGapFill } from '../contract/gap-fill.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import { type EvidenceQuotaDeps, holdEvidence, type QuotaHold } from '../requests/evidence-quota.ts'
import type { WorkResult } from '../requests/idempotent-work.ts'
import type { InitialFill } from './begin-fill.ts'
import { type FillIdentity, fillRow, fillView } from './fill-view.ts'
import { GAP_FILL_QUOTA } from './gap-fill-quota.ts'
import type { GapFillTable } from './gap-fill-table.ts'
import { type RunDeps, runFill } from './run-fill.ts'
import { type TellDeps, tellFill } from './tell-fill.ts'

export interface FillNowDeps extends EvidenceQuotaDeps, RunDeps, TellDeps {
  readonly fills: GapFillTable
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Must exceed the duration of a request. */
const HOLD_SECONDS = 60

export const notKept = (cause: unknown) =>
  refusal('gap_fill_persist_failed', 'The result could not be stored, and nothing was charged; try again shortly', {
    cause,
  })

export interface FillingNow {
  readonly id: string
  readonly key: LibraryKey
  readonly scopes: Scopes
  readonly begun: InitialFill
  readonly signal: AbortSignal
  readonly holding: (held: QuotaHold) => void
}

type NotFilled = Refusal<'evidence_gap_fill_quota_exceeded' | 'llm_failed'>

/**
 * Stores a gap-fill with its quota use, and emits its event.
 * @throws Refusal 502 if the write fails
 */
const committing =
  (
    deps: FillNowDeps,
    state: FillState,
    { key }: FillingNow,
    named: FillIdentity,
    held: QuotaHold,
  ): WorkResult<EvidenceGapFill>['commit'] =>
  async (beside) => {
    const row = fillRow(state, named, key.tenant, deps.now())
    const isDone = await deps.fills.done(key, { row, inserted: state.inserted, held, beside }).catch((error) => {
      throw error instanceof Refusal ? error : notKept(error)
    })
    if (isDone) await tellFill(deps, key, row, state)
    return isDone
  }

export const fillNow = async (
  deps: FillNowDeps,
  filling: FillingNow,
): Promise<WorkResult<EvidenceGapFill> | NotFilled> => {
  const { id, scopes, begun, signal, holding } = filling
  const held = await holdEvidence(deps, scopes, id, GAP_FILL_QUOTA, HOLD_SECONDS)
  if (held instanceof Refusal) return held
  holding(held)
  const state = await runFill(deps, begun.state, { ...begun, signal })
  if (state instanceof Refusal) return state
  const named = { id, policy: begun.options.policy, editor: deps.reviser.name }
  return { result: fillView(state, named), commit: committing(deps, state, filling, named, held) }
}
