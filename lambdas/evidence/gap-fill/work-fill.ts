import type { FillState } from '@signet/evidence'
import { type Clock, type Log, Refusal } from '@signet/kernel'
import type { Scopes } from '@signet/ledger'
import type { AssetTable, LibraryKey } from '../library/asset-table.ts'
import { assetView } from '../library/asset-view.ts'
import type { PolicyCatalog } from '../policies/policy-catalog.ts'
import { type EvidenceQuotaDeps, type QuotaHold, reserveEvidenceMeters } from '../requests/evidence-quota.ts'
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
  readonly catalog: PolicyCatalog
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Time reserved for storing the result before the function times out. */
const STORE_MS = 10_000

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
 * @throws LeaseLostError after a concurrent change
 */
const saveChange = async (deps: WorkFillDeps, activeFill: ActiveFill, change: Partial<FillingRow>): Promise<void> => {
  const row = await deps.fillings.change(activeFill.key, activeFill.row, {
    ...change,
    changedAt: deps.now().toISOString(),
  })
  if (!row) throw new LeaseLostError('Another worker has continued this gap fill')
  activeFill.row = row
}

const runActiveFill = async (deps: WorkFillDeps, activeFill: ActiveFill): Promise<Refusal | undefined> => {
  const { key, quotaHold, signal } = activeFill
  const policy = await deps.catalog.find(key.org, activeFill.row.policyVersion)
  if (!policy) return unknownPolicy(activeFill.row.policyVersion)
  const library = (await deps.assets.all(key)).map(assetView)
  const options = { ...(JSON.parse(activeFill.row.options) as FillOptionsInput), policy }
  const saveState = (state: FillState) => saveChange(deps, activeFill, { state: JSON.stringify(state) })
  const state = await runFill(deps, JSON.parse(activeFill.row.state) as FillState, {
    options,
    library,
    signal,
    saveState,
  })
  if (state instanceof Refusal) return state
  const row = fillRow(state, { id: activeFill.row.id, policy, editor: deps.reviser.name }, key.tenant, deps.now())
  const completed = { ...activeFill.row, status: 'completed' as const, changedAt: row.createdAt }
  const companionWrites = [deps.fillings.step(key, activeFill.row, completed)]
  const isDone = await deps.fills.complete(key, {
    row,
    inserted: state.inserted,
    hold: quotaHold,
    companionWrites,
  })
  if (!isDone) throw new LeaseLostError('Another worker has ended this gap fill')
  await emitFillEvent(deps, key, row, state)
  return undefined
}

const failFill = async (deps: WorkFillDeps, activeFill: ActiveFill, { code, message }: Refusal): Promise<void> => {
  await saveChange(deps, activeFill, { status: 'failed', failure: { code, message } })
  await activeFill.quotaHold.release()
}

/**
 * Continues an asynchronous gap fill from its stored progress. An interrupted worker continues on redelivery of its
 * message. The hold is released on failure, and expires without a worker.
 */
export const workFill =
  (deps: WorkFillDeps) =>
  async ({ org, tenant, id }: FillMessage, remainingMs: () => number): Promise<void> => {
    const signal = AbortSignal.timeout(Math.max(0, remainingMs() - STORE_MS))
    const key = { org, tenant }
    const row = await deps.fillings.find(key, id)
    if (row?.status !== 'running') return
    const scopes: Scopes = { entitlementScope: org, resourceScope: tenant }
    const hold = await reserveEvidenceMeters(deps, scopes, id, GAP_FILL_QUOTA, QUEUED_HOLD_SECONDS)
    const quotaHold: QuotaHold =
      hold instanceof Refusal ? { keepSteps: [], due: [], release: async () => undefined } : hold
    const activeFill: ActiveFill = { key, quotaHold, signal, row }
    try {
      const refused = hold instanceof Refusal ? hold : await runActiveFill(deps, activeFill)
      if (refused) await failFill(deps, activeFill, refused)
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      deps.log.warn('gap-fill lease lost', { gap_fill_id: id })
    }
  }
