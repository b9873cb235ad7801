import { Empty, LinkButton, PageHead, Select, TextField } from '@signet/ui'
import { useEffect, useState } from 'preact/hooks'
import { archive, type SearchArchiveInput } from '../api/archive.ts'
import { useParameter } from '../session/address.ts'
import { counted } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOwn } from '../session/queries.ts'
import { ArchiveTabs } from './archive-tabs.tsx'
import { Results } from './results.tsx'
import { VENDORS } from './vendors.ts'

/** Pause after typing before a search: the limit is 60 searches a minute. */
const PAUSE_MS = 450
const SHORTEST = 2

const VENDOR_OPTIONS = [
  { value: '', text: 'Anywhere' },
  ...Object.entries(VENDORS).map(([value, text]) => ({ value, text })),
]

const useResults = (query: SearchArchiveInput) => {
  return useOwn((organization) => ({
    queryKey: ['archive', organization, 'search', query],
    queryFn: async ({ signal }) => (await archive.searchArchive(query, { signal })).results,
    enabled: query.q.trim().length >= SHORTEST,
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
    const timer = setTimeout(() => setQ(typed), PAUSE_MS)
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
      <PageHead title="Archive" about="Finds passages by their words and by what they mean." />
      <ArchiveTabs current="/archive/search" />
      <search class="form">
        <TextField label="What was it about?" type="search" value={typed} onValue={setTyped} autocomplete="off" />
        <div class="row bottom">
          <Select label="From" value={vendor} options={VENDOR_OPTIONS} onValue={setVendor} />
          <TextField label="Since" type="date" value={from} onValue={setFrom} />
          <TextField label="Before" type="date" value={to} onValue={setTo} />
        </div>
      </search>
      {q.trim().length < SHORTEST ? (
        <Empty action={<LinkButton href="/archive/ask">Ask a question instead</LinkButton>}>
          Type what you look for.
        </Empty>
      ) : (
        <Loaded of={results}>
          {(all) => (
            <>
              <p role="status">{counted(all.length, 'conversation')}</p>
              <Results results={all} />
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}
