import { Badge, Section, TextArea, TextField, Timeline } from '@signet/ui'
import { useState } from 'preact/hooks'
import { flags } from '../api/flags.ts'
import type { Flag, FlagExplanation } from '../clients/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { attributesOf, type ConditionShape } from './condition-words.ts'
import { useEnvironment } from './readings.ts'

/** Attributes that the rules of the flag read, and the user, who is always asked for. */
const askedFor = ({ rules }: Flag): readonly string[] =>
  [...new Set(['user', ...rules.flatMap((rule) => attributesOf(rule as ConditionShape))])].filter(
    (name) => name !== 'currentTime',
  )

/** A typed value: numbers, true and false as they are, lists and objects as JSON. */
const typed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const contextOf = (values: Readonly<Record<string, string>>, more: string): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, typed(value)]),
  ),
  ...(more.trim() === '' ? {} : (JSON.parse(more) as object)),
})

const Answer = ({ of: { value, reason, steps } }: { readonly of: FlagExplanation }) => (
  <div class="stack" role="status">
    <p>
      The answer is <Badge tone="accent">{String(value)}</Badge> <span class="second small">{reason}</span>
    </p>
    <Timeline
      label="Steps"
      entries={steps.map(({ step, outcome }, index) => ({
        title: step,
        tone: index === steps.length - 1 ? 'ok' : 'neutral',
        detail: outcome,
      }))}
    />
  </div>
)

/** Evaluates the flag for one context, and tells every step to the answer. */
export const Explanation = ({ of: flag }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const names = askedFor(flag)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [more, setMore] = useState('')
  const [answer, setAnswer] = useState<FlagExplanation>()
  const explain = useAction(
    () => flags.explainFlag({ key: flag.key, environment, context: contextOf(values, more) }),
    setAnswer,
  )
  return (
    <Section title="Who gets it">
      <ActionForm action={explain} onSubmit={() => explain.run()} text="Explain">
        {names.map((name) => (
          <TextField
            key={name}
            label={name}
            value={values[name] ?? ''}
            onValue={(text) => setValues({ ...values, [name]: text })}
            autocomplete="off"
          />
        ))}
        <details>
          <summary>More attributes</summary>
          <TextArea label="As JSON" isMono value={more} onValue={setMore} placeholder='{"plan": "pro"}' />
        </details>
      </ActionForm>
      {answer && <Answer of={answer} />}
    </Section>
  )
}
