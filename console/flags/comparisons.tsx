import { Button, Select, TextField } from '@signet/ui'
import { OPERATOR_OPTIONS } from './condition-words.ts'
import { type ComparisonDraft, EMPTY_COMPARISON } from './rule-draft.ts'

const ATTRIBUTE_SUGGESTIONS = ['user', 'tenant', 'ip', 'currentTime']
const LIST_ID = 'flag-attributes'

const hintOf = (operator: string): string | undefined => {
  if (operator === 'in' || operator === 'notIn') return 'Separated by commas'
  if (operator === 'before' || operator === 'after') return 'For example, 2026-12-01T00:00:00Z'
  if (operator === 'cidr') return 'For example, 10.0.0.0/8'
  return undefined
}

const Comparison = ({
  of: comparison,
  onChange,
  onRemove,
}: {
  readonly of: ComparisonDraft
  readonly onChange: (comparison: ComparisonDraft) => void
  readonly onRemove: (() => void) | undefined
}) => {
  const { attribute, operator, value } = comparison
  return (
    <div class="comparison">
      <TextField
        label="Attribute"
        required
        list={LIST_ID}
        value={attribute}
        onValue={(text) => onChange({ ...comparison, attribute: text })}
        autocomplete="off"
      />
      <Select
        label="Comparison"
        value={operator}
        options={OPERATOR_OPTIONS}
        onValue={(text) => onChange({ ...comparison, operator: text })}
      />
      {operator === 'exists' ? (
        <span />
      ) : (
        <TextField
          label="Value"
          required
          hint={hintOf(operator)}
          value={value}
          onValue={(text) => onChange({ ...comparison, value: text })}
          autocomplete="off"
        />
      )}
      {onRemove && (
        <Button kind="quiet" onClick={onRemove} label={`Remove comparison of ${attribute}`}>
          Remove
        </Button>
      )}
    </div>
  )
}

export const Comparisons = ({
  of: comparisons,
  onChange,
}: {
  readonly of: readonly ComparisonDraft[]
  readonly onChange: (comparisons: readonly ComparisonDraft[]) => void
}) => (
  <>
    <datalist id={LIST_ID}>
      {ATTRIBUTE_SUGGESTIONS.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
    {comparisons.map((comparison, position) => (
      <Comparison
        key={position}
        of={comparison}
        onChange={(next) => onChange(comparisons.map((each, index) => (index === position ? next : each)))}
        onRemove={
          comparisons.length === 1 ? undefined : () => onChange(comparisons.filter((_, index) => index !== position))
        }
      />
    ))}
    <div class="row">
      <Button kind="quiet" icon="plus" onClick={() => onChange([...comparisons, EMPTY_COMPARISON])}>
        Add comparison
      </Button>
    </div>
  </>
)
