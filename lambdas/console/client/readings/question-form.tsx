import { Button, Checkbox, RadioGroup, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { ReadQuestion } from '../clients/runtime.ts'
import { type FactValue, factOf } from './fact-words.ts'

interface FieldProps {
  readonly question: ReadQuestion
  readonly typed: string
  readonly onTyped: (typed: string) => void
}

const options = (values: readonly string[]) => values.map((value) => ({ value, text: value }))

const OneField = ({ question, typed, onTyped }: FieldProps) => {
  const { ask, type } = question
  if (type === 'yes/no')
    return <RadioGroup label={ask} value={typed} options={options(['yes', 'no'])} onValue={onTyped} />
  if (question.options && type === 'one of')
    return <RadioGroup label={ask} value={typed} options={options(question.options)} onValue={onTyped} />
  return (
    <TextField
      label={ask}
      {...(type === 'number' ? { type: 'number' as const, step: 'any' } : {})}
      maxLength={400}
      value={typed}
      onValue={onTyped}
    />
  )
}

const ManyField = ({
  question: { ask, options: values = [] },
  chosen,
  onChosen,
}: {
  readonly question: ReadQuestion
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
}) => (
  <fieldset class="field">
    <legend>{ask}</legend>
    <div class="choices">
      {values.map((value) => (
        <Checkbox
          key={value}
          label={value}
          isChecked={chosen.includes(value)}
          onChecked={(isChecked) =>
            onChosen(values.filter((each) => (each === value ? isChecked : chosen.includes(each))))
          }
        />
      ))}
    </div>
  </fieldset>
)

/** One question, with its answer by type, and the way past it. */
export const QuestionForm = ({
  question,
  why,
  onAnswer,
  onUnknown,
}: {
  readonly question: ReadQuestion
  /** Why it is asked now. */
  readonly why: string
  readonly onAnswer: (value: FactValue) => void
  readonly onUnknown: () => void
}) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isMany = question.type === 'any of'
  const value = isMany ? (chosen.length > 0 ? chosen : undefined) : factOf(question, typed)
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== undefined) onAnswer(value)
      }}
    >
      {isMany ? (
        <ManyField question={question} chosen={chosen} onChosen={setChosen} />
      ) : (
        <OneField question={question} typed={typed} onTyped={setTyped} />
      )}
      <p class="second small">{why}</p>
      <div class="actions">
        <Button
          type="submit"
          kind="primary"
          unavailable={value === undefined ? 'Choose or type an answer first' : undefined}
        >
          Answer
        </Button>
        <Button kind="quiet" onClick={onUnknown}>
          I do not know
        </Button>
      </div>
    </form>
  )
}
