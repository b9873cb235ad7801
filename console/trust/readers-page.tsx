import { type Column, Empty, LinkButton, PageHead, Table, TextField, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type TrustReader, trust } from '../api/trust.ts'
import { useDebounced } from '../session/debounced.ts'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { stampWords } from './trust-words.ts'

const PAGE_SIZE = 50

const DEBOUNCE_MS = 300

const columns: readonly Column<TrustReader>[] = [
  {
    title: 'Reader',
    cell: ({ name, company, mail }) => (
      <div>
        {name}, {company}
        <div class="second small">{mail}</div>
      </div>
    ),
  },
  { title: 'Document', cell: ({ artifact_name: artifactName }) => artifactName },
  { title: 'Downloaded', cell: ({ at }) => <Time at={at} now={serviceNow()} /> },
  { title: 'Copy', cell: ({ stamp }) => stampWords(stamp) },
  { title: 'Network', cell: ({ network }) => <code>{network}</code> },
]

const NoReaders = ({ isUnfiltered }: { readonly isUnfiltered: boolean }) =>
  isUnfiltered ? (
    <Empty action={<LinkButton href="/trust-pages/requests">View requests</LinkButton>}>
      Downloads of documents on request appear here.
    </Empty>
  ) : (
    <Empty>No downloads by this email address. Enter the complete address.</Empty>
  )

export const ReadersPage = () => {
  const [mail, setMail] = useState('')
  const mailFilter = useDebounced(mail.trim(), DEBOUNCE_MS)
  const filter = mailFilter === '' ? {} : { mail: mailFilter }
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['trust', organization, 'readers', filter],
    queryFn: ({ pageParam, signal }) =>
      trust.listTrustReaders({ ...filter, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    next: ({ next_cursor }) => next_cursor,
  }))
  return (
    <div class="stack">
      <PageHead title="Readers" about="Downloads of documents on request in the last 400 days." />
      <TrustTabs current="/trust-pages/readers" />
      <TextField label="Search by email address" type="search" maxLength={254} value={mail} onValue={setMail} />
      <Loaded of={pages}>
        {({ pages: loadedPages }) => {
          const all = loadedPages.flatMap(({ readers }) => readers)
          return (
            <>
              {all.length === 0 ? (
                <NoReaders isUnfiltered={mailFilter === ''} />
              ) : (
                <Table label="Readers" rows={all} keyOf={({ id }) => id} columns={columns} />
              )}
              <MorePages of={pages} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
