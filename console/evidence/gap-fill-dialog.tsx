import { PILLARS } from '@signet/evidence'
import { Button, Dialog, Select } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { EvidenceGapFill, EvidenceGapFillJob, FillEvidenceGapsInput } from '../api/evidence.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { formatCount } from '../session/amounts.ts'
import { useFormDraft } from '../session/draft-form.ts'
import { invalidate } from '../session/queries.ts'
import type { ContentDraft } from './content-draft.ts'
import { FILL_OPTIONS, fillRequest, MAX_MODEL_USD, usd } from './fill-words.ts'
import { fillGaps } from './gap-fill-request.ts'
import { GapFillResult } from './gap-fill-result.tsx'
import { evidenceFault } from './refusals.tsx'

const ROUNDS = ['1', '2', '3', '4', '5'].map((value) => ({ value, text: value }))
const PILLAR_OPTIONS = [
  { value: '', text: 'All categories' } as const,
  ...PILLARS.map((value) => ({ value, text: value })),
]

const useGapFill = (request: FillEvidenceGapsInput, onFilled: (filled: EvidenceGapFill) => void) => {
  const attempt = useAttempt(request)
  const [job, setJob] = useState<EvidenceGapFillJob>()
  const [failure, setFailure] = useState<string>()
  const fill = useAction(
    () => {
      setFailure(undefined)
      return fillGaps({ ...request, 'idempotency-key': attempt.key }, setJob)
    },
    (result) => {
      attempt.end()
      for (const queryKey of ['evidence', 'usage']) void invalidate(queryKey)
      if ('revised' in result) onFilled(result)
      else setFailure(`${result.message}. This gap fill was not counted.`)
    },
  )
  return { fill, job, fault: failure === undefined ? evidenceFault(fill.error) : { message: failure } }
}

const GapFillForm = ({
  draft,
  onFilled,
  onClose,
}: {
  readonly draft: ContentDraft
  readonly onFilled: (filled: EvidenceGapFill) => void
  readonly onClose: () => void
}) => {
  const { draft: options, change } = useFormDraft(FILL_OPTIONS)
  const { fill, job, fault } = useGapFill(fillRequest(draft, options), onFilled)
  return (
    <ActionForm
      action={{ isBusy: fill.isBusy, fault }}
      onSubmit={() => fill.run()}
      text="Fill gaps"
      secondary={<Button onClick={onClose}>Cancel</Button>}
    >
      <p>
        Uses 1 gap fill of your quota. The model cost (at most {usd(MAX_MODEL_USD)}) is included. If no language model
        is available, the text is revised by fixed rules. Failures are not counted.
      </p>
      <p class="second">
        Assets from the library are inserted with their source. Your text changes only when you apply a change.
      </p>
      <div class="form-columns">
        <Select
          label="Gap category"
          value={options.pillar}
          options={PILLAR_OPTIONS}
          onValue={(pillar) => change({ pillar })}
        />
        <Select
          label="Maximum rounds"
          value={options.rounds}
          options={ROUNDS}
          onValue={(rounds) => change({ rounds })}
        />
      </div>
      {fill.isBusy && (
        <p role="status">
          {job
            ? `After ${formatCount(job.iterations, 'round')}: ${formatCount(job.gaps ?? 0, 'gap')} left…`
            : 'Starting…'}
        </p>
      )}
    </ActionForm>
  )
}

export const GapFillDialog = ({
  draft,
  onApply,
  onClose,
}: {
  readonly draft: ContentDraft
  readonly onApply: (body: string) => void
  readonly onClose: () => void
}) => {
  const [filled, setFilled] = useState<EvidenceGapFill>()
  return (
    <Dialog title="Gap fill" isWide onClose={onClose}>
      {filled ? (
        <GapFillResult gapFill={filled} before={draft.body} onApply={onApply} onClose={onClose} />
      ) : (
        <GapFillForm draft={draft} onFilled={setFilled} onClose={onClose} />
      )}
    </Dialog>
  )
}
