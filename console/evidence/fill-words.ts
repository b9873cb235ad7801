import type { Pillar } from '@signet/evidence'
import type { EvidenceGapFill, FillEvidenceGapsInput } from '../api/evidence.ts'
import { type ContentDraft, contentOf } from './content-draft.ts'

/** What a gap-fill may cost of language models at most (USD), wherever one is configured. */
export const MODELS_USD = 0.25

export const usd = (amount: number): string => `$${amount.toFixed(amount === 0 || amount >= 0.1 ? 2 : 4)}`

export interface FillOptions {
  readonly rounds: string
  /** Empty: all. */
  readonly pillar: Pillar | ''
}

export const FILL_OPTIONS: FillOptions = { rounds: '3', pillar: '' }

export const fillRequest = (draft: ContentDraft, { rounds, pillar }: FillOptions): FillEvidenceGapsInput => ({
  content: contentOf(draft),
  policyVersion: draft.policy,
  maxIterations: Number(rounds),
  ...(pillar === '' ? {} : { targetPillars: [pillar] }),
})

const BAILED: Readonly<Record<NonNullable<EvidenceGapFill['bailReason']>, string>> = {
  max_iterations: 'It ended after its last round',
  cost_ceiling: `It ended at $${MODELS_USD.toFixed(2)} of models`,
  llm_bail: 'The model would not go on',
  schema_drift: 'The model gave nothing that can be read',
}

export const endWords = ({ converged, bailReason, finalGaps, editor }: EvidenceGapFill): string => {
  if (converged) return 'No gap is left'
  const left = `${finalGaps} ${finalGaps === 1 ? 'gap is' : 'gaps are'} left`
  if (bailReason === undefined) return left
  // Rules end where nothing of the library helps; they are no model.
  const why = bailReason === 'llm_bail' && editor === 'rules' ? 'Nothing more of the library helps' : BAILED[bailReason]
  return `${why}; ${left}`
}
