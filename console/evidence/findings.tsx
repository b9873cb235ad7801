import type { Gap } from '@signet/evidence'
import { Empty, Failure, Section, Skeleton } from '@signet/ui'
import { GapList } from './gap-list.tsx'
import { Score } from './score.tsx'
import type { Checking } from './use-verdict.ts'

export const Findings = ({
  checking: { checked, hasFailed },
  isEmpty,
  onChoose,
}: {
  readonly checking: Checking
  readonly isEmpty: boolean
  readonly onChoose: (gap: Gap) => void
}) => {
  if (hasFailed) return <Failure fault={{ message: 'The checker could not be loaded. Reload the page.' }} />
  if (isEmpty) return <Empty>Score and gaps appear here while you write. The text is not sent to a server.</Empty>
  if (!checked) return <Skeleton />
  const { verdict, body, durationMs } = checked
  return (
    <Section title="Score" isCard>
      <Score score={verdict.score} gapCount={verdict.gapCount} />
      <p class="second small">
        {verdict.policyVersion}, checked in this browser in{' '}
        <span class="took">{Math.max(1, Math.round(durationMs))}</span> ms
      </p>
      <GapList gaps={verdict.gaps} body={body} onChoose={onChoose} />
    </Section>
  )
}
