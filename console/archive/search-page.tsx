import { Empty, LinkButton, PageHead, Select, TextField } from '@signet/ui'
import { useEffect, useState } from 'preact/hooks'
import { archive, type SearchArchiveInput } from '../api/archive.ts'
import { useParameter } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { ArchiveTabs } from './archive-tabs.tsx'
import { Results } from './results.tsx'
import { VENDORS } from './vendors.ts'

/** Delay between typing and a search; the limit is 60 searches per minute. */
const DEBOUNCE_MS = 450
const QUERY_LENGTH_MIN = 2

const VENDOR_OPTIONS = [
  { value: '', text: 'All sources' },
  ...Object.entries(VENDORS).map(([value, text]) => ({ value, text })),
]

const useResults = (query: SearchArchiveInput) => {
  return useOrganizationQuery((organization) => ({
    queryKey: ['archive', organization, 'search', query],
    queryFn: async ({ signal }) => (await archive.searchArchive(query, { signal })).results,
    enabled: query.q.trim().length >= QUERY_LENGTH_MIN,
    placeholderData: (previous) => previous,
  }))
}

export const SearchPage = () => {
  const [q, setQ] = useParameter('q')
  const [vendor, setVendor] = useParameter('vendor')
  const [from, setFrom] = useParameter('from')
  const [to, setTo] = useParameter('to')
  const [typed, setTyped] = useState(q)
  useEffect(() => setTyped(q), [q])
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => setQ(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const results = useResults({
    q,
    limit: 20,
    ...(vendor === '' ? {} : { vendor: vendor as NonNullable<SearchArchiveInput['vendor']> }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  })
  return (
    <div class="stack">
      <PageHead title="Archive" about="Finds passages by keyword and by meaning." />
      <ArchiveTabs current="/archive/search" />
      <search class="form">
        <TextField label="Search text" type="search" value={typed} onValue={setTyped} autocomplete="off" />
        <div class="row bottom">
          <Select label="Source" value={vendor} options={VENDOR_OPTIONS} onValue={setVendor} />
          <TextField label="From" type="date" value={from} onValue={setFrom} />
          <TextField label="Before" type="date" value={to} onValue={setTo} />
        </div>
      </search>
      {q.trim().length < QUERY_LENGTH_MIN ? (
        <Empty action={<LinkButton href="/archive/ask">Ask a question</LinkButton>}>
          Search results appear here. Enter at least two characters.
        </Empty>
      ) : (
        <Loaded of={results}>
          {(all) => (
            <>
              <p role="status">{formatCount(all.length, 'conversation')}</p>
              <Results results={all} />
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}
