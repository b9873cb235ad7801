import { Badge, Section, TextArea, TextField, Timeline } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Flag, type FlagExplanation, flags } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { EvaluatedShares } from './evaluated-shares.tsx'
import { contextOf, decidingStep, offeredAttributes, parseAttributes, stepWords, valueWords } from './explain-words.ts'
import { segmentsQuery, useEnvironment } from './queries.ts'

const ExplanationResult = ({ of: explanation, flag }: { readonly of: FlagExplanation; readonly flag: Flag }) => {
  const { value, reason, steps } = explanation
  const deciding = decidingStep(explanation)
  return (
    <div class="stack" role="status">
      <p>
        Result: <Badge tone="accent">{valueWords(String(value))}</Badge> <span class="second small">{reason}</span>
      </p>
      <Timeline
        label="Evaluation steps"
        entries={steps.map(({ step, outcome }, index) => ({
          title:
            index === deciding ? (
              <strong>{stepWords(step, flag.rules)} (deciding step)</strong>
            ) : (
              stepWords(step, flag.rules)
            ),
          tone: index === deciding ? 'ok' : 'neutral',
          detail: outcome,
        }))}
      />
    </div>
  )
}

export const Explanation = ({ of: flag }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const { data: segments = [] } = useOrganizationQuery(segmentsQuery, environment)
  // Without `currentTime`, an evaluation uses the clock.
  const names = offeredAttributes(flag, segments).filter((name) => name !== 'currentTime')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [otherJson, setOtherJson] = useState('')
  const otherAttributes = parseAttributes(otherJson)
  const [explanation, setExplanation] = useState<FlagExplanation>()
  const explain = useAction(
    () => flags.explainFlag({ key: flag.key, environment, context: { ...contextOf(values), ...otherAttributes } }),
    setExplanation,
  )
  return (
    <Section title="Evaluation test">
      <ActionForm
        action={explain}
        onSubmit={() => explain.run()}
        text="Explain result"
        unavailable={otherAttributes ? undefined : 'Fix the JSON of the other attributes first'}
      >
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
          <summary>Other attributes</summary>
          <TextArea
            label="Attributes (JSON)"
            isMono
            value={otherJson}
            onValue={setOtherJson}
            placeholder='{"plan": "pro"}'
            fault={otherAttributes ? undefined : 'must be a JSON object'}
          />
        </details>
      </ActionForm>
      {explanation && <ExplanationResult of={explanation} flag={flag} />}
      <EvaluatedShares of={flag} />
    </Section>
  )
}
