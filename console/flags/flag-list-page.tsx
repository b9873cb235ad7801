import { Badge, type Column, Empty, LinkButton, PageHead, Select, Table, TextField, Time } from '@signet/ui'
import { useEffect } from 'preact/hooks'
import { type Flag, flags, type ListFlagsOutput } from '../api/flags.ts'
import { useParameter } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { EnvironmentSelect } from './environment-select.tsx'
import { FlagTabs, flagAddress } from './flag-tabs.tsx'
import { flagAt, stateBadge, stateSentence } from './flag-words.ts'
import { useEnvironment } from './queries.ts'

type ListedFlag = ListFlagsOutput['flags'][number]

const COMMAND = `curl -s ${location.origin}/_api/flags/flags -H 'authorization: Bearer plat_…' \\
  -H 'content-type: application/json' -d '{"key":"new-checkout","type":"percentage","percentage":2}'`

const STATUS_FILTERS = [
  { value: '', text: 'Active' },
  { value: 'stale', text: 'Stale' },
  { value: 'archived', text: 'Archived' },
] as const

const State = ({ of: flag }: { readonly of: Flag }) => {
  const { text, tone } = stateBadge(flag)
  return <Badge tone={tone}>{text}</Badge>
}

const columns = (environment: string): readonly Column<ListedFlag>[] => [
  {
    title: 'Flag',
    cell: ({ key, description }) => (
      <>
        <a href={flagAddress(`/flags/${encodeURIComponent(key)}`, environment)}>{key}</a>
        {description && <div class="second small plain">{description}</div>}
      </>
    ),
  },
  { title: 'Status', cell: (flag) => <State of={flagAt(flag, serviceNow())} /> },
  { title: 'Rollout', cell: (flag) => <span class="small">{stateSentence(flagAt(flag, serviceNow()))}</span> },
  { title: 'Tags', cell: ({ tags }) => <span class="small">{tags.join(', ')}</span> },
  {
    title: 'Last evaluated',
    cell: ({ lastEvaluatedAt: at }) => (at ? <Time at={at} now={serviceNow()} /> : 'Not in the last 90 days'),
  },
  { title: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} now={serviceNow()} /> },
]

/** Loads all pages in order, because search and filters cover every flag. */
const useAllFlags = (environment: string, isStale: boolean) => {
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['flags', organization, environment, 'list', isStale],
    queryFn: ({ pageParam, signal }) =>
      flags.listFlags({ environment, limit: 100, cursor: pageParam, ...(isStale ? { stale: true } : {}) }, { signal }),
    next: ({ nextCursor }) => nextCursor,
  }))
  const { hasNextPage, isFetching, fetchNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching])
  return pages
}

const Filters = ({ tags }: { readonly tags: readonly string[] }) => {
  const [query, setQuery] = useParameter('q')
  const [tag, setTag] = useParameter('tag')
  const [status, setStatus] = useParameter('shown')
  return (
    <div class="row bottom">
      <TextField label="Search" type="search" value={query} onValue={setQuery} autocomplete="off" />
      <Select
        label="Tag"
        value={tag}
        options={[{ value: '', text: 'All' }, ...tags.map((value) => ({ value, text: value }))]}
        onValue={setTag}
      />
      <Select label="Status" value={status} options={[...STATUS_FILTERS]} onValue={setStatus} />
      <EnvironmentSelect />
    </div>
  )
}

const useFilteredFlags = (all: readonly ListedFlag[]): readonly ListedFlag[] => {
  const [query] = useParameter('q')
  const [tag] = useParameter('tag')
  const [status] = useParameter('shown')
  const text = query.toLowerCase()
  const isMatch = (flag: Flag): boolean =>
    `${flag.key} ${flag.description}`.toLowerCase().includes(text) &&
    (tag === '' || flag.tags.includes(tag)) &&
    (flag.archived === true) === (status === 'archived')
  return all.filter(isMatch)
}

const FlagTable = ({ all, environment }: { readonly all: readonly ListedFlag[]; readonly environment: string }) => {
  const rows = useFilteredFlags(all)
  if (rows.length === 0) return <p class="second">No flag matches these filters.</p>
  return <Table label="Flags" rows={rows} keyOf={({ key }) => key} columns={columns(environment)} />
}

export const FlagListPage = () => {
  const [environment] = useEnvironment()
  const [status] = useParameter('shown')
  const pages = useAllFlags(environment, status === 'stale')
  const all = pages.data?.pages.flatMap((page) => page.flags) ?? []
  const create = (
    <LinkButton href={flagAddress('/flags/new', environment)} kind="primary" icon="plus">
      Create flag
    </LinkButton>
  )
  return (
    <div class="stack">
      <PageHead
        title="Flags"
        about="Flags turn features of your applications on or off for some or all users, without a deployment."
        actions={create}
      />
      <FlagTabs current="/flags" environment={environment} />
      <Filters tags={[...new Set(all.flatMap(({ tags }) => tags))].sort()} />
      <Loaded of={pages}>
        {() =>
          all.length === 0 && status === '' ? (
            <Empty command={COMMAND}>Your flags in {environment} appear here. Create the first flag.</Empty>
          ) : (
            <FlagTable all={all} environment={environment} />
          )
        }
      </Loaded>
    </div>
  )
}
