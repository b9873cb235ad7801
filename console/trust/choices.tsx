import { Checkbox } from '@signet/ui'
import { FaultText } from '../session/fault-text.tsx'
import { plainWords } from './trust-words.ts'

export const Choices = <Value extends string>({
  label,
  name,
  hint,
  values,
  selected,
  onChosen,
  fault,
}: {
  readonly label: string
  readonly name?: string
  readonly hint?: string
  readonly values: readonly Value[]
  readonly selected: readonly Value[]
  readonly onChosen: (values: Value[]) => void
  readonly fault?: string | undefined
}) => (
  <fieldset class="field wide" name={name}>
    <legend>{label}</legend>
    {hint && <div class="hint">{hint}</div>}
    <div class="choice-grid">
      {values.map((value) => (
        <Checkbox
          key={value}
          label={plainWords(value)}
          isChecked={selected.includes(value)}
          onChecked={(isChecked) =>
            onChosen(values.filter((each) => (each === value ? isChecked : selected.includes(each))))
          }
        />
      ))}
    </div>
    <FaultText>{fault}</FaultText>
  </fieldset>
)
