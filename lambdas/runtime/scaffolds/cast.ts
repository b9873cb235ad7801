import { definedMembers } from '@signet/kernel'
import { type Card, loadShelf, runReading, type ShelfDeck, spreadOfName } from '@signet/readings'
import {
  type Answers,
  type Intended,
  intended,
  type PatternId,
  requireInput,
  type ScaffoldInput,
} from '@signet/scaffolds'
import type { CodegenBody } from '../contract/scaffold-schemas.ts'

const CAST = 'scaffold-cast'

const cardsOf = (shelf: readonly ShelfDeck[], drawn: readonly { readonly id: string }[]): readonly Card[] =>
  drawn.flatMap(({ id }) => shelf.flatMap(({ deck }) => deck.cards.filter((card) => card.id === id)).slice(0, 1))

/**
 * Draws the threats and decisions of a scaffold (runtime.md 5).
 * @throws Error if the built-in spread cannot run
 */
const drawn = async (intention: string, { traits }: Intended, seed: number | undefined) => {
  const spread = spreadOfName(CAST)
  if (spread === undefined) throw new Error(`The spread ${CAST} does not exist`)
  const { script, ...named } = spread
  const shelf = await loadShelf(script)
  const given = { script, spread: named, intention, traits, lenient: true, ...(seed !== undefined && { seed }) }
  const outcome = runReading(given, shelf)
  if (!outcome.ok) throw new Error(`${CAST} failed: ${JSON.stringify(outcome.refusal)}`)
  const { reading } = outcome
  return { seed: reading.seed, decks: reading.replay.decks, cards: cardsOf(shelf, reading.cards) }
}

type CastRequest = Pick<
  CodegenBody,
  'intention' | 'workerName' | 'target' | 'projectType' | 'pattern' | 'traits' | 'entities' | 'seed' | 'answers'
>

/** The members of a request, with defaults from the answers of an earlier scaffold. */
const withAnswers = ({ answers, ...asked }: CastRequest) => ({
  intention: asked.intention,
  workerName: asked.workerName ?? answers?.workerName,
  target: asked.target ?? (answers?.target as Answers['target'] | undefined) ?? 'aws',
  pattern: asked.pattern ?? (answers?.pattern as PatternId | undefined),
  traits: { ...answers?.traits, ...asked.traits },
  seed: asked.seed ?? answers?.seed,
  entities: asked.entities ?? answers?.entities,
  projectType: asked.projectType,
})

/**
 * Derives pattern and traits from the intention and draws its cards. The same request has the same input. Uses no model
 * and no memory.
 * @throws ScaffoldInputError for an unusable member
 */
export const castScaffold = async (asked: CastRequest) => {
  const { intention, workerName, target, pattern, traits, seed, entities, projectType } = withAnswers(asked)
  const wanted = definedMembers({ intention, traits, pattern, entities, projectType })
  const read = intended(wanted)
  const about = {
    intention,
    pattern: read.pattern,
    traits: read.traits,
    entities: read.entities,
    target: target as NonNullable<ScaffoldInput['target']>,
    // A caller that names the pattern needs no classification.
    ...(pattern === undefined && { classification: read.classification }),
    ...(workerName !== undefined && { workerName }),
  }
  requireInput({ ...about, seed: seed ?? 0 })
  const { cards, decks, seed: chosen } = await drawn(intention, read, seed)
  return { read, input: { ...about, seed: chosen, cards, decks } }
}
