import { CodeTabs, type Column, Empty, PageHead, Section, Table, Time } from '@signet/ui'
import { flows, type ListedFlow } from '../api/flows.ts'
import { paidSamples } from '../scaffold-credit/request-samples.ts'
import { LoadedPages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { EXAMPLE } from './draft.ts'
import { NewFlow } from './new-flow.tsx'
import { projectWords } from './project-types.ts'

const PAGE_SIZE = 20

const columns: readonly Column<ListedFlow>[] = [
  { title: 'Flow', cell: ({ id, intention }) => <a href={`/flows/${id}`}>{intention}</a> },
  { title: 'Project type', cell: ({ project_type: type }) => projectWords(type) },
  { title: 'Created', cell: ({ created_at: at }) => <Time at={at} now={serviceNow()} /> },
]

const List = () => {
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['flows', organization, 'list'],
    queryFn: ({ pageParam, signal }) => flows.listFlows({ limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    next: ({ next_cursor }) => next_cursor,
  }))
  return (
    <LoadedPages
      of={pages}
      itemsOf={(page) => page.flows}
      empty={
        <Empty command={`curl -s ${location.origin}/api/flows -H "authorization: Bearer $SIGNET_API_KEY"`}>
          Your flows appear here. Describe your project above. A preview lists the files before you create the flow.
        </Empty>
      }
    >
      {(all) => <Table label="Flows" rows={all} keyOf={({ id }) => id} columns={columns} />}
    </LoadedPages>
  )
}

const Samples = () => {
  const request = { intention: EXAMPLE, project_type: 'api' }
  return (
    <Section title="Use the API">
      <CodeTabs label="Request" samples={paidSamples(`${location.origin}/api/flows`, request, 'output')} />
      <p class="second small">
        Requires an API key with platform scopes. <a href="/keys/new">Create an API key</a>.
      </p>
    </Section>
  )
}

export const ListPage = () => (
  <div class="stack">
    <PageHead
      title="Flows"
      about="A flow turns a description into a project: code, tests, threat model, decision records and a cross-referenced test plan. A failed flow costs nothing."
    />
    <NewFlow />
    <Section title="Your flows">
      <List />
    </Section>
    <Samples />
  </div>
)
