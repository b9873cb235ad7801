import { type ListTracesInput, type ListTracesOutput, observe } from '../api/observe.ts'
import type { PageContext, QueryContext } from '../session/queries.ts'
import type { Range } from './ranges.tsx'

const POLL_MS = 15_000
const TRACES_PER_PAGE = 50

export const summaryQuery = (organization: string, range: Range) => ({
  queryKey: ['observe', organization, 'summary', range],
  queryFn: async ({ signal }: QueryContext) => (await observe.getObserveSummary({ range }, { signal })).workers,
  refetchInterval: POLL_MS,
})

export interface TraceListPage extends ListTracesOutput {
  readonly next: string | null
}

interface TraceFilter extends Pick<ListTracesInput, 'range' | 'worker' | 'status'> {}

type ListTraces = (input: ListTracesInput, options: QueryContext) => Promise<ListTracesOutput>

/**
 * Reads a page of traces. Later pages reuse the end of the range of the first page, so that no trace shifts between
 * pages.
 */
const tracePage = async (
  list: ListTraces,
  filter: TraceFilter,
  cursor: string | undefined,
  { signal }: QueryContext,
) => {
  const [offset = '0', until] = cursor?.split(' ') ?? []
  const page = await list({ ...filter, limit: TRACES_PER_PAGE, offset: Number(offset), until }, { signal })
  const nextOffset = Number(offset) + page.traces.length
  return { ...page, next: nextOffset < page.total && page.traces.length > 0 ? `${nextOffset} ${page.until}` : null }
}

/** Traces of an organization's workers, or of the platform's own functions with `isInternal`; `owner` is then a user. */
export const tracesQuery = (owner: string, filter: TraceFilter, { isInternal } = { isInternal: false }) => ({
  queryKey: [isInternal ? 'observe-own' : 'observe', owner, 'traces', filter],
  queryFn: ({ pageParam, signal }: PageContext): Promise<TraceListPage> =>
    tracePage(isInternal ? observe.listInternalTraces : observe.listTraces, filter, pageParam, { signal }),
  next: ({ next }: TraceListPage) => next,
})

export const traceQuery = (owner: string, id: string, { isInternal } = { isInternal: false }) => ({
  queryKey: [isInternal ? 'observe-own' : 'observe', owner, 'trace', id],
  queryFn: (context: QueryContext) => (isInternal ? observe.getInternalTrace : observe.getTrace)({ id }, context),
})

export const alertsQuery = (organization: string, status: 'firing' | 'resolved' | undefined) => ({
  queryKey: ['observe', organization, 'alerts', status],
  queryFn: async (context: QueryContext) => (await observe.listAlerts({ status }, context)).alerts,
  refetchInterval: POLL_MS,
})

export const rulesQuery = (organization: string) => ({
  queryKey: ['observe', organization, 'rules'],
  queryFn: (context: QueryContext) => observe.listObserveRules({}, context),
  refetchInterval: POLL_MS,
})

export const ruleQuery = (organization: string, id: string) => ({
  queryKey: ['observe', organization, 'rules', id],
  queryFn: (context: QueryContext) => observe.getObserveRule({ id }, context),
})

export const objectivesQuery = (organization: string) => ({
  queryKey: ['observe', organization, 'slos'],
  queryFn: (context: QueryContext) => observe.listObserveSlos({}, context),
})

export const objectiveQuery = (organization: string, id: string) => ({
  queryKey: ['observe', organization, 'slos', id],
  queryFn: (context: QueryContext) => observe.getObserveSlo({ id }, context),
})
