import { type Column, Empty, LinkButton, PageHead, Table, Time } from '@signet/ui'
import type { ListObserveSlosOutput } from '../api/observe.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOwn } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { AlertTabs, ObserveTabs } from './observe-tabs.tsx'
import { objectivesReading } from './readings.ts'
import { objectiveWords } from './rule-words.ts'

type Objective = ListObserveSlosOutput['slos'][number]

const columns: readonly Column<Objective>[] = [
  { title: 'Objective', cell: ({ id, name }) => <a href={`/observe/alerts/objectives/${id}`}>{name}</a> },
  { title: 'Promises', cell: objectiveWords },
  { title: 'Worker', cell: ({ worker }) => worker },
  { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} now={serviceNow()} /> },
]

export const ObjectivesPage = () => {
  const objectives = useOwn(objectivesReading)
  const create = (
    <LinkButton kind="primary" icon="plus" href="/observe/alerts/objectives/new">
      New objective
    </LinkButton>
  )
  return (
    <div class="stack">
      <PageHead
        title="Objectives"
        about={`How much is to go well, and how much of what may fail is left.${objectives.data ? ` ${objectives.data.slos.length} of ${objectives.data.limit} in the plan.` : ''}`}
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
              There is no objective yet. One says which share of the traces of a worker is to be good.
            </Empty>
          ) : (
            <Table label="Objectives" rows={slos} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </div>
  )
}
