import { Segments, Select, TextField } from '@signet/ui'
import type { Action } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import type { ObjectiveDraft } from './objective-draft.ts'
import { summaryQuery } from './queries.ts'

const KINDS = [
  { value: 'availability', text: 'Availability' },
  { value: 'latency', text: 'Latency' },
] as const

const WINDOWS = [
  { value: '7', text: '7 days' },
  { value: '30', text: '30 days' },
] as const

export const ObjectiveForm = ({
  initialDraft,
  save,
  isNew,
}: {
  readonly initialDraft: ObjectiveDraft
  readonly save: Action<ObjectiveDraft>
  readonly isNew: boolean
}) => {
  const { data = [] } = useOrganizationQuery(summaryQuery, '30d')
  const { draft, change } = useFormDraft(initialDraft)
  const names = [...new Set([...data.map(({ worker_name: name }) => name), draft.worker])].filter(Boolean)
  const field = fieldsOf({ draft, change, fields: save.fields })
  return (
    <ActionForm action={save} onSubmit={() => save.run(draft)} text={isNew ? 'Create objective' : 'Save objective'}>
      {isNew && <TextField label="Name" required {...field('name')} />}
      <Select
        label="Worker"
        {...field('worker')}
        options={[{ value: '', text: 'Select a worker' }, ...names.map((name) => ({ value: name, text: name }))]}
      />
      <Select label="Indicator" value={draft.kind} onValue={(kind) => change({ kind })} options={KINDS} />
      {draft.kind === 'latency' && (
        <TextField label="Maximum latency (ms)" type="number" step="any" {...field('ms', 'indicator.threshold_ms')} />
      )}
      <TextField label="Target (% of traces)" type="number" step="any" {...field('percent', 'objective')} />
      <Segments label="Window" value={draft.days} onValue={(days) => change({ days })} options={WINDOWS} />
    </ActionForm>
  )
}
