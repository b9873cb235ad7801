import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Option } from './field.tsx'

interface ChoiceInput {
  readonly id: string
  readonly type: 'checkbox' | 'radio'
  readonly name?: string
  readonly label: ComponentChildren
  readonly hint?: ComponentChildren
  readonly unavailable: string | undefined
  readonly checked: boolean
  readonly onChecked: (isChecked: boolean) => void
}

const Choice = ({ id, label, hint, unavailable, onChecked, ...input }: ChoiceInput) => (
  <div class="choice">
    <input
      {...input}
      id={id}
      onChange={(event) => onChecked(event.currentTarget.checked)}
      disabled={unavailable !== undefined}
      aria-describedby={hint || unavailable ? `${id}-hint` : undefined}
    />
    <label for={id}>{label}</label>
    {(hint || unavailable) && (
      <div class="hint second small" id={`${id}-hint`}>
        {unavailable ?? hint}
      </div>
    )}
  </div>
)

export const Checkbox = ({
  isChecked,
  unavailable,
  ...choiceProps
}: {
  readonly label: ComponentChildren
  readonly hint?: ComponentChildren
  readonly isChecked: boolean
  readonly onChecked: (isChecked: boolean) => void
  readonly unavailable?: string | undefined
}) => <Choice {...choiceProps} id={useId()} type="checkbox" checked={isChecked} unavailable={unavailable} />

/** A switch that applies its change immediately. */
export const Switch = ({
  label,
  isOn,
  onSwitch,
}: {
  readonly label: ComponentChildren
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}) => (
  <label class="switch">
    <input
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      checked={isOn}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
    {label}
  </label>
)

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onValue: (value: Value) => void
  readonly hint?: ComponentChildren
}

export const RadioGroup = <Value extends string>({ label, value, options, onValue, hint }: ChoiceProps<Value>) => {
  const name = useId()
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      {hint && <div class="hint">{hint}</div>}
      <div class="choices">
        {options.map((option) => (
          <Choice
            key={option.value}
            id={`${name}-${option.value}`}
            type="radio"
            name={name}
            label={option.text}
            hint={option.hint}
            unavailable={option.unavailable}
            checked={value === option.value}
            onChecked={() => onValue(option.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** A choice between a few short values. `isLabelHidden`: the context already shows the label. */
export const Segments = <Value extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onValue,
}: ChoiceProps<Value> & { readonly isLabelHidden?: boolean }) => {
  const name = useId()
  return (
    <fieldset class="field">
      <legend class={isLabelHidden ? 'hidden-text' : undefined}>{label}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={value === option.value} onChange={() => onValue(option.value)} />
            {option.text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
