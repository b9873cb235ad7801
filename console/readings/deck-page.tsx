import { Badge, type Column, Facts, LinkButton, PageHead, Section, Select, Table, Time } from '@signet/ui'
import { useRoute } from 'preact-iso'
import type { Card, RegisteredDeck } from '../api/runtime.ts'
import { useParameter } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { capitalize } from '../session/capitalize.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { deckQuery } from './deck-query.ts'
import { SEVERITY_TONES } from './severity-tones.ts'

const columns: readonly Column<Card>[] = [
  { title: 'Card', cell: ({ title }) => title },
  { title: 'Question', cell: ({ question }) => question },
  {
    title: 'Severity',
    cell: ({ severity }) => <Badge tone={SEVERITY_TONES[severity]}>{capitalize(severity)}</Badge>,
  },
  { title: 'Condition', cell: ({ when }) => (when === undefined ? 'Always' : <code>{when}</code>) },
]

const Versions = ({ deck: { versions, version } }: { readonly deck: RegisteredDeck }) => {
  const [, setVersion] = useParameter('version')
  return versions.length < 2 ? null : (
    <Select
      label="Version"
      value={version}
      onValue={setVersion}
      options={versions.map((each) => ({ value: each.version, text: each.version }))}
    />
  )
}

const DeckView = ({ deck }: { readonly deck: RegisteredDeck }) => {
  const [newest] = deck.versions
  return (
    <div class="stack">
      <PageHead
        title={deck.title}
        about={deck.description}
        actions={
          <LinkButton href={`/readings/decks/new?from=${deck.name}`}>
            {newest?.at ? 'Create next version' : 'Customize deck'}
          </LinkButton>
        }
      />
      <Versions deck={deck} />
      <Section title="Details" isCard>
        <Facts
          facts={[
            ['Reference for scripts', <code key="name">{`${deck.name}@${deck.version}`}</code>],
            ['License', deck.license],
            ['SHA-256', <code key="sha">{deck.sha256}</code>],
            ['Registered', newest?.at ? <Time key="at" at={newest.at} now={serviceNow()} /> : 'Built in'],
          ]}
        />
      </Section>
      <Section title={formatCount(deck.cards.length, 'card')}>
        <Table label="Cards" rows={deck.cards} keyOf={({ id }) => id} columns={columns} />
      </Section>
    </div>
  )
}

export const DeckPage = () => {
  const { params } = useRoute()
  const [version] = useParameter('version')
  const deck = useOrganizationQuery(deckQuery, params.slug ?? '', version)
  return (
    <Loaded of={deck} absent={<NotFound what="deck" back={{ href: '/readings/decks', text: 'Back to decks' }} />}>
      {(data) => <DeckView deck={data} />}
    </Loaded>
  )
}
