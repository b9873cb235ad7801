import { Button, Checkbox, RadioGroup, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { ReadingQuestion } from '../api/runtime.ts'
import { type FactValue, factOf } from './fact-words.ts'

export interface AnswerInput {
  readonly text: string
  readonly selected: readonly string[]
}

export const NO_ANSWER: AnswerInput = { text: '', selected: [] }

type QuestionInput = Pick<ReadingQuestion, 'ask' | 'type' | 'options'>

interface FieldProps {
  readonly question: QuestionInput
  readonly answer: AnswerInput
  readonly onAnswer: (answer: AnswerInput) => void
  readonly hint?: string
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, text: value }))

const MultipleChoiceField = ({ question: { ask, options = [] }, answer, onAnswer, hint }: FieldProps) => (
  <fieldset class="field">
    <legend>{ask}</legend>
    {hint && <div class="hint">{hint}</div>}
    <div class="choices">
      {options.map((value) => (
        <Checkbox
          key={value}
          label={value}
          isChecked={answer.selected.includes(value)}
          onChecked={(isChecked) =>
            onAnswer({
              ...answer,
              selected: options.filter((each) => (each === value ? isChecked : answer.selected.includes(each))),
            })
          }
        />
      ))}
    </div>
  </fieldset>
)

export const AnswerField = (props: FieldProps) => {
  const { question, answer, onAnswer, hint } = props
  const { ask, type, options = [] } = question
  const onText = (text: string) => onAnswer({ ...answer, text })
  if (type === 'any of') return <MultipleChoiceField {...props} />
  const values = type === 'yes/no' ? ['yes', 'no'] : type === 'one of' ? options : []
  const shared = { label: ask, value: answer.text, onValue: onText, ...(hint === undefined ? {} : { hint }) }
  if (values.length > 0) return <RadioGroup {...shared} options={optionsOf(values)} />
  return (
    <TextField {...shared} {...(type === 'number' ? { type: 'number' as const, step: 'any' } : {})} maxLength={400} />
  )
}

export const answerOf = (question: QuestionInput, { text, selected }: AnswerInput): FactValue | undefined =>
  question.type === 'any of' ? (selected.length > 0 ? selected : undefined) : factOf(question, text)

export const QuestionForm = ({
  question,
  reason,
  onAnswer,
  onUnknown,
}: {
  readonly question: ReadingQuestion
  readonly reason: string
  readonly onAnswer: (value: FactValue) => void
  readonly onUnknown: () => void
}) => {
  const [answer, setAnswer] = useState(NO_ANSWER)
  const value = answerOf(question, answer)
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== undefined) onAnswer(value)
      }}
    >
      <AnswerField question={question} answer={answer} onAnswer={setAnswer} />
      <p class="second small">{reason}</p>
      <div class="actions">
        <Button
          type="submit"
          kind="primary"
          unavailable={value === undefined ? 'Choose or enter an answer first' : undefined}
        >
          Answer
        </Button>
        <Button kind="quiet" onClick={onUnknown}>
          Skip question
        </Button>
      </div>
    </form>
  )
}
