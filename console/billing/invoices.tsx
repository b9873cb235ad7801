import { type Column, Empty, Section, Table, Time } from '@signet/ui'
import { billing, type ListInvoicesOutput } from '../api/billing.ts'
import { moneyOf } from '../session/amounts.ts'
import { capitalize } from '../session/capitalize.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'

type Invoice = ListInvoicesOutput['invoices'][number]

const columns: readonly Column<Invoice>[] = [
  { title: 'Date', cell: ({ date }) => <Time at={date} now={serviceNow()} isDay /> },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => moneyOf(amount, currency) },
  { title: 'Status', cell: ({ status }) => capitalize(status) },
  {
    title: 'Details',
    cell: ({ url }) =>
      url ? (
        <a href={url} target="_blank" rel="noopener">
          Open in Stripe
        </a>
      ) : (
        'None'
      ),
  },
]

export const Invoices = () => {
  const invoices = useOrganizationQuery((organization) => ({
    queryKey: ['invoices', organization],
    queryFn: async ({ signal }) => (await billing.listInvoices({}, { signal })).invoices,
  }))
  return (
    <Section title="Invoices">
      <Loaded of={invoices} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <Empty>Invoices appear here after your first payment. Credit packs are listed in the statement.</Empty>
          ) : (
            <Table label="Invoices" rows={all} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </Section>
  )
}
