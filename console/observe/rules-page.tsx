import { Badge, type Column, Empty, LinkButton, PageHead, Table } from '@signet/ui'
import type { ListObserveRulesOutput } from '../api/observe.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { AlertTabs, ObserveTabs } from './observe-tabs.tsx'
import { objectivesQuery, rulesQuery } from './queries.ts'
import { conditionWords, phaseOf } from './rule-words.ts'

type Rule = ListObserveRulesOutput['rules'][number]

const RuleStatus = ({ of: { enabled, is_within_plan: isWithinPlan, states } }: { readonly of: Rule }) => {
  if (!enabled) return <Badge>Off</Badge>
  if (!isWithinPlan) return <Badge tone="warn">Exceeds plan limit</Badge>
  const worst = (['firing', 'pending'] as const).find((phase) => states.some((state) => state.phase === phase)) ?? 'ok'
  return <StateBadge of={phaseOf(worst)} />
}

const notificationWords = ({ notify: { webhook_url: url, mail } }: Rule): string =>
  [url === null ? '' : 'Webhook', mail === null ? '' : mail === 'owners' ? 'Email to owners' : 'Email to members']
    .filter(Boolean)
    .join(', ') || 'None'

const columnsOf = (nameOfSlo: (id: string) => string): readonly Column<Rule>[] => [
  { title: 'Rule', cell: ({ id, name }) => <a href={`/observe/alerts/rules/${id}`}>{name}</a> },
  { title: 'Status', cell: (rule) => <RuleStatus of={rule} /> },
  { title: 'Condition', cell: ({ condition }) => conditionWords(condition, nameOfSlo) },
  { title: 'Severity', cell: ({ severity }) => severity },
  { title: 'Notifications', cell: notificationWords },
]

export const RulesPage = () => {
  const rules = useOrganizationQuery(rulesQuery)
  const { data: objectives } = useOrganizationQuery(objectivesQuery)
  const nameOfSlo = (id: string) => objectives?.slos.find((slo) => slo.id === id)?.name ?? 'an objective'
  const create = (
    <LinkButton kind="primary" icon="plus" href="/observe/alerts/rules/new">
      Create rule
    </LinkButton>
  )
  return (
    <div class="stack">
      <PageHead
        title="Rules"
        about={`A rule is evaluated every minute and keeps an incident open while its condition is met.${rules.data ? ` ${rules.data.rules.length} of ${formatCount(rules.data.limit, 'rule')} used.` : ''}`}
        actions={rules.data?.rules.length ? create : undefined}
      />
      <ObserveTabs current="/observe/alerts" />
      <AlertTabs current="/observe/alerts/rules" />
      <Loaded of={rules}>
        {({ rules: all }) =>
          all.length === 0 ? (
            <Empty
              action={create}
              command={`curl -s ${location.origin}/api/observe/rules -H "authorization: Bearer $SIGNET_API_KEY"`}
            >
              Your alert rules appear here. Create one for error rate, latency, missing data or burn rate.
            </Empty>
          ) : (
            <Table label="Rules" rows={all} keyOf={({ id }) => id} columns={columnsOf(nameOfSlo)} />
          )
        }
      </Loaded>
    </div>
  )
}
