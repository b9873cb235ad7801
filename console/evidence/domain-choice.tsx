import type { Domain } from '@signet/evidence'
import { Checkbox } from '@signet/ui'
import { FaultText } from '../session/fault-text.tsx'
import { DOMAIN_OPTIONS } from './evidence-words.ts'

export const DomainChoice = ({
  selected,
  onChosen,
  hint,
  fault,
}: {
  readonly selected: readonly Domain[]
  readonly onChosen: (domains: readonly Domain[]) => void
  readonly hint: string
  readonly fault?: string | undefined
}) => (
  <fieldset class="field">
    <legend>Subject areas</legend>
    <div class="hint">{hint}</div>
    <div class="domains">
      {DOMAIN_OPTIONS.map(({ value, text }) => (
        <Checkbox
          key={value}
          label={text}
          isChecked={selected.includes(value)}
          onChecked={(isChecked) =>
            onChosen(isChecked ? [...selected, value] : selected.filter((domain) => domain !== value))
          }
        />
      ))}
    </div>
    <FaultText>{fault}</FaultText>
  </fieldset>
)
