import { Checkbox, Select, TextField } from '@signet/ui'
import type { Action } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { type FormState, fieldsOf, useFormDraft } from '../session/draft-form.ts'
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

type RuleFormState = FormState<RuleDraft>

const numberField =
  ({ draft, change, fields }: RuleFormState) =>
  (label: string, name: keyof RuleDraft & string, field: string, hint?: string) => (
    <TextField
      key={name}
      label={label}
      type="number"
      step="any"
      value={String(draft[name])}
      onValue={(text) => change({ [name]: text })}
      fault={fields[field]}
      hint={hint}
    />
  )

const WorkerField = (formState: RuleFormState) => {
  const { data = [] } = useOrganizationQuery(summaryQuery, '30d')
  const names = [...new Set([...data.map(({ worker_name: name }) => name), formState.draft.worker])].filter(
    (name) => name !== '*',
  )
  return (
    <Select
      label="Worker"
      {...fieldsOf(formState)('worker', 'condition.worker')}
      options={[{ value: '*', text: 'Each worker separately' }, ...names.map((name) => ({ value: name, text: name }))]}
    />
  )
}

const ObjectiveField = (formState: RuleFormState) => {
  const { data } = useOrganizationQuery(objectivesQuery)
  const all = data?.slos ?? []
  return (
    <Select
      label="Objective"
      {...fieldsOf(formState)('sloId', 'condition.slo_id')}
      options={[{ value: '', text: 'Select an objective' }, ...all.map(({ id, name }) => ({ value: id, text: name }))]}
    />
  )
}

const ConditionFields = (props: RuleFormState) => {
  const numberInput = numberField(props)
  const minCountInput = numberInput(
    'Minimum traces',
    'minCount',
    'condition.min_count',
    'With fewer traces, the rule does not fire',
  )
  const windowInput = numberInput(
    'Evaluation window (minutes)',
    'windowMinutes',
    'condition.window_minutes',
    'A multiple of five',
  )
  switch (props.draft.kind) {
    case 'error_rate':
      return (
        <>
          <WorkerField {...props} />
          {numberInput('Error rate threshold (%)', 'thresholdPercent', 'condition.threshold')}
          {windowInput}
          {minCountInput}
        </>
      )
    case 'p95':
      return (
        <>
          <WorkerField {...props} />
          {numberInput('95th percentile threshold (ms)', 'thresholdMs', 'condition.threshold_ms')}
          {windowInput}
          {minCountInput}
        </>
      )
    case 'silence':
      return (
        <>
          <WorkerField {...props} />
          {numberInput('Time without data (minutes)', 'silentMinutes', 'condition.minutes')}
        </>
      )
    case 'burn':
      return (
        <>
          <ObjectiveField {...props} />
          {numberInput(
            'Burn rate threshold',
            'factor',
            'condition.factor',
            'For example, 14.4 with windows of 60 and 5 minutes, or 6 with 360 and 30 minutes',
          )}
          {numberInput('Long window (minutes)', 'longMinutes', 'condition.long_minutes')}
          {numberInput('Short window (minutes)', 'shortMinutes', 'condition.short_minutes')}
          {minCountInput}
        </>
      )
  }
}

const Members = ({ draft: { members }, change }: RuleFormState) => {
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

const faultUnder = (fields: RuleFormState['fields'], path: string): string | undefined =>
  Object.entries(fields).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1]

const NotifyFields = (props: RuleFormState) => {
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
        fault={faultUnder(fields, 'notify.mail')}
        options={[
          { value: 'none', text: 'None' },
          { value: 'owners', text: 'Owners' },
          { value: 'members', text: 'Selected members' },
        ]}
      />
      {draft.mail === 'members' && <Members {...props} />}
    </>
  )
}

export const RuleForm = ({
  initialDraft,
  save,
  isNew,
}: {
  readonly initialDraft: RuleDraft
  readonly save: Action<RuleDraft>
  readonly isNew: boolean
}) => {
  const { draft, change } = useFormDraft(initialDraft)
  const formState = { draft, change, fields: save.fields }
  const field = fieldsOf(formState)
  const numberInput = numberField(formState)
  return (
    <ActionForm action={save} onSubmit={() => save.run(draft)} text={isNew ? 'Create rule' : 'Save rule'}>
      {isNew && <TextField label="Name" required {...field('name')} />}
      <Select label="Condition" value={draft.kind} onValue={(kind) => change({ kind })} options={KINDS} />
      <ConditionFields {...formState} />
      {numberInput(
        'Pending time before firing (minutes)',
        'forMinutes',
        'for_minutes',
        'How long the condition must be met before the rule fires',
      )}
      {numberInput('Time before resolving (minutes)', 'clearMinutes', 'clear_minutes')}
      <TextField label="Severity" {...field('severity')} hint="Any text, such as “critical”" />
      <NotifyFields {...formState} />
      <Checkbox label="Rule enabled" isChecked={draft.isEnabled} onChecked={(isEnabled) => change({ isEnabled })} />
    </ActionForm>
  )
}
