import type { Pillar } from '@signet/evidence'
import type { EvidenceGapFill, FillEvidenceGapsInput } from '../api/evidence.ts'
import { type ContentDraft, contentOf } from './content-draft.ts'

/** Maximum model cost of a gap fill (USD), if a model is configured. */
export const MAX_MODEL_USD = 0.25

export const usd = (amount: number): string => `$${amount.toFixed(amount === 0 || amount >= 0.1 ? 2 : 4)}`

export interface FillOptions {
  readonly rounds: string
  /** Empty: all pillars. */
  readonly pillar: Pillar | ''
}

export const FILL_OPTIONS: FillOptions = { rounds: '3', pillar: '' }

export const fillRequest = (draft: ContentDraft, { rounds, pillar }: FillOptions): FillEvidenceGapsInput => ({
  content: contentOf(draft),
  policyVersion: draft.policy,
  maxIterations: Number(rounds),
  ...(pillar === '' ? {} : { targetPillars: [pillar] }),
})

const STOP_REASONS: Readonly<Record<NonNullable<EvidenceGapFill['bailReason']>, string>> = {
  max_iterations: 'Stopped at the maximum number of rounds',
  cost_ceiling: `Stopped at the cost limit of $${MAX_MODEL_USD.toFixed(2)}`,
  llm_bail: 'The model returned no usable revision',
  schema_drift: 'The model returned invalid output',
}

export const outcomeText = ({ converged, bailReason, finalGaps, editor }: EvidenceGapFill): string => {
  if (converged) return 'All gaps are closed'
  const remaining = `${finalGaps} ${finalGaps === 1 ? 'gap is' : 'gaps are'} left`
  if (bailReason === undefined) return remaining
  // The rule-based editor reports `llm_bail` when no asset in the library closes another gap.
  const reason =
    bailReason === 'llm_bail' && editor === 'rules'
      ? 'No asset in the library closes the remaining gaps'
      : STOP_REASONS[bailReason]
  return `${reason}; ${remaining}`
}
