import { type Column, Empty, LinkButton, Section, Table, Time } from '@signet/ui'
import { images, type TenantUsage } from '../api/images.ts'
import { LoadedPages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { entryChange, entryWords } from './bucket-words.ts'

type Entry = TenantUsage['entries'][number]

const signedNumber = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' })

const columns: readonly Column<Entry>[] = [
  {
    title: 'Entry',
    cell: ({ type, ref }) =>
      (type === 'capture' || type === 'release') && ref ? (
        <a href={`/images/${ref}`}>{entryWords(type)}</a>
      ) : (
        entryWords(type)
      ),
  },
  { title: 'Credits', isNumber: true, cell: (entry) => signedNumber.format(entryChange(entry)) },
  { title: 'Date', cell: ({ at }) => <Time at={at} now={serviceNow()} /> },
]

export const Statement = () => {
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['statement', organization],
    queryFn: ({ pageParam, signal }) =>
      images.getTenantUsage({ id: organization, limit: 50, cursor: pageParam }, { signal }),
    next: ({ next_cursor }) => next_cursor,
  }))
  return (
    <Section title="Statement">
      <LoadedPages
        of={pages}
        itemsOf={({ entries }) => entries}
        empty={
          <Empty action={<LinkButton href="/images">Generate image</LinkButton>}>
            Credit purchases and charges appear here. Generate an image to create the first entry.
          </Empty>
        }
      >
        {(entries) => (
          <Table
            label="Statement"
            rows={entries}
            keyOf={({ type, ref, at }) => `${type}-${ref}-${at}`}
            columns={columns}
          />
        )}
      </LoadedPages>
    </Section>
  )
}
