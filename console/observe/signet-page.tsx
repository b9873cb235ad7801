import { Button, PageHead, Section, Table, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { internalTracesQuery, observe } from '../api/observe.ts'
import { useParameter } from '../session/address.ts'
import { Loaded, LoadedPages } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { usePages, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { ObserveTabs } from './observe-tabs.tsx'
import { traceQuery, tracesQuery } from './queries.ts'
import { RangeChoice, useRange } from './ranges.tsx'
import { TraceView } from './trace-view.tsx'
import { TraceTable } from './traces-page.tsx'
import { workerColumns } from './workers-page.tsx'

const HOME = '/observe/signet'
/** Format of the platform's trace IDs. For a match, the results also have a link to the trace. */
const TRACE_ID = /^[0-9a-f]{32}$/

const MatchingTraces = ({ searchedId }: { readonly searchedId: string }) => {
  const { userId } = useSession()
  const traces = useQuery(internalTracesQuery(userId, searchedId))
  return (
    <Section title="Matching traces">
      <Loaded of={traces}>
        {(all) =>
          all.length === 0 ? (
            <p class="second">No stored trace contains this ID.</p>
          ) : (
            <TraceTable rows={all} home={HOME} />
          )
        }
      </Loaded>
    </Section>
  )
}

const Search = () => {
  const [searchedId, setSearchedId] = useParameter('about')
  const [text, setText] = useState(searchedId)
  const id = text.trim()
  return (
    <>
      <form
        class="row bottom own-search"
        onSubmit={(event) => {
          event.preventDefault()
          setSearchedId(id)
        }}
      >
        <TextField label="Request, job or trace ID" type="search" isMono value={text} onValue={setText} />
        <Button type="submit" kind="primary">
          Search
        </Button>
      </form>
      {TRACE_ID.test(searchedId) ? (
        <p>
          <a href={`${HOME}/${searchedId}`}>Open trace {searchedId.slice(0, 8)}</a>
        </p>
      ) : null}
      {searchedId !== '' && <MatchingTraces searchedId={searchedId} />}
    </>
  )
}

const NewestTraces = () => {
  const { userId } = useSession()
  const range = useRange()
  const [worker] = useParameter('worker')
  const pages = usePages(tracesQuery(userId, { range, worker: worker || undefined }, { isInternal: true }))
  return (
    <Section title={worker === '' ? 'Newest traces' : `Newest traces of ${worker}`}>
      <LoadedPages of={pages} itemsOf={({ traces }) => traces} empty={<p class="second">No traces in this range.</p>}>
        {(all) => <TraceTable rows={all} home={HOME} />}
      </LoadedPages>
    </Section>
  )
}

const Workers = () => {
  const { userId } = useSession()
  const range = useRange()
  const summary = useQuery({
    queryKey: ['observe-own', userId, 'summary', range],
    queryFn: async ({ signal }) => (await observe.getInternalSummary({ range }, { signal })).workers,
  })
  return (
    <Section title="Workers">
      <Loaded of={summary}>
        {(all) =>
          all.length === 0 ? (
            <p class="second">No traces started in this range.</p>
          ) : (
            <Table
              label="Workers"
              rows={all}
              keyOf={({ worker_name: name }) => name}
              columns={workerColumns((worker) => `${HOME}?worker=${encodeURIComponent(worker)}`)}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

export const SignetPage = () => (
  <div class="stack">
    <PageHead
      title="Signet telemetry"
      about="Telemetry of the workers of this deployment. Visible to operators only."
    />
    <ObserveTabs current={HOME} />
    <Search />
    <RangeChoice />
    <Workers />
    <NewestTraces />
  </div>
)

export const InternalTracePage = () => {
  const { userId } = useSession()
  const { params } = useRoute()
  const trace = useQuery(traceQuery(userId, params.id ?? '', { isInternal: true }))
  return (
    <Loaded of={trace} absent={<NotFound what="trace" back={{ href: HOME, text: 'Back to Signet telemetry' }} />}>
      {(data) => <TraceView of={data} />}
    </Loaded>
  )
}
