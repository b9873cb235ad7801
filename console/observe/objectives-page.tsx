import { type Column, Empty, LinkButton, PageHead, Table, Time } from '@signet/ui'
import type { ListObserveSlosOutput } from '../api/observe.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { AlertTabs, ObserveTabs } from './observe-tabs.tsx'
import { objectivesQuery } from './queries.ts'
import { objectiveWords } from './rule-words.ts'

type Objective = ListObserveSlosOutput['slos'][number]

const columns: readonly Column<Objective>[] = [
  { title: 'Objective', cell: ({ id, name }) => <a href={`/observe/alerts/objectives/${id}`}>{name}</a> },
  { title: 'Target', cell: objectiveWords },
  { title: 'Worker', cell: ({ worker }) => worker },
  { title: 'Updated', cell: ({ updated_at: at }) => <Time at={at} now={serviceNow()} /> },
]

export const ObjectivesPage = () => {
  const objectives = useOrganizationQuery(objectivesQuery)
  const create = (
    <LinkButton kind="primary" icon="plus" href="/observe/alerts/objectives/new">
      Create objective
    </LinkButton>
  )
  return (
    <div class="stack">
      <PageHead
        title="Objectives"
        about={`An objective (SLO) is the share of a worker's traces that must be good.${objectives.data ? ` ${objectives.data.slos.length} of ${formatCount(objectives.data.limit, 'objective')} used.` : ''}`}
        actions={objectives.data?.slos.length ? create : undefined}
      />
      <ObserveTabs current="/observe/alerts" />
      <AlertTabs current="/observe/alerts/objectives" />
      <Loaded of={objectives}>
        {({ slos }) =>
          slos.length === 0 ? (
            <Empty
              action={create}
              command={`curl -s ${location.origin}/api/observe/slos -H "authorization: Bearer $SIGNET_API_KEY"`}
            >
              Your objectives appear here. Create one to track the error budget of a worker.
            </Empty>
          ) : (
            <Table label="Objectives" rows={slos} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </div>
  )
}
