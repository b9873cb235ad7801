import { Checkbox, Select, TextField } from '@signet/ui'
import type { Action } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { type FormPart, fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { membersReading } from '../session/members.ts'
import { useOwn } from '../session/queries.ts'
import { objectivesReading, summaryReading } from './readings.ts'
import type { RuleDraft, RuleKind } from './rule-draft.ts'

const KINDS: readonly { readonly value: RuleKind; readonly text: string }[] = [
  { value: 'error_rate', text: 'Too much fails' },
  { value: 'p95', text: 'It takes too long' },
  { value: 'silence', text: 'A worker falls silent' },
  { value: 'burn', text: 'A budget burns too fast' },
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
  const { data = [] } = useOwn(summaryReading, '30d')
  const names = [...new Set([...data.map(({ worker_name: name }) => name), part.draft.worker])].filter(
    (name) => name !== '*',
  )
  return (
    <Select
      label="Worker"
      {...fieldsOf(part)('worker', 'condition.worker')}
      options={[{ value: '*', text: 'Each worker by itself' }, ...names.map((name) => ({ value: name, text: name }))]}
    />
  )
}

const ObjectiveField = (part: PartProps) => {
  const { data } = useOwn(objectivesReading)
  const all = data?.slos ?? []
  return (
    <Select
      label="Objective"
      {...fieldsOf(part)('slo', 'condition.slo_id')}
      options={[{ value: '', text: 'Choose one' }, ...all.map(({ id, name }) => ({ value: id, text: name }))]}
    />
  )
}

const ConditionFields = (props: PartProps) => {
  const number = numberField(props)
  const counted = number('Traces at least', 'minCount', 'condition.min_count', 'With fewer it does not ring')
  const window = number('Minutes that are looked at', 'window', 'condition.window_minutes', 'A multiple of five')
  switch (props.draft.kind) {
    case 'error_rate':
      return (
        <>
          <WorkerField {...props} />
          {number('Rings above this many percent', 'percent', 'condition.threshold')}
          {window}
          {counted}
        </>
      )
    case 'p95':
      return (
        <>
          <WorkerField {...props} />
          {number('Rings when the 95th percentile is above, in milliseconds', 'ms', 'condition.threshold_ms')}
          {window}
          {counted}
        </>
      )
    case 'silence':
      return (
        <>
          <WorkerField {...props} />
          {number('Minutes of silence', 'minutes', 'condition.minutes')}
        </>
      )
    case 'burn':
      return (
        <>
          <ObjectiveField {...props} />
          {number(
            'Rings above this burn rate',
            'factor',
            'condition.factor',
            '14.4 in 60 and 5 minutes, or 6 in 360 and 30',
          )}
          {number('Minutes of the long window', 'long', 'condition.long_minutes')}
          {number('Minutes of the short window', 'short', 'condition.short_minutes')}
          {counted}
        </>
      )
  }
}

const Members = ({ draft: { members }, change }: PartProps) => {
  const { data = [] } = useOwn(membersReading)
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
        label="Webhook (optional)"
        type="url"
        hint="Signed by Standard Webhooks 1.0"
        {...fieldsOf(props)('webhook', 'notify.webhook_url')}
      />
      <Select
        label="Mail to"
        value={draft.mail}
        onValue={(mail) => change({ mail })}
        fault={faultBelow(fields, 'notify.mail')}
        options={[
          { value: 'nobody', text: 'Nobody' },
          { value: 'owners', text: 'Owners' },
          { value: 'members', text: 'Members' },
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
    <ActionForm action={save} onSubmit={() => save.run(draft)} text={isNew ? 'Create the rule' : 'Save'}>
      {isNew && <TextField label="Name" required {...field('name')} />}
      <Select label="Rings when" value={draft.kind} onValue={(kind) => change({ kind })} options={KINDS} />
      <ConditionFields {...part} />
      {number('Minutes until it fires', 'forMinutes', 'for_minutes', 'So long it is pending')}
      {number('Minutes until it is over', 'clearMinutes', 'clear_minutes')}
      <TextField label="Severity" {...field('severity')} hint="A word of yours" />
      <NotifyFields {...part} />
      <Checkbox label="It is looked at" isChecked={draft.isOn} onChecked={(isOn) => change({ isOn })} />
    </ActionForm>
  )
}
