import { type Column, Notice, PageHead, Section, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { type GetObserveRuleOutput, observe } from '../api/observe.ts'
import { useAction } from '../session/action.ts'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { invalidate, invalidateLater, useOrganizationQuery } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { ruleQuery } from './queries.ts'
import { draftOf, type RuleDraft, ruleOf } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { phaseOf } from './rule-words.ts'

type State = GetObserveRuleOutput['states'][number]

const HOME = '/observe/alerts/rules'

export const NewRulePage = () => {
  const { route } = useLocation()
  const create = useAction(
    (draft: RuleDraft) => observe.createObserveRule({ name: draft.name, ...ruleOf(draft) }),
    ({ id }) => {
      void invalidate('observe')
      route(`${HOME}/${id}`)
    },
  )
  return (
    <div class="stack">
      <PageHead title="New rule" about="Alert rules are evaluated every minute." />
      <RuleForm initialDraft={draftOf()} save={create} isNew />
    </div>
  )
}

const columns: readonly Column<State>[] = [
  { title: 'Worker', cell: ({ worker }) => worker },
  { title: 'Status', cell: ({ phase }) => <StateBadge of={phaseOf(phase)} /> },
  { title: 'Since', cell: ({ since }) => <Time at={since} now={serviceNow()} /> },
  {
    title: 'Latest value',
    isNumber: true,
    cell: ({ value }) => (value === null ? '–' : value.toLocaleString('en')),
  },
]

const DeleteRuleButton = ({ of: { id, name } }: { readonly of: GetObserveRuleOutput }) => {
  const { route } = useLocation()
  return (
    <ConfirmButton
      text="Delete…"
      title={`Delete rule ${name}?`}
      action="Delete rule"
      work={() => observe.removeObserveRule({ id })}
      onDone={() => {
        void invalidateLater('observe')
        route(HOME)
      }}
    >
      <p>The incidents of this rule are resolved and stay in the list of incidents.</p>
    </ConfirmButton>
  )
}

const RuleView = ({ of: rule }: { readonly of: GetObserveRuleOutput }) => {
  const [isSaved, setSaved] = useState(false)
  const save = useAction(
    (draft: RuleDraft) => observe.changeObserveRule({ id: rule.id, ...ruleOf(draft) }),
    () => {
      setSaved(true)
      void invalidate('observe')
    },
  )
  return (
    <div class="stack">
      <PageHead
        title={rule.name}
        about={rule.is_within_plan ? 'Alert rule' : 'Not evaluated: the rule exceeds the limit of your plan'}
        actions={<DeleteRuleButton of={rule} />}
      />
      {rule.states.length > 0 && (
        <Section title="Status by worker">
          <Table label="Status by worker" rows={rule.states} keyOf={({ worker }) => worker} columns={columns} />
        </Section>
      )}
      {isSaved && (
        <Notice kind="ok">
          <p>The rule was saved.</p>
        </Notice>
      )}
      <RuleForm initialDraft={draftOf(rule)} save={save} isNew={false} />
    </div>
  )
}

export const RulePage = () => {
  const { params } = useRoute()
  const rule = useOrganizationQuery(ruleQuery, params.id ?? '')
  return (
    <Loaded of={rule} absent={<NotFound what="rule" back={{ href: HOME, text: 'Back to rules' }} />}>
      {(data) => <RuleView key={data.id} of={data} />}
    </Loaded>
  )
}
