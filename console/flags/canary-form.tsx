import { Section, TextField } from '@signet/ui'
import { type Flag, flags, type StartCanaryInput } from '../api/flags.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { useEnvironment } from './queries.ts'
import { useCacheFlag } from './use-cache-flag.ts'

interface Draft {
  readonly stages: string
  readonly minutes: string
  readonly errors: string
  readonly alarm: string
}

const INITIAL_DRAFT: Draft = { stages: '5, 10, 25, 50, 100', minutes: '15', errors: '2', alarm: '' }

const guardsOf = ({ errors, alarm }: Draft): NonNullable<StartCanaryInput['guards']> => [
  ...(errors.trim() === '' ? [] : [{ type: 'error_rate' as const, maxPercent: Number(errors) }]),
  ...(alarm.trim() === '' ? [] : [{ type: 'alarm' as const, alarm: alarm.trim() }]),
]

const canaryInputOf = (draft: Draft): Pick<StartCanaryInput, 'stages' | 'dwellSeconds' | 'guards'> => ({
  stages: draft.stages
    .split(',')
    .map((stage) => Number(stage.trim()))
    .filter((stage) => stage !== 0),
  dwellSeconds: Math.round(Number(draft.minutes) * 60),
  guards: guardsOf(draft),
})

export const CanaryForm = ({ of: { key } }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const { draft, change } = useFormDraft(INITIAL_DRAFT)
  const start = useAction(() => flags.startCanary({ key, environment, ...canaryInputOf(draft) }), useCacheFlag())
  const { fields } = start
  const field = fieldsOf({ draft, change, fields })
  return (
    <Section title="New canary">
      <ActionForm action={start} onSubmit={() => start.run()} text="Start canary">
        <TextField label="Stages (% of users)" {...field('stages')} />
        <TextField label="Minutes per stage" type="number" min={1} {...field('minutes', 'dwellSeconds')} />
        <TextField
          label="Roll back above error rate (%)"
          type="number"
          min={0}
          max={100}
          step={0.1}
          hint="Applications report the errors. The limit applies after 100 evaluations. Leave empty to set no limit."
          value={draft.errors}
          onValue={(errors) => change({ errors })}
          fault={fields['guards.0.maxPercent'] ?? fields.guards}
        />
        <TextField
          label="Amazon CloudWatch alarm for rollback (optional)"
          value={draft.alarm}
          onValue={(alarm) => change({ alarm })}
        />
      </ActionForm>
    </Section>
  )
}
