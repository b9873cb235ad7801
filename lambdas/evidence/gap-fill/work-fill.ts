import type { FillState } from '@signet/evidence'
import { type Clock, type Log, Refusal } from '@signet/kernel'
import type { Scopes } from '@signet/ledger'
import type { AssetTable, LibraryKey } from '../library/asset-table.ts'
import { assetView } from '../library/asset-view.ts'
import type { PolicyShelf } from '../policies/policy-shelf.ts'
import { type EvidenceQuotaDeps, holdEvidence, type QuotaHold } from '../requests/evidence-quota.ts'
import { type FillOptionsInput, unknownPolicy } from './begin-fill.ts'
import { emitFillEvent, type FillEventDeps } from './emit-fill-event.ts'
import type { FillMessage } from './fill-queue.ts'
import { fillRow } from './fill-view.ts'
import type { FillingRow, FillingTable } from './filling-table.ts'
import { GAP_FILL_QUOTA, QUEUED_HOLD_SECONDS } from './gap-fill-quota.ts'
import type { GapFillTable } from './gap-fill-table.ts'
import { type RunDeps, runFill } from './run-fill.ts'

export interface WorkFillDeps extends EvidenceQuotaDeps, RunDeps, FillEventDeps {
  readonly fills: GapFillTable
  readonly fillings: FillingTable
  readonly assets: Pick<AssetTable, 'all'>
  readonly shelf: PolicyShelf
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
}

const ENDING_MS = 10_000

class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

interface ActiveFill {
  readonly key: LibraryKey
  readonly quotaHold: QuotaHold
  readonly signal: AbortSignal
  row: FillingRow
}

/**
 * Stores the progress, so that a later worker does not repeat paid steps.
 * @throws Overtaken after a concurrent change
 */
const changed = async (deps: WorkFillDeps, working: ActiveFill, change: Partial<FillingRow>): Promise<void> => {
  const row = await deps.fillings.change(working.key, working.row, {
    ...change,
    changedAt: deps.now().toISOString(),
  })
  if (!row) throw new LeaseLostError('Another worker has continued this gap fill')
  working.row = row
}

const ran = async (deps: WorkFillDeps, working: ActiveFill): Promise<Refusal | undefined> => {
  const { key, quotaHold, signal } = working
  const policy = await deps.shelf.find(key.org, working.row.policyVersion)
  if (!policy) return unknownPolicy(working.row.policyVersion)
  const library = (await deps.assets.all(key)).map(assetView)
  const options = { ...(JSON.parse(working.row.options) as FillOptionsInput), policy }
  const keep = (state: FillState) => changed(deps, working, { state: JSON.stringify(state) })
  const state = await runFill(deps, JSON.parse(working.row.state) as FillState, { options, library, signal, keep })
  if (state instanceof Refusal) return state
  const row = fillRow(state, { id: working.row.id, policy, editor: deps.reviser.name }, key.tenant, deps.now())
  const completed = { ...working.row, status: 'completed' as const, changedAt: row.createdAt }
  const companionWrites = [deps.fillings.step(key, working.row, completed)]
  const isDone = await deps.fills.done(key, {
    row,
    inserted: state.inserted,
    hold: quotaHold,
    companionWrites: companionWrites,
  })
  if (!isDone) throw new LeaseLostError('Another worker has ended this gap fill')
  await emitFillEvent(deps, key, row, state)
  return undefined
}

const failed = async (deps: WorkFillDeps, working: ActiveFill, { code, message }: Refusal): Promise<void> => {
  await changed(deps, working, { status: 'failed', failure: { code, message } })
  await working.quotaHold.giveBack()
}

/**
 * Continues an asynchronous gap fill from its stored progress. An interrupted worker continues on redelivery of its
 * message. The hold is released on failure, and expires without a worker.
 */
export const workFill =
  (deps: WorkFillDeps) =>
  async ({ org, tenant, id }: FillMessage, remainingMs: () => number): Promise<void> => {
    const signal = AbortSignal.timeout(Math.max(0, remainingMs() - ENDING_MS))
    const key = { org, tenant }
    const row = await deps.fillings.find(key, id)
    if (row?.status !== 'running') return
    const scopes: Scopes = { entitlementScope: org, resourceScope: tenant }
    const hold = await holdEvidence(deps, scopes, id, GAP_FILL_QUOTA, QUEUED_HOLD_SECONDS)
    const holding: QuotaHold =
      hold instanceof Refusal ? { keepSteps: [], due: [], giveBack: async () => undefined } : hold
    const working: ActiveFill = { key, quotaHold: holding, signal, row }
    try {
      const refused = hold instanceof Refusal ? hold : await ran(deps, working)
      if (refused) await failed(deps, working, refused)
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      deps.log.warn('gap-fill lease lost', { gap_fill_id: id })
    }
  }
