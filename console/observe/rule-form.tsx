import { Checkbox, Select, TextField } from '@signet/ui'
import type { Action } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { type FormPart, fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { membersQuery } from '../session/members.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { objectivesQuery, summaryQuery } from './queries.ts'
import type { RuleDraft, RuleKind } from './rule-draft.ts'

const KINDS: readonly { readonly value: RuleKind; readonly text: string }[] = [
  { value: 'error_rate', text: 'Error rate' },
  { value: 'p95', text: 'Latency' },
  { value: 'silence', text: 'Missing data' },
  { value: 'burn', text: 'Burn rate' },
]

type PartProps = FormPart<RuleDraft>

const numberField =
  ({ draft, change, fields }: PartProps) =>
  (label: string, name: keyof RuleDraft & string, member: string, hint?: string) => (
    <TextField
      key={name}
      label={label}
      type="number"
      step="any"
      value={String(draft[name])}
      onValue={(text) => change({ [name]: text })}
      fault={fields[member]}
      hint={hint}
    />
  )

const WorkerField = (part: PartProps) => {
  const { data = [] } = useOrganizationQuery(summaryQuery, '30d')
  const names = [...new Set([...data.map(({ worker_name: name }) => name), part.draft.worker])].filter(
    (name) => name !== '*',
  )
  return (
    <Select
      label="Worker"
      {...fieldsOf(part)('worker', 'condition.worker')}
      options={[{ value: '*', text: 'Each worker separately' }, ...names.map((name) => ({ value: name, text: name }))]}
    />
  )
}

const ObjectiveField = (part: PartProps) => {
  const { data } = useOrganizationQuery(objectivesQuery)
  const all = data?.slos ?? []
  return (
    <Select
      label="Objective"
      {...fieldsOf(part)('slo', 'condition.slo_id')}
      options={[{ value: '', text: 'Select an objective' }, ...all.map(({ id, name }) => ({ value: id, text: name }))]}
    />
  )
}

const ConditionFields = (props: PartProps) => {
  const number = numberField(props)
  const minCountField = number(
    'Minimum traces',
    'minCount',
    'condition.min_count',
    'The rule does not fire with fewer traces',
  )
  const window = number('Evaluation window (minutes)', 'window', 'condition.window_minutes', 'A multiple of five')
  switch (props.draft.kind) {
    case 'error_rate':
      return (
        <>
          <WorkerField {...props} />
          {number('Error rate threshold (%)', 'percent', 'condition.threshold')}
          {window}
          {minCountField}
        </>
      )
    case 'p95':
      return (
        <>
          <WorkerField {...props} />
          {number('95th percentile threshold (ms)', 'ms', 'condition.threshold_ms')}
          {window}
          {minCountField}
        </>
      )
    case 'silence':
      return (
        <>
          <WorkerField {...props} />
          {number('Time without data (minutes)', 'minutes', 'condition.minutes')}
        </>
      )
    case 'burn':
      return (
        <>
          <ObjectiveField {...props} />
          {number(
            'Burn rate threshold',
            'factor',
            'condition.factor',
            'Use 14.4 with 60 and 5 minutes, or 6 with 360 and 30 minutes',
          )}
          {number('Long window (minutes)', 'long', 'condition.long_minutes')}
          {number('Short window (minutes)', 'short', 'condition.short_minutes')}
          {minCountField}
        </>
      )
  }
}

const Members = ({ draft: { members }, change }: PartProps) => {
  const { data = [] } = useOrganizationQuery(membersQuery)
  return (
    <fieldset class="field">
      <legend>Members</legend>
      {data.map(({ userId, name, email }) => (
        <Checkbox
          key={userId}
          label={name ?? email ?? userId}
          isChecked={members.includes(userId)}
          onChecked={(isIn) =>
            change({ members: isIn ? [...members, userId] : members.filter((each) => each !== userId) })
          }
        />
      ))}
    </fieldset>
  )
}

const faultBelow = (fields: PartProps['fields'], member: string): string | undefined =>
  Object.entries(fields).find(([name]) => name === member || name.startsWith(`${member}.`))?.[1]

const NotifyFields = (props: PartProps) => {
  const { draft, change, fields } = props
  return (
    <>
      <TextField
        label="Webhook URL (optional)"
        type="url"
        hint="Signed as specified by Standard Webhooks 1.0"
        {...fieldsOf(props)('webhook', 'notify.webhook_url')}
      />
      <Select
        label="Email recipients"
        value={draft.mail}
        onValue={(mail) => change({ mail })}
        fault={faultBelow(fields, 'notify.mail')}
        options={[
          { value: 'nobody', text: 'None' },
          { value: 'owners', text: 'Owners' },
          { value: 'members', text: 'Selected members' },
        ]}
      />
      {draft.mail === 'members' && <Members {...props} />}
    </>
  )
}

export const RuleForm = ({
  begin,
  save,
  isNew,
}: {
  readonly begin: RuleDraft
  readonly save: Action<RuleDraft>
  readonly isNew: boolean
}) => {
  const { draft, change } = useFormDraft(begin)
  const part = { draft, change, fields: save.fields }
  const field = fieldsOf(part)
  const number = numberField(part)
  return (
    <ActionForm action={save} onSubmit={() => save.run(draft)} text={isNew ? 'Create rule' : 'Save'}>
      {isNew && <TextField label="Name" required {...field('name')} />}
      <Select label="Condition" value={draft.kind} onValue={(kind) => change({ kind })} options={KINDS} />
      <ConditionFields {...part} />
      {number(
        'Pending time before firing (minutes)',
        'forMinutes',
        'for_minutes',
        'How long the condition must be met',
      )}
      {number('Time before resolving (minutes)', 'clearMinutes', 'clear_minutes')}
      <TextField label="Severity" {...field('severity')} hint="Any text, such as “critical”" />
      <NotifyFields {...part} />
      <Checkbox label="Rule enabled" isChecked={draft.isOn} onChecked={(isOn) => change({ isOn })} />
    </ActionForm>
  )
}
