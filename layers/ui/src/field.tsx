import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

interface LabelProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly fault?: string | undefined
  /** The label is for screen readers only; the context already shows it. */
  readonly isLabelHidden?: boolean | undefined
}

const describedBy = (id: string, { hint, fault }: LabelProps): string | undefined =>
  [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ') || undefined

interface InputAttributes {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

const Field = ({
  labels: { label, hint, fault, isLabelHidden },
  children,
}: {
  readonly labels: LabelProps
  readonly children: (inputAttributes: InputAttributes) => ComponentChildren
}) => {
  const id = useId()
  return (
    <div class="field">
      <label class={isLabelHidden ? 'hidden-text' : undefined} for={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': fault !== undefined,
        'aria-describedby': describedBy(id, { label, hint, fault }),
      })}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {fault && (
        <div class="fault" id={`${id}-fault`} role="alert">
          {fault}
        </div>
      )}
    </div>
  )
}

interface TextFieldAttributes {
  readonly type?: 'text' | 'email' | 'url' | 'number' | 'search' | 'password' | 'date' | 'datetime-local'
  readonly placeholder?: string
  readonly required?: boolean
  readonly min?: number | string
  readonly max?: number | string
  readonly step?: number | string
  readonly maxLength?: number
  readonly autocomplete?: string
  readonly list?: string
  readonly inputMode?: 'numeric' | 'decimal' | 'text'
  readonly spellcheck?: boolean
}

export interface TextFieldProps extends LabelProps, TextFieldAttributes {
  readonly name?: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly isMono?: boolean
}

export const TextField = ({
  label,
  hint,
  fault,
  isLabelHidden,
  value,
  onValue,
  isMono,
  ...attributes
}: TextFieldProps) => (
  <Field labels={{ label, hint, fault, isLabelHidden }}>
    {(inputAttributes) => (
      <input
        {...(attributes as InputHTMLAttributes<HTMLInputElement>)}
        {...inputAttributes}
        class={isMono ? 'input mono' : 'input'}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    )}
  </Field>
)

export interface TextAreaProps extends LabelProps {
  readonly name?: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly rows?: number
  readonly maxLength?: number
  readonly required?: boolean
  readonly placeholder?: string
  readonly isMono?: boolean
  /** Called on Ctrl+Enter (⌘↩ on a Mac), which submits the form. */
  readonly onSubmit?: () => void
}

export const TextArea = ({
  label,
  hint,
  fault,
  isLabelHidden,
  value,
  onValue,
  isMono,
  onSubmit,
  ...attributes
}: TextAreaProps) => (
  <Field labels={{ label, hint, fault, isLabelHidden }}>
    {(inputAttributes) => (
      <textarea
        {...attributes}
        {...inputAttributes}
        class={isMono ? 'input mono' : 'input'}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.()
        }}
      />
    )}
  </Field>
)

export interface Option<Value extends string = string> {
  readonly value: Value
  readonly text: string
  readonly hint?: ComponentChildren
  readonly unavailable?: string | undefined
}

export interface SelectProps<Value extends string> extends LabelProps {
  readonly name?: string
  readonly value: Value
  readonly options: readonly Option<Value>[]
  readonly onValue: (value: Value) => void
}

export const Select = <Value extends string>({ value, options, onValue, name, ...labels }: SelectProps<Value>) => (
  <Field labels={labels}>
    {(inputAttributes) => (
      <select
        {...inputAttributes}
        name={name}
        class="input"
        value={value}
        onChange={(event) => onValue(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.unavailable !== undefined}>
            {option.unavailable ? `${option.text} (${option.unavailable})` : option.text}
          </option>
        ))}
      </select>
    )}
  </Field>
)
