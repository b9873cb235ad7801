import { type Intake, type IntakeFault, judgeIntake } from '@signet/posture'
import { Badge, Section } from '@signet/ui'
import { useMemo } from 'preact/hooks'
import { formatCount } from '../session/amounts.ts'
import { serviceNow } from '../transport/clock.ts'
import { draftFaults, fieldLabel } from './draft-faults.ts'
import { Findings } from './findings.tsx'
import { verdictWords } from './trust-words.ts'

const serviceToday = (): string => new Date(serviceNow()).toISOString().slice(0, 10)

export const useVerdict = (draft: Intake) =>
  useMemo(() => {
    const today = serviceToday()
    const { emptyFields, invalidFields } = draftFaults(draft, today)
    const isComplete = emptyFields.length + invalidFields.length === 0
    return { emptyFields, invalidFields, verdict: isComplete ? judgeIntake(draft, today) : undefined }
  }, [draft])

const FaultList = ({
  faults,
  onSelect,
}: {
  readonly faults: readonly IntakeFault[]
  readonly onSelect: (field: string) => void
}) => (
  <>
    <p role="status">Fix {formatCount(faults.length, 'field')} to see the findings:</p>
    <ul class="stack tight plain-list">
      {faults.map(({ field, message }) => (
        <li key={field}>
          <button type="button" class="link-button" onClick={() => onSelect(field)}>
            {fieldLabel(field)}
          </button>{' '}
          <span class="second">{message}</span>
        </li>
      ))}
    </ul>
  </>
)

export const DraftVerdict = ({
  draftVerdict: { emptyFields, invalidFields, verdict },
  onSelectField,
}: {
  readonly draftVerdict: ReturnType<typeof useVerdict>
  readonly onSelectField: (field: string) => void
}) => (
  <Section title="Preliminary findings">
    {verdict === undefined ? (
      <FaultList faults={[...emptyFields, ...invalidFields]} onSelect={onSelectField} />
    ) : (
      <>
        <p role="status">
          <Badge tone={verdictWords(verdict.isRefused).tone}>
            Expected: {verdictWords(verdict.isRefused).text.toLowerCase()}
          </Badge>{' '}
          {formatCount(verdict.findings.length, 'finding')}
        </p>
        <Findings findings={verdict.findings} />
      </>
    )}
  </Section>
)
