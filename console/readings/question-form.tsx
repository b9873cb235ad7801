import { Button, Checkbox, RadioGroup, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { ReadQuestion } from '../api/runtime.ts'
import { type FactValue, factOf } from './fact-words.ts'

export interface Answering {
  readonly typed: string
  readonly chosen: readonly string[]
}

export const NO_ANSWER: Answering = { typed: '', chosen: [] }

type QuestionInput = Pick<ReadQuestion, 'ask' | 'type' | 'options'>

interface FieldProps {
  readonly question: QuestionInput
  readonly answer: Answering
  readonly onAnswer: (answer: Answering) => void
  readonly hint?: string
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, text: value }))

const ManyField = ({ question: { ask, options = [] }, answer, onAnswer, hint }: FieldProps) => (
  <fieldset class="field">
    <legend>{ask}</legend>
    {hint && <div class="hint">{hint}</div>}
    <div class="choices">
      {options.map((value) => (
        <Checkbox
          key={value}
          label={value}
          isChecked={answer.chosen.includes(value)}
          onChecked={(isChecked) =>
            onAnswer({
              ...answer,
              chosen: options.filter((each) => (each === value ? isChecked : answer.chosen.includes(each))),
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
  const onTyped = (typed: string) => onAnswer({ ...answer, typed })
  if (type === 'any of') return <ManyField {...props} />
  const values = type === 'yes/no' ? ['yes', 'no'] : type === 'one of' ? options : []
  const shared = { label: ask, value: answer.typed, onValue: onTyped, ...(hint === undefined ? {} : { hint }) }
  if (values.length > 0) return <RadioGroup {...shared} options={optionsOf(values)} />
  return (
    <TextField {...shared} {...(type === 'number' ? { type: 'number' as const, step: 'any' } : {})} maxLength={400} />
  )
}

export const answerOf = (question: QuestionInput, { typed, chosen }: Answering): FactValue | undefined =>
  question.type === 'any of' ? (chosen.length > 0 ? chosen : undefined) : factOf(question, typed)

export const QuestionForm = ({
  question,
  why,
  onAnswer,
  onUnknown,
}: {
  readonly question: ReadQuestion
  readonly why: string
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
      <p class="second small">{why}</p>
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
