import { Badge, type Column, LinkButton, PageHead, Table } from '@signet/ui'
import { type ListedDeck, runtime } from '../api/runtime.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { ReadingTabs } from './reading-tabs.tsx'

const columns: readonly Column<ListedDeck>[] = [
  { title: 'Deck', cell: ({ name }) => <a href={`/readings/decks/${name}`}>{name}</a> },
  { title: 'Newest version', cell: ({ version }) => version },
  {
    title: 'Owner',
    cell: ({ origin }) =>
      origin === 'organization' ? <Badge tone="accent">Your organization</Badge> : <Badge>Built in</Badge>,
  },
]

export const DecksPage = () => {
  const decks = useOrganizationQuery((organization) => ({
    queryKey: ['readings', organization, 'decks'],
    queryFn: async ({ signal }) => (await runtime.listDecks({}, { signal })).decks,
  }))
  return (
    <div class="stack">
      <PageHead
        title="Decks"
        about="A deck is a set of cards, and a card is one expert check. Your decks override built-in decks of the same name."
        actions={
          <LinkButton kind="primary" href="/readings/decks/new">
            Create deck
          </LinkButton>
        }
      />
      <ReadingTabs current="/readings/decks" />
      <Loaded of={decks}>
        {(all) => <Table label="Decks" rows={all} keyOf={({ name }) => name} columns={columns} />}
      </Loaded>
    </div>
  )
}
