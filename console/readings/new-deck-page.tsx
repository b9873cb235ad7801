import { PageHead } from '@signet/ui'
import { useParameter } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { draftOf, sampleDeckText } from './deck-draft.ts'
import { DeckEditor } from './deck-editor.tsx'
import { deckQuery } from './deck-query.ts'

const NextVersionEditor = ({ deckName }: { readonly deckName: string }) => {
  const deck = useOrganizationQuery(deckQuery, deckName)
  return (
    <Loaded of={deck} absent={<NotFound what="deck" back={{ href: '/readings/decks', text: 'Back to decks' }} />}>
      {(data) => <DeckEditor initialText={draftOf(data)} />}
    </Loaded>
  )
}

export const NewDeckPage = () => {
  const [deckName] = useParameter('from')
  return (
    <div class="stack">
      <PageHead
        title={deckName === '' ? 'New deck' : `Next version of ${deckName}`}
        about="A card asks one question and states why it matters, what to do and how to check the result."
      />
      {deckName === '' ? (
        <DeckEditor initialText={sampleDeckText()} />
      ) : (
        <NextVersionEditor key={deckName} deckName={deckName} />
      )}
    </div>
  )
}
