import { type Column, Empty, LinkButton, PageHead, Select, Table, TextField, Time } from '@signet/ui'
import { useEffect, useState } from 'preact/hooks'
import type { EvidenceAsset, ListEvidenceAssetsInput } from '../api/evidence.ts'
import { useParameter } from '../session/address.ts'
import { useDebounced } from '../session/debounced.ts'
import { LoadedPages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { DOMAIN_OPTIONS, domainWords, statusWords, TYPE_OPTIONS, typeWords } from './evidence-words.ts'
import { assetPages } from './library-query.ts'

const DEBOUNCE_MS = 300

const columns: readonly Column<EvidenceAsset>[] = [
  { title: 'Title', cell: ({ id, title }) => <a href={`/evidence/library/${id}`}>{title}</a> },
  { title: 'Type', cell: ({ type }) => typeWords(type) },
  { title: 'Subject areas', cell: ({ domains }) => domains.map(domainWords).join(', ') },
  {
    title: 'Status',
    cell: ({ verificationStatus: status }) => <StateBadge of={statusWords(status)} />,
  },
  { title: 'Uses', cell: ({ usageCount }) => usageCount.toLocaleString('en'), isNumber: true },
  { title: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} now={serviceNow()} /> },
]

const useFilter = () => {
  const [type, setType] = useParameter('type')
  const [domain, setDomain] = useParameter('domain')
  const [q, setQ] = useParameter('q')
  const [searchText, setSearchText] = useState(q)
  const debouncedText = useDebounced(searchText, DEBOUNCE_MS)
  useEffect(() => setSearchText(q), [q])
  useEffect(() => {
    if (debouncedText === searchText && debouncedText !== q) setQ(debouncedText)
  }, [debouncedText])
  const filter = {
    ...(type === '' ? {} : { type: type as NonNullable<ListEvidenceAssetsInput['type']> }),
    ...(domain === '' ? {} : { domain: domain as NonNullable<ListEvidenceAssetsInput['domain']> }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
  }
  return { filter, type, setType, domain, setDomain, searchText, setSearchText }
}

const NO_ASSETS = (
  <Empty
    action={
      <LinkButton href="/evidence/library/new" kind="primary">
        Create asset
      </LinkButton>
    }
    command={`curl -s ${location.origin}/api/v1/evidence/library -H "authorization: Bearer $SIGNET_API_KEY"`}
  >
    Your assets appear here: quotes, data and images that close gaps in your texts.
  </Empty>
)

const Assets = ({ filter }: { readonly filter: ReturnType<typeof useFilter>['filter'] }) => {
  const pages = useOrganizationPages(assetPages, filter)
  return (
    <LoadedPages
      of={pages}
      itemsOf={({ assets }) => assets}
      empty={Object.keys(filter).length === 0 ? NO_ASSETS : <Empty>No asset matches these filters.</Empty>}
    >
      {(all) => <Table label="Assets" rows={all} keyOf={({ id }) => id} columns={columns} />}
    </LoadedPages>
  )
}

export const LibraryPage = () => {
  const { filter, type, setType, domain, setDomain, searchText, setSearchText } = useFilter()
  return (
    <div class="stack">
      <PageHead
        title="Evidence"
        about="Assets that close gaps in your texts: quotes, data and images, each with its source."
        actions={
          <>
            <LinkButton href="/evidence/library/import" icon="upload">
              Import assets
            </LinkButton>
            <LinkButton href="/evidence/library/new" icon="plus">
              Create asset
            </LinkButton>
          </>
        }
      />
      <EvidenceTabs current="/evidence/library" />
      <search class="row bottom">
        <TextField
          label="Search"
          type="search"
          value={searchText}
          onValue={setSearchText}
          autocomplete="off"
          maxLength={200}
        />
        <Select
          label="Type"
          value={type}
          options={[{ value: '', text: 'All types' }, ...TYPE_OPTIONS]}
          onValue={setType}
        />
        <Select
          label="Subject area"
          value={domain}
          options={[{ value: '', text: 'All subject areas' }, ...DOMAIN_OPTIONS]}
          onValue={setDomain}
        />
      </search>
      <Assets filter={filter} />
    </div>
  )
}
