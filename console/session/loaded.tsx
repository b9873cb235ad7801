import { Button, Failure, NotAllowed, Skeleton } from '@signet/ui'
import type { InfiniteData, QueryObserverResult } from '@tanstack/query-core'
import type { ComponentChildren } from 'preact'
import { faultOf, isApiError } from './faults.ts'

type LoadedQuery<Data> = Pick<QueryObserverResult<Data>, 'data' | 'error' | 'refetch' | 'isPending'>

/**
 * Shows the data of a query, a skeleton while it loads, or its error. A 403 shows who has access; `absent` is shown for a
 * 404.
 */
export const Loaded = <Data,>({
  of: query,
  children,
  rows,
  absent,
}: {
  readonly of: LoadedQuery<Data>
  readonly children: (data: Data) => ComponentChildren
  readonly rows?: number
  readonly absent?: ComponentChildren
}) => {
  const { data, error, refetch } = query
  if (data !== undefined) return <>{children(data)}</>
  if (error === null) return <Skeleton {...(rows === undefined ? {} : { rows })} />
  if (isApiError(error) && error.status === 404 && absent !== undefined) return <>{absent}</>
  if (isApiError(error) && error.status === 403) return <NotAllowed>{String(error.body.error)}</NotAllowed>
  return <Failure fault={faultOf(error)} onRetry={() => void refetch()} />
}

interface NextPage {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

export const MorePages = ({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { readonly of: NextPage }) =>
  hasNextPage ? (
    <div class="row">
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show more
      </Button>
    </div>
  ) : null

export const LoadedPages = <Page, Item>({
  of: query,
  itemsOf,
  empty,
  children,
}: {
  readonly of: LoadedQuery<InfiniteData<Page, string | undefined>> & NextPage
  readonly itemsOf: (page: Page) => readonly Item[]
  readonly empty: ComponentChildren
  readonly children: (items: readonly Item[], pages: readonly Page[]) => ComponentChildren
}) => (
  <Loaded of={query}>
    {({ pages }) => {
      const items = pages.flatMap(itemsOf)
      if (items.length === 0) return empty
      return (
        <>
          {children(items, pages)}
          <MorePages of={query} />
        </>
      )
    }}
  </Loaded>
)
