import { contentSha256, type FillState, gapFillSha256, type Policy, policySha256 } from '@signet/evidence'
import type { EvidenceGapFill, EvidenceGapFillJob } from '../contract/gap-fill.ts'
import type { FillingRow } from './filling-table.ts'
import type { GapFillRow } from './gap-fill-table.ts'

export const usdOfMicro = (micro: number): number => micro / 1_000_000

type Log = GapFillRow['log']

const logView = (log: Log) =>
  log.map(({ assets, costMicroUsd, ...entry }) => ({
    ...entry,
    assetsInjected: [...assets],
    llmCallCostEstimate: usdOfMicro(costMicroUsd),
  }))

const bailReason = ({ endReason }: FillState) =>
  endReason === undefined || endReason === 'converged' ? {} : { bailReason: endReason }

export interface FillIdentity {
  readonly id: string
  readonly policy: Policy
  readonly editor: string
}

const policyVersionOf = ({ id, version }: Policy): string => `${id}@${version}`

export const fillView = (state: FillState, { id, policy, editor }: FillIdentity): EvidenceGapFill => ({
  gapFillId: id,
  iterations: state.log.length,
  initialGaps: state.initialGaps,
  finalGaps: state.gaps,
  converged: state.gaps === 0,
  revised: state.content,
  iterationLog: logView(state.log as Log),
  creditsUsed: usdOfMicro(state.spent),
  gapFillHash: gapFillSha256(state, policy),
  ...bailReason(state),
  policyVersion: policyVersionOf(policy),
  editor,
})

export const fillRow = (
  state: FillState,
  { id, policy, editor }: FillIdentity,
  tenant: string,
  now: Date,
): GapFillRow => ({
  id,
  tenant,
  policyVersion: policyVersionOf(policy),
  policySha256: policySha256(policy),
  inputHash: state.inputHash,
  revisedHash: contentSha256(state.content),
  initialGaps: state.initialGaps,
  finalGaps: state.gaps,
  ...bailReason(state),
  log: [...state.log] as Log,
  costMicroUsd: state.spent,
  editor,
  gapFillHash: gapFillSha256(state, policy),
  createdAt: now.toISOString(),
})

export const storedFillView = ({ id, tenant: _tenant, policySha256: _policy, editor: _editor, ...row }: GapFillRow) => {
  const { log, costMicroUsd, ...stored } = row
  return {
    gapFillId: id,
    ...stored,
    iterations: log.length,
    iterationLog: logView(log),
    creditsUsed: usdOfMicro(costMicroUsd),
  }
}

/** Exceeds the total duration of all attempts of a worker. */
const LOST_MS = 30 * 60_000

const LOST_FAILURE = {
  code: 'gap_fill_persist_failed',
  message: 'The gap fill was interrupted and not charged; send the request again',
}

/** An asynchronous gap fill. Without progress for LOST_MS, it counts as failed. */
export const jobView = (row: FillingRow, policy: Policy | undefined, editor: string, now: Date): EvidenceGapFillJob => {
  const { id, status, createdAt, changedAt, failure } = row
  const state = JSON.parse(row.state) as FillState
  const summary = { gapFillId: id, createdAt, iterations: state.log.length, gaps: state.gaps }
  if (status === 'completed' && policy) return { ...summary, status, result: fillView(state, { id, policy, editor }) }
  if (status === 'failed') return { ...summary, status, failure: failure ?? LOST_FAILURE }
  const isLost = status === 'running' && now.getTime() - Date.parse(changedAt) > LOST_MS
  return isLost ? { ...summary, status: 'failed', failure: LOST_FAILURE } : { ...summary, status }
}

/** A synchronous gap fill, or one whose text has expired. */
export const completedJobView = ({ id, createdAt, log, finalGaps }: GapFillRow): EvidenceGapFillJob => ({
  gapFillId: id,
  status: 'completed',
  createdAt,
  iterations: log.length,
  gaps: finalGaps,
})
