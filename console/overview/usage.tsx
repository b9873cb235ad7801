import { type Column, Section, Table, Time } from '@signet/ui'
import { creditsQuery } from '../api/images.ts'
import { usageQuery } from '../api/usage.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'

interface Row {
  readonly meter: string
  readonly description: string
  readonly used: number
  readonly limit: number
  readonly resets: string
}

const usedShare = ({ used, limit }: Row): string => (limit === 0 ? '–' : `${Math.round((used / limit) * 100)}%`)

const columns: readonly Column<Row>[] = [
  {
    title: 'Quota',
    cell: ({ meter, description }) => (
      <>
        {meter}
        <div class="second small plain">{description}</div>
      </>
    ),
  },
  { title: 'Used', isNumber: true, cell: ({ used }) => used.toLocaleString('en') },
  { title: 'Limit', isNumber: true, cell: ({ limit }) => limit.toLocaleString('en') },
  { title: 'Share', isNumber: true, cell: usedShare },
  { title: 'Resets on', cell: ({ resets }) => <Time at={resets} now={serviceNow()} isDay /> },
]

export const Usage = () => {
  const credits = useOrganizationQuery(creditsQuery)
  const platform = useOrganizationQuery(usageQuery)
  return (
    <Section title="Usage" actions={<a href="/billing">View credits</a>}>
      <Loaded of={credits}>
        {({ cycle, balance }) => (
          <Loaded of={platform}>
            {({
              images,
              scaffolds,
              evidence_validations: validations,
              evidence_gap_fills: gapFills,
              cycle_ends_at: resets,
            }) => (
              <Table
                label="Usage"
                keyOf={({ meter }) => meter}
                columns={columns}
                rows={[
                  {
                    meter: 'Image credits',
                    description: `Image service and connected agents; ${formatCount(balance, 'credit')} available`,
                    used: cycle.used,
                    limit: cycle.limit,
                    resets: cycle.ends_at,
                  },
                  {
                    meter: 'Platform images',
                    description: 'Images from the platform API (POST /api/images/generate), of any quality tier',
                    ...images,
                    resets,
                  },
                  {
                    meter: 'Scaffolds',
                    description: 'One per flow, consultation, intake or signal analysis',
                    ...scaffolds,
                    resets,
                  },
                  {
                    meter: 'Evidence checks',
                    description: 'One per saved check or attestation',
                    ...validations,
                    resets,
                  },
                  {
                    meter: 'Gap fills',
                    description: 'Text revisions with assets from the library',
                    ...gapFills,
                    resets,
                  },
                ]}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}
