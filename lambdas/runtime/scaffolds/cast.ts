import { definedMembers } from '@signet/kernel'
import { type Card, loadShelf, runReading, type ShelfDeck, spreadOfName } from '@signet/readings'
import {
  type Answers,
  type InterpretedIntention,
  interpretIntention,
  type PatternId,
  requireInput,
  type ScaffoldInput,
} from '@signet/scaffolds'
import type { CodegenBody } from '../contract/scaffold-schemas.ts'

const SCAFFOLD_SPREAD = 'scaffold-cast'

const cardsOf = (shelf: readonly ShelfDeck[], drawn: readonly { readonly id: string }[]): readonly Card[] =>
  drawn.flatMap(({ id }) => shelf.flatMap(({ deck }) => deck.cards.filter((card) => card.id === id)).slice(0, 1))

/**
 * Draws the threats and decisions of a scaffold.
 * @throws Error if the built-in spread cannot run
 */
const drawCards = async (intention: string, { traits }: InterpretedIntention, seed: number | undefined) => {
  const spread = spreadOfName(SCAFFOLD_SPREAD)
  if (spread === undefined) throw new Error(`The spread ${SCAFFOLD_SPREAD} does not exist`)
  const { script, ...spreadInfo } = spread
  const shelf = await loadShelf(script)
  const readingInput = {
    script,
    spread: spreadInfo,
    intention,
    traits,
    lenient: true,
    ...(seed !== undefined && { seed }),
  }
  const outcome = runReading(readingInput, shelf)
  if (!outcome.ok) throw new Error(`${SCAFFOLD_SPREAD} failed: ${JSON.stringify(outcome.refusal)}`)
  const { reading } = outcome
  return { seed: reading.seed, decks: reading.replay.decks, cards: cardsOf(shelf, reading.cards) }
}

type CastRequest = Pick<
  CodegenBody,
  'intention' | 'workerName' | 'target' | 'projectType' | 'pattern' | 'traits' | 'entities' | 'seed' | 'answers'
>

/** Returns the fields of a request, with defaults from the answers of an earlier scaffold. */
const withAnswers = ({ answers, ...request }: CastRequest) => ({
  intention: request.intention,
  workerName: request.workerName ?? answers?.workerName,
  target: request.target ?? (answers?.target as Answers['target'] | undefined) ?? 'aws',
  pattern: request.pattern ?? (answers?.pattern as PatternId | undefined),
  traits: { ...answers?.traits, ...request.traits },
  seed: request.seed ?? answers?.seed,
  entities: request.entities ?? answers?.entities,
  projectType: request.projectType,
})

/**
 * Derives pattern and traits from the intention and draws its cards. The same request gives the same input. Uses no
 * model and no memory.
 * @throws ScaffoldInputError for an invalid field
 */
export const castScaffold = async (request: CastRequest) => {
  const { intention, workerName, target, pattern, traits, seed, entities, projectType } = withAnswers(request)
  const intentionInput = definedMembers({ intention, traits, pattern, entities, projectType })
  const interpreted = interpretIntention(intentionInput)
  const description = {
    intention,
    pattern: interpreted.pattern,
    traits: interpreted.traits,
    entities: interpreted.entities,
    target: target as NonNullable<ScaffoldInput['target']>,
    // A caller that names the pattern needs no classification.
    ...(pattern === undefined && { classification: interpreted.classification }),
    ...(workerName !== undefined && { workerName }),
  }
  // Validates the input before cards are drawn. A missing seed is derived only by the draw, so 0 replaces it here.
  requireInput({ ...description, seed: seed ?? 0 })
  const { cards, decks, seed: drawnSeed } = await drawCards(intention, interpreted, seed)
  return { interpreted, input: { ...description, seed: drawnSeed, cards, decks } }
}
