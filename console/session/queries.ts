import {
  type DefaultError,
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core'
import { useEffect, useReducer, useState } from 'preact/hooks'
import { useSession } from './session.tsx'

const STALE_AFTER_MS = 5_000

/** Cached query results by key. The client retries requests (`transport/requesting.ts`). */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: STALE_AFTER_MS, networkMode: 'always' } },
})

export interface QueryContext {
  readonly signal: AbortSignal
}

export interface PageContext extends QueryContext {
  readonly pageParam: string | undefined
}

export interface QueryDefinition<Data> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: QueryContext) => Promise<Data>
  readonly enabled?: boolean
  /** Milliseconds between polls while the view is open; false: no polling. */
  readonly refetchInterval?:
    | number
    | false
    | ((query: { readonly state: { readonly data: Data | undefined } }) => number | false)
  /** Data to show until the data of a new key has loaded. */
  readonly placeholderData?: (previous: Data | undefined) => Data | undefined
  readonly staleTime?: number
}

export const useQuery = <Data>(definition: QueryDefinition<Data>): QueryObserverResult<Data> => {
  const options = queries.defaultQueryOptions(definition as QueryObserverOptions<Data>)
  // As in TanStack's own adapters: the first result already shows that a fetch starts.
  options._optimisticResults = 'optimistic'
  const [observer] = useState(() => new QueryObserver<Data>(queries, options))
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => observer.subscribe(redraw as () => void), [observer])
  useEffect(() => observer.setOptions(options))
  return observer.getOptimisticResult(options)
}

export const useOrganizationQuery = <Inputs extends readonly unknown[], Data>(
  toQuery: (organization: string, ...inputs: Inputs) => QueryDefinition<Data>,
  ...inputs: Inputs
): QueryObserverResult<Data> => useQuery(toQuery(useSession().organization.id, ...inputs))

export interface PagesDefinition<Page> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: PageContext) => Promise<Page>
  /** Cursor of the next page; null or undefined after the last page. */
  readonly next: (page: Page) => string | null | undefined
  readonly enabled?: boolean
  readonly refetchInterval?: number | false
}

type Pages<Page> = InfiniteQueryObserverResult<InfiniteData<Page, string | undefined>>

export const usePages = <Page>({ next, ...definition }: PagesDefinition<Page>): Pages<Page> => {
  type Options = InfiniteQueryObserverOptions<
    Page,
    DefaultError,
    InfiniteData<Page, string | undefined>,
    readonly unknown[],
    string | undefined
  >
  const pageOptions = {
    ...definition,
    initialPageParam: undefined,
    getNextPageParam: (page: Page) => next(page) ?? undefined,
  } as unknown as Options
  const options = queries.defaultQueryOptions(pageOptions as never) as unknown as Options
  options._optimisticResults = 'optimistic'
  const [observer] = useState(() => new InfiniteQueryObserver(queries, options))
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => observer.subscribe(redraw as () => void), [observer])
  useEffect(() => observer.setOptions(options))
  return observer.getOptimisticResult(options as never)
}

export const useOrganizationPages = <Inputs extends readonly unknown[], Page>(
  toPages: (organization: string, ...inputs: Inputs) => PagesDefinition<Page>,
  ...inputs: Inputs
): Pages<Page> => usePages(toPages(useSession().organization.id, ...inputs))

export const invalidate = (...queryKey: readonly unknown[]): Promise<void> => queries.invalidateQueries({ queryKey })

/** Marks queries as stale without reloading the current view, whose subject may be deleted and would return 404. */
export const invalidateLater = (...queryKey: readonly unknown[]): Promise<void> =>
  queries.invalidateQueries({ queryKey, refetchType: 'none' })
