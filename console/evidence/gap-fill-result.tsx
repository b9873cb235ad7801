import { Button, type Column, Facts, Section, Table } from '@signet/ui'
import { useMemo, useState } from 'preact/hooks'
import type { EvidenceGapFill } from '../api/evidence.ts'
import { formatCount } from '../session/amounts.ts'
import { outcomeText, usd } from './fill-words.ts'
import { HunkChoice } from './hunk-choice.tsx'
import { applyHunks, revisionOf } from './hunks.ts'

type Round = EvidenceGapFill['iterationLog'][number]

const columns: readonly Column<Round>[] = [
  { title: 'Round', cell: ({ iteration }) => iteration },
  { title: 'Gaps before', cell: ({ gapsBefore }) => gapsBefore, isNumber: true },
  { title: 'Gaps after', cell: ({ gapsAfter }) => gapsAfter, isNumber: true },
  { title: 'Assets', cell: ({ assetsInjected }) => assetsInjected.length, isNumber: true },
  { title: 'Model cost', cell: ({ llmCallCostEstimate: cost }) => usd(cost), isNumber: true },
]

export const GapFillResult = ({
  gapFill,
  before,
  onApply,
  onClose,
}: {
  readonly gapFill: EvidenceGapFill
  readonly before: string
  readonly onApply: (body: string) => void
  readonly onClose: () => void
}) => {
  const { lines, hunks } = useMemo(() => revisionOf(before, gapFill.revised.body), [before, gapFill])
  const [selectedHunks, setSelectedHunks] = useState<ReadonlySet<number>>(() => new Set(hunks.keys()))
  return (
    <div class="stack">
      <Facts
        facts={[
          ['Outcome', outcomeText(gapFill)],
          ['Revised by', gapFill.editor === 'rules' ? 'Rules (no language model)' : gapFill.editor],
          ['Model cost', usd(gapFill.creditsUsed)],
        ]}
      />
      {gapFill.iterationLog.length > 0 && (
        <Table
          label="Rounds"
          rows={gapFill.iterationLog}
          keyOf={({ iteration }) => String(iteration)}
          columns={columns}
        />
      )}
      <Section title="Changes">
        {hunks.length === 0 ? (
          <p>The text was not changed.</p>
        ) : (
          <HunkChoice lines={lines} hunks={hunks} selectedHunks={selectedHunks} onSelected={setSelectedHunks} />
        )}
      </Section>
      <div class="actions">
        <Button
          kind="primary"
          unavailable={selectedHunks.size === 0 ? 'Select a change first' : undefined}
          onClick={() => onApply(applyHunks(lines, hunks, selectedHunks))}
        >
          Apply {formatCount(selectedHunks.size, 'change')}
        </Button>
        <Button onClick={onClose}>Discard changes</Button>
      </div>
    </div>
  )
}
