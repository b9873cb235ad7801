import { type Intake, type IntakeFault, judgeIntake } from '@signet/posture'
import { Badge, Section } from '@signet/ui'
import { useMemo } from 'preact/hooks'
import { counted } from '../session/amounts.ts'
import { serviceNow } from '../transport/clock.ts'
import { draftFaults, fieldName } from './draft-faults.ts'
import { Findings } from './findings.tsx'
import { verdictWords } from './trust-words.ts'

const todayOf = (): string => new Date(serviceNow()).toISOString().slice(0, 10)

export const useVerdict = (draft: Intake) =>
  useMemo(() => {
    const today = todayOf()
    const { empty, wrong } = draftFaults(draft, today)
    const isWhole = empty.length + wrong.length === 0
    return { empty, wrong, verdict: isWhole ? judgeIntake(draft, today) : undefined }
  }, [draft])

const ToMend = ({
  faults,
  goTo,
}: {
  readonly faults: readonly IntakeFault[]
  readonly goTo: (field: string) => void
}) => (
  <>
    <p role="status">Fix {counted(faults.length, 'field')} before the assessment:</p>
    <ul class="stack tight plain-list">
      {faults.map(({ field, message }) => (
        <li key={field}>
          <button type="button" class="link-button" onClick={() => goTo(field)}>
            {fieldName(field)}
          </button>{' '}
          <span class="second">{message}</span>
        </li>
      ))}
    </ul>
  </>
)

export const DraftVerdict = ({
  of: { empty, wrong, verdict },
  goTo,
}: {
  readonly of: ReturnType<typeof useVerdict>
  readonly goTo: (field: string) => void
}) => (
  <Section title="Preliminary findings">
    {verdict === undefined ? (
      <ToMend faults={[...empty, ...wrong]} goTo={goTo} />
    ) : (
      <>
        <p role="status">
          <Badge tone={verdictWords(verdict.isRefused).tone}>
            Expected: {verdictWords(verdict.isRefused).text.toLowerCase()}
          </Badge>{' '}
          {counted(verdict.findings.length, 'finding')}
        </p>
        <Findings of={verdict.findings} />
      </>
    )}
  </Section>
)
