import { Section, Table, Time } from '@signet/ui'
import type { RoleMemory } from '../api/consultations.ts'
import { serviceNow } from '../transport/clock.ts'
import { factName, valueText } from './advice-words.ts'

type MemoryZones = RoleMemory['zones']

const ConfirmedFacts = ({ facts }: { readonly facts: MemoryZones['identity'] }) => (
  <Section title="Confirmed facts">
    {facts.length === 0 ? (
      <p class="second">Facts appear here after two consultations confirm them.</p>
    ) : (
      <Table
        label="Confirmed facts"
        rows={facts}
        keyOf={({ fact }) => fact}
        columns={[
          { title: 'Fact', cell: ({ fact }) => factName(fact) },
          { title: 'Value', cell: ({ value }) => valueText(value) },
          { title: 'Confirmations', isNumber: true, cell: ({ seen }) => seen },
          { title: 'Since', cell: ({ since }) => <Time at={since} now={serviceNow()} /> },
        ]}
      />
    )}
  </Section>
)

const RecurringFindings = ({ insights }: { readonly insights: MemoryZones['metaInsight'] }) => (
  <Section title="Recurring findings">
    {insights.length === 0 ? (
      <p class="second">Findings appear here when three of the last ten consultations drew the same card.</p>
    ) : (
      <Table
        label="Recurring findings"
        rows={insights}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Finding', cell: ({ text }) => text },
          { title: 'Count', isNumber: true, cell: ({ seen }) => seen },
          {
            title: 'Consultations',
            cell: ({ from }) => (
              <span class="row">
                {from.map((hash) => (
                  <a key={hash} href={`/consultations/${hash}`}>
                    {hash.slice(0, 8)}
                  </a>
                ))}
              </span>
            ),
          },
        ]}
      />
    )}
  </Section>
)

const Cards = ({
  title,
  ids,
  titleOf,
}: {
  readonly title: string
  readonly ids: readonly string[]
  readonly titleOf: (id: string) => string
}) => (
  <details>
    <summary>
      {title} ({ids.length})
    </summary>
    <ul class="bullets options">
      {ids.map((id) => (
        <li key={id}>{titleOf(id)}</li>
      ))}
    </ul>
  </details>
)

export const Zones = ({
  zones,
  titleOf,
}: {
  readonly zones: MemoryZones
  readonly titleOf: (id: string) => string
}) => (
  <>
    <ConfirmedFacts facts={zones.identity} />
    <RecurringFindings insights={zones.metaInsight} />
    <Section title="Deck (set of cards)">
      <Cards title="Remaining cards" ids={zones.deck} titleOf={titleOf} />
      <Cards title="Drawn cards, newest last" ids={zones.discard} titleOf={titleOf} />
    </Section>
  </>
)
