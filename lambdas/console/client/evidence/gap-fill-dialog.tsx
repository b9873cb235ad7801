import { PILLARS } from '@signet/evidence'
import { Button, type Column, Dialog, Facts, Section, Select, Table } from '@signet/ui'
import { useMemo, useState } from 'preact/hooks'
import type { EvidenceGapFill, EvidenceGapFillJob } from '../clients/evidence.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { counted } from '../session/amounts.ts'
import { readAgain } from '../session/queries.ts'
import type { ContentDraft } from './content-draft.ts'
import { endWords, FILL_OPTIONS, fillRequest, MODELS_USD, usd } from './fill-words.ts'
import { fillGaps } from './gap-fill-request.ts'
import { HunkChoice } from './hunk-choice.tsx'
import { revisionOf, textWith } from './hunks.ts'
import { evidenceFault } from './refusals.tsx'

const ROUNDS = ['1', '2', '3', '4', '5'].map((value) => ({ value, text: value }))
const PILLAR_OPTIONS = [
  { value: '', text: 'All pillars' } as const,
  ...PILLARS.map((value) => ({ value, text: value })),
]

/** What it takes is said before it is asked for. */
const Ask = ({
  draft,
  onFilled,
  onClose,
}: {
  readonly draft: ContentDraft
  readonly onFilled: (filled: EvidenceGapFill) => void
  readonly onClose: () => void
}) => {
  const [options, setOptions] = useState(FILL_OPTIONS)
  const request = fillRequest(draft, options)
  const attempt = useAttempt(request)
  const [job, setJob] = useState<EvidenceGapFillJob>()
  const [failed, setFailed] = useState<string>()
  const fill = useAction(
    () => {
      setFailed(undefined)
      return fillGaps({ ...request, 'idempotency-key': attempt.key }, setJob)
    },
    (end) => {
      attempt.end()
      for (const changed of ['evidence', 'usage']) void readAgain(changed)
      if ('revised' in end) onFilled(end)
      else setFailed(`${end.message}. Nothing was taken.`)
    },
  )
  const fault = failed === undefined ? evidenceFault(fill.error) : { message: failed }
  return (
    <ActionForm
      action={{ isBusy: fill.isBusy, fault }}
      onSubmit={() => fill.run()}
      text="Fill the gaps"
      beside={<Button onClick={onClose}>Cancel</Button>}
    >
      <p>
        Takes one gap-fill of the cycle, and at most {usd(MODELS_USD)} of language models; where none is configured,
        rules revise, and it is {usd(0)}. What fails takes nothing.
      </p>
      <p class="second">
        Assets of the library are worked in with who says them. Your text stays as it is until you take a change.
      </p>
      <div class="form-columns">
        <Select
          label="Gaps of"
          value={options.pillar}
          options={PILLAR_OPTIONS}
          onValue={(pillar) => setOptions({ ...options, pillar })}
        />
        <Select
          label="Rounds at most"
          value={options.rounds}
          options={ROUNDS}
          onValue={(rounds) => setOptions({ ...options, rounds })}
        />
      </div>
      {fill.isBusy && (
        <p role="status">
          {job ? `After ${counted(job.iterations, 'round')}: ${counted(job.gaps ?? 0, 'gap')} left…` : 'It is begun…'}
        </p>
      )}
    </ActionForm>
  )
}

type Round = EvidenceGapFill['iterationLog'][number]

const columns: readonly Column<Round>[] = [
  { title: 'Round', cell: ({ iteration }) => iteration },
  { title: 'Gaps before', cell: ({ gapsBefore }) => gapsBefore, isNumber: true },
  { title: 'Gaps after', cell: ({ gapsAfter }) => gapsAfter, isNumber: true },
  { title: 'Assets', cell: ({ assetsInjected }) => assetsInjected.length, isNumber: true },
  { title: 'Models', cell: ({ llmCallCostEstimate: cost }) => usd(cost), isNumber: true },
]

const Filled = ({
  of: filled,
  before,
  onApply,
  onClose,
}: {
  readonly of: EvidenceGapFill
  readonly before: string
  readonly onApply: (body: string) => void
  readonly onClose: () => void
}) => {
  const { lines, hunks } = useMemo(() => revisionOf(before, filled.revised.body), [before, filled])
  const [taken, setTaken] = useState<ReadonlySet<number>>(() => new Set(hunks.keys()))
  return (
    <div class="stack">
      <Facts
        facts={[
          ['Outcome', endWords(filled)],
          ['Revised by', filled.editor === 'rules' ? 'Rules, without a language model' : filled.editor],
          ['Spent on models', usd(filled.creditsUsed)],
        ]}
      />
      {filled.iterationLog.length > 0 && (
        <Table
          label="Rounds"
          rows={filled.iterationLog}
          keyOf={({ iteration }) => String(iteration)}
          columns={columns}
        />
      )}
      <Section title="Changes">
        {hunks.length === 0 ? (
          <p>Nothing was changed: nothing of the library closes a gap of this text.</p>
        ) : (
          <HunkChoice lines={lines} hunks={hunks} taken={taken} onTaken={setTaken} />
        )}
      </Section>
      <div class="actions">
        <Button
          kind="primary"
          unavailable={taken.size === 0 ? 'Take a change first' : undefined}
          onClick={() => onApply(textWith(lines, hunks, taken))}
        >
          Apply {counted(taken.size, 'change')}
        </Button>
        <Button onClick={onClose}>Leave the text as it is</Button>
      </div>
    </div>
  )
}

/** Gaps are filled: what it takes, what came of it, and which of its changes are taken. */
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
    <Dialog title="Fill the gaps" isWide onClose={onClose}>
      {filled ? (
        <Filled of={filled} before={draft.body} onApply={onApply} onClose={onClose} />
      ) : (
        <Ask draft={draft} onFilled={setFilled} onClose={onClose} />
      )}
    </Dialog>
  )
}
