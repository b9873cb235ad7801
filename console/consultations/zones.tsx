import { Section, Table, Time } from '@signet/ui'
import type { RoleMemory } from '../api/consultations.ts'
import { serviceNow } from '../transport/clock.ts'
import { factName, valueText } from './advice-words.ts'

type Memory = RoleMemory['zones']

const Identity = ({ of: facts }: { readonly of: Memory['identity'] }) => (
  <Section title="Facts that were told twice">
    {facts.length === 0 ? (
      <p class="second">None yet: a fact counts once two consultations agree on it.</p>
    ) : (
      <Table
        label="Facts that were told twice"
        rows={facts}
        keyOf={({ fact }) => fact}
        columns={[
          { title: 'Fact', cell: ({ fact }) => factName(fact) },
          { title: 'Value', cell: ({ value }) => valueText(value) },
          { title: 'Times', isNumber: true, cell: ({ seen }) => seen },
          { title: 'Since', cell: ({ since }) => <Time at={since} now={serviceNow()} /> },
        ]}
      />
    )}
  </Section>
)

const Insights = ({ of: insights }: { readonly of: Memory['metaInsight'] }) => (
  <Section title="What comes up again and again">
    {insights.length === 0 ? (
      <p class="second">Nothing yet: a card counts once it came up in three of the last ten consultations.</p>
    ) : (
      <Table
        label="What comes up again and again"
        rows={insights}
        keyOf={({ id }) => id}
        columns={[
          { title: 'What', cell: ({ text }) => text },
          { title: 'Times', isNumber: true, cell: ({ seen }) => seen },
          {
            title: 'In',
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

export const Zones = ({ of: zones, titleOf }: { readonly of: Memory; readonly titleOf: (id: string) => string }) => (
  <>
    <Identity of={zones.identity} />
    <Insights of={zones.metaInsight} />
    <Section title="Its cards">
      <Cards title="Not drawn since the shuffle" ids={zones.deck} titleOf={titleOf} />
      <Cards title="Drawn since the shuffle, the newest last" ids={zones.discard} titleOf={titleOf} />
    </Section>
  </>
)
