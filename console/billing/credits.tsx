import { type Column, Section, Table, Time } from '@signet/ui'
import { creditsQuery, type TenantUsage } from '../api/images.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { bucketWords } from './bucket-words.ts'

type Bucket = TenantUsage['buckets'][number]

const columns: readonly Column<Bucket>[] = [
  { title: 'Source', cell: ({ name }) => bucketWords(name) },
  { title: 'Remaining', isNumber: true, cell: ({ credits }) => credits.toLocaleString('en') },
  {
    title: 'Expires',
    cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Time at={expires_at} now={serviceNow()} isDay />),
  },
]

export const Credits = () => {
  const usage = useOrganizationQuery(creditsQuery)
  return (
    <Section title="Image credits">
      <Loaded of={usage}>
        {({ balance, held, owed, lost_at_cycle_end, cycle, buckets }) => (
          <>
            <p>
              {formatCount(balance, 'credit')} available
              {held > 0 && `, ${held.toLocaleString('en')} more reserved for images in progress`}
              {owed > 0 && `, ${owed.toLocaleString('en')} to be deducted from future credits because of a refund`}.
              {lost_at_cycle_end > 0 && (
                <>
                  {' '}
                  {formatCount(lost_at_cycle_end, 'credit')} {lost_at_cycle_end === 1 ? 'expires' : 'expire'} on{' '}
                  <Time at={cycle.ends_at} now={serviceNow()} isDay />.
                </>
              )}
            </p>
            <Table
              label="Credits by source"
              rows={buckets.filter(({ credits }) => credits > 0)}
              keyOf={({ name }) => name}
              columns={columns}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}
