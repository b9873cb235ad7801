import { reply } from '@signet/contracts'
import { invalidInput, type Refusal, type Route, refusal, route } from '@signet/kernel'
import { type Card, type Deck, deckSha256, loadDeck } from '@signet/readings'
import {
  type Answers,
  type DeckUsed,
  type PatternId,
  patternVersions,
  type ScaffoldInput,
  ScaffoldInputError,
  scaffold,
  updateScaffold as updated,
} from '@signet/scaffolds'
import { updateScaffold } from '../contract/scaffolds.ts'

/** What is known of a scaffold by its answers. */
type Told = Pick<Answers, 'intention' | 'workerName' | 'pattern' | 'traits' | 'entities' | 'target' | 'seed'>

interface Decks {
  readonly decks: readonly Deck[]
  readonly used: NonNullable<ScaffoldInput['decks']>
}

const unknownVersion = (pattern: string, version: string, known: readonly string[]) =>
  refusal('unknown_pattern_version', `Pattern ${pattern} has no version ${version}; there is ${known.join(', ')}`, {
    extras: { known: [...known] },
  })

/** The cards of those ids that the decks still have. */
const cardsOf = (decks: readonly Deck[], ids: readonly string[]): readonly Card[] =>
  ids.flatMap((id) => decks.flatMap(({ cards }) => cards.filter((card) => card.id === id)).slice(0, 1))

const inputOf = (told: Told, { decks, used }: Decks, ids: readonly string[]): ScaffoldInput => {
  const { intention, workerName, pattern, traits, entities, target, seed } = told
  return {
    ...{
      intention,
      workerName,
      pattern: pattern as PatternId,
      entities,
      seed,
      cards: cardsOf(decks, ids),
      decks: used,
    },
    ...{
      traits: traits as NonNullable<ScaffoldInput['traits']>,
      target: target as NonNullable<ScaffoldInput['target']>,
    },
  }
}

const noDeck = (at: number, name: string, version: string) =>
  invalidInput([{ field: `answers.decks.${at}`, message: `is no deck of ours: ${name}@${version}` }])

interface TwoShelves {
  readonly recorded: readonly Deck[]
  readonly newest: readonly Deck[]
}

type Files = Parameters<typeof updated>[0]['ours']
type ToldWithDecks = Told & { readonly decks: readonly unknown[] }

/** The same deck as it is now. */
const nowOf = (used: DeckUsed, deck: Deck | undefined): DeckUsed =>
  deck === undefined ? used : { ...used, version: deck.version, sha256: deckSha256(deck) }

const merged = (told: ToldWithDecks, ours: Files, ids: readonly string[], { recorded, newest }: TwoShelves) => {
  const used = told.decks as NonNullable<ScaffoldInput['decks']>
  const now = used.map((deck, at) => nowOf(deck, newest[at]))
  try {
    const base = scaffold(inputOf(told, { decks: recorded, used }, ids)).files
    const theirs = scaffold(inputOf(told, { decks: newest, used: now }, ids)).files
    return reply(200, { files: updated({ base, theirs, ours }).map((file) => ({ ...file })) })
  } catch (error) {
    if (error instanceof ScaffoldInputError)
      return invalidInput([{ field: `answers.${error.field}`, message: error.message }]) as Refusal<'invalid_input'>
    throw error
  }
}

/** `POST /scaffold/update` (runtime.md 5): base and newest are rendered anew, and merged into what the caller has. */
export const updateRoute = (): Route =>
  route(updateScaffold, async ({ body: { answers, files } }) => {
    const { pattern, pattern_version: version, cards, ...told } = answers
    const known = patternVersions(pattern)
    if (known.length === 0) return invalidInput([{ field: 'answers.pattern', message: `${pattern} is no pattern` }])
    if (!known.includes(version)) return unknownVersion(pattern, version, known)
    const recorded = await Promise.all(told.decks.map(({ name, version: of }) => loadDeck(name, of)))
    const gone = recorded.indexOf(undefined)
    if (gone >= 0) return noDeck(gone, told.decks[gone]?.name ?? '', told.decks[gone]?.version ?? '')
    const newest = await Promise.all(told.decks.map(({ name }) => loadDeck(name)))
    return merged({ ...told, pattern }, files, cards, { recorded: recorded as Deck[], newest: newest as Deck[] })
  })
