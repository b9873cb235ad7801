import type { KindName } from '@signet/receipts'
import { kindLabel, LABELED_KINDS } from '@signet/receipts/kind-labels'
import { type Column, Empty, LinkButton, PageHead, Select, Table, TextField, Time } from '@signet/ui'
import { type ListedReceipt, type ListReceiptsInput, receipts } from '../api/receipts.ts'
import { useParameter } from '../session/address.ts'
import { LoadedPages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { startOfDay } from './day-filter.ts'
import { stateWords } from './receipt-words.ts'
import { subjectLink } from './subject-link.ts'

const COMMAND = `curl -s ${location.origin}/api/receipts -H "authorization: Bearer $SIGNET_API_KEY"`
const PAGE_SIZE = 50

const SubjectCell = ({ receipt }: { readonly receipt: ListedReceipt }) => {
  const { organization } = useSession()
  const link = subjectLink(receipt, organization.id)
  return link?.href ? <a href={link.href}>{link.text}</a> : <span>{link?.text ?? '–'}</span>
}

const columns: readonly Column<ListedReceipt>[] = [
  { title: 'Receipt', cell: ({ hash, kind }) => <a href={`/receipts/${hash}`}>{kindLabel(kind)}</a> },
  { title: 'Subject', cell: (receipt) => <SubjectCell receipt={receipt} /> },
  { title: 'Issued', cell: ({ issuedAt }) => <Time at={issuedAt} now={serviceNow()} /> },
  { title: 'Claims', cell: ({ claimsVisibility }) => (claimsVisibility === 'public' ? 'Public' : 'Private') },
  {
    title: 'Status',
    cell: ({ state }) => <StateBadge of={stateWords(state)} />,
  },
  { title: 'Log', cell: ({ logged }) => (logged ? 'Logged' : 'Pending') },
]

const Filters = () => {
  const [kind, setKind] = useParameter('kind')
  const [from, setFrom] = useParameter('from')
  const [until, setUntil] = useParameter('until')
  return (
    <div class="row bottom">
      <Select
        label="Kind"
        value={kind}
        onValue={setKind}
        options={[{ value: '', text: 'All' }, ...LABELED_KINDS.map((value) => ({ value, text: kindLabel(value) }))]}
      />
      <TextField label="From" type="date" value={from} onValue={setFrom} />
      <TextField label="Until" type="date" value={until} onValue={setUntil} />
    </div>
  )
}

const useReceipts = () => {
  const [kind] = useParameter('kind')
  const [from] = useParameter('from')
  const [until] = useParameter('until')
  const filters: ListReceiptsInput = {
    ...(kind === '' ? {} : { kind: kind as KindName }),
    from: startOfDay(from),
    until: startOfDay(until, 1),
  }
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['receipts', organization, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      receipts.listReceipts({ ...filters, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    next: ({ next_cursor }) => next_cursor,
  }))
  return { pages, isFiltered: Object.values(filters).some((value) => value !== undefined) }
}

const NoReceipts = () => (
  <Empty
    command={COMMAND}
    action={
      <LinkButton kind="primary" href="/images">
        Generate image
      </LinkButton>
    }
  >
    Your receipts appear here, for example of images, flows, imports and monthly credit statements. Generate an image to
    get the first one.
  </Empty>
)

export const ListPage = () => {
  const { pages, isFiltered } = useReceipts()
  return (
    <div class="stack">
      <PageHead
        title="Receipts"
        about="A receipt is a signed statement of what was created and when. Anyone can verify it without an account."
        actions={<LinkButton href="/receipts/check">Verify receipt</LinkButton>}
      />
      <Filters />
      <LoadedPages
        of={pages}
        itemsOf={(page) => page.receipts}
        empty={isFiltered ? <p class="second">No receipts match these filters.</p> : <NoReceipts />}
      >
        {(all) => <Table label="Receipts" rows={all} keyOf={({ hash }) => hash} columns={columns} />}
      </LoadedPages>
    </div>
  )
}
