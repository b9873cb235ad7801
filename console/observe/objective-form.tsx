import { Segments, Select, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Action } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import type { ObjectiveDraft } from './objective-draft.ts'
import { summaryReading } from './readings.ts'

const KINDS = [
  { value: 'availability', text: 'It does not fail' },
  { value: 'latency', text: 'It is fast enough' },
] as const

const WINDOWS = [
  { value: '7', text: '7 days' },
  { value: '30', text: '30 days' },
] as const

export const ObjectiveForm = ({
  begin,
  save,
  isNew,
}: {
  readonly begin: ObjectiveDraft
  readonly save: Action<ObjectiveDraft>
  readonly isNew: boolean
}) => {
  const { organisation } = useSession()
  const { data = [] } = useQuery(summaryReading(organisation.id, '30d'))
  const [draft, setDraft] = useState(begin)
  const change = (part: Partial<ObjectiveDraft>) => setDraft((before) => ({ ...before, ...part }))
  const names = [...new Set([...data.map(({ worker_name: name }) => name), draft.worker])].filter(Boolean)
  const { fields } = save
  return (
    <ActionForm action={save} onSubmit={() => save.run(draft)} text={isNew ? 'Create the objective' : 'Save'}>
      {isNew && (
        <TextField label="Name" required value={draft.name} onValue={(name) => change({ name })} fault={fields.name} />
      )}
      <Select
        label="Worker"
        value={draft.worker}
        onValue={(worker) => change({ worker })}
        fault={fields.worker}
        options={[{ value: '', text: 'Choose one' }, ...names.map((name) => ({ value: name, text: name }))]}
      />
      <Select label="A trace is good if" value={draft.kind} onValue={(kind) => change({ kind })} options={KINDS} />
      {draft.kind === 'latency' && (
        <TextField
          label="Milliseconds at most"
          type="number"
          step="any"
          value={draft.ms}
          onValue={(ms) => change({ ms })}
          fault={fields['indicator.threshold_ms']}
        />
      )}
      <TextField
        label="Percent that are to be good"
        type="number"
        step="any"
        value={draft.percent}
        onValue={(percent) => change({ percent })}
        fault={fields.objective}
      />
      <Segments label="Window" value={draft.days} onValue={(days) => change({ days })} options={WINDOWS} />
    </ActionForm>
  )
}
