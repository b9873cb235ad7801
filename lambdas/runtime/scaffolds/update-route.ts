import { reply } from '@signet/contracts'
import { invalidInput, type Route, refusal, route } from '@signet/kernel'
import { type Card, type Deck, deckSha256, loadDeck } from '@signet/readings'
import {
  type Answers,
  type DeckUsed,
  updateScaffold as mergeFiles,
  patternVersions,
  type ScaffoldInput,
  ScaffoldInputError,
  scaffold,
} from '@signet/scaffolds'
import { updateScaffold } from '../contract/scaffolds.ts'

interface ProjectFile {
  readonly path: string
}

const NON_CANONICAL_SEGMENTS: readonly string[] = ['', '.', '..']

/** Returns true for a path inside the project folder, without `.`, `..`, empty segments or control characters. */
const isInProject = (path: string): boolean =>
  path.isWellFormed() &&
  !/\p{Cc}/u.test(path) &&
  !path.split('/').some((segment) => NON_CANONICAL_SEGMENTS.includes(segment))

/**
 * Returns the problems of the paths of a project. Duplicate paths are refused, because one file would silently replace
 * the other.
 */
export const pathProblems = (
  files: readonly ProjectFile[],
): readonly { readonly field: string; readonly message: string }[] => {
  const paths = new Set<string>()
  return files.flatMap(({ path }, at) => {
    const field = `files.${at}.path`
    if (!isInProject(path)) return [{ field, message: 'must be a path in the project' }]
    if (paths.has(path)) return [{ field, message: `repeats the path ${path}` }]
    paths.add(path)
    return []
  })
}

type ScaffoldAnswers = Pick<
  Answers,
  'intention' | 'workerName' | 'pattern' | 'traits' | 'entities' | 'target' | 'seed'
> & {
  readonly classification?: Answers['classification'] | undefined
}

interface Decks {
  readonly decks: readonly Deck[]
  readonly used: NonNullable<ScaffoldInput['decks']>
}

const unknownVersion = (pattern: string, version: string, versions: readonly string[]) =>
  refusal(
    'unknown_pattern_version',
    `Version ${version} of pattern ${pattern} does not exist; use one of ${versions.join(', ')}`,
    {
      extras: { known: [...versions] },
    },
  )

const cardsOf = (decks: readonly Deck[], ids: readonly string[]): readonly Card[] =>
  ids.flatMap((id) => decks.flatMap(({ cards }) => cards.filter((card) => card.id === id)).slice(0, 1))

const inputOf = (answers: ScaffoldAnswers, { decks, used }: Decks, ids: readonly string[]): ScaffoldInput => {
  const { intention, workerName, pattern, traits, entities, target, seed, classification } = answers
  // The scaffold rejects unknown traits and targets.
  const uncheckedFields = { pattern, traits, target } as Pick<ScaffoldInput, 'pattern' | 'traits' | 'target'>
  const description = { intention, workerName, entities, seed, ...(classification && { classification }) }
  return { ...uncheckedFields, ...description, cards: cardsOf(decks, ids), decks: used }
}

const unknownDeck = (at: number, name: string, version: string) =>
  invalidInput([{ field: `answers.decks.${at}`, message: `is not a built-in deck: ${name}@${version}` }])

interface UpdateDecks {
  readonly recorded: readonly Deck[]
  readonly newest: readonly Deck[]
}

type ProjectFiles = Parameters<typeof mergeFiles>[0]['ours']
type AnswersWithDecks = ScaffoldAnswers & { readonly decks: readonly unknown[] }

const newestUse = (used: DeckUsed, deck: Deck | undefined): DeckUsed =>
  deck === undefined ? used : { ...used, version: deck.version, sha256: deckSha256(deck) }

const mergeProject = (
  answers: AnswersWithDecks,
  projectFiles: ProjectFiles,
  ids: readonly string[],
  { recorded, newest }: UpdateDecks,
) => {
  const used = answers.decks as NonNullable<ScaffoldInput['decks']>
  const newestUsed = used.map((deck, at) => newestUse(deck, newest[at]))
  try {
    const base = scaffold(inputOf(answers, { decks: recorded, used }, ids)).files
    const theirs = scaffold(inputOf(answers, { decks: newest, used: newestUsed }, ids)).files
    return reply(200, { files: mergeFiles({ base, theirs, ours: projectFiles }).map((file) => ({ ...file })) })
  } catch (error) {
    if (error instanceof ScaffoldInputError)
      return invalidInput([{ field: `answers.${error.field}`, message: error.message }])
    throw error
  }
}

/**
 * `POST /scaffold/update`: renders the original and the newest version of the scaffold, and merges the changes into the
 * caller's files.
 */
export const updateRoute = (): Route =>
  route(updateScaffold, async ({ body: { answers, files } }) => {
    const problems = pathProblems(files)
    if (problems.length > 0) return invalidInput(problems)
    const { pattern, pattern_version: version, cards, ...otherAnswers } = answers
    const versions = patternVersions(pattern)
    if (versions.length === 0)
      return invalidInput([{ field: 'answers.pattern', message: `${pattern} is not a pattern` }])
    if (!versions.includes(version)) return unknownVersion(pattern, version, versions)
    const recorded = await Promise.all(
      otherAnswers.decks.map(({ name, version: deckVersion }) => loadDeck(name, deckVersion)),
    )
    const missingDeck = recorded.indexOf(undefined)
    if (missingDeck >= 0)
      return unknownDeck(
        missingDeck,
        otherAnswers.decks[missingDeck]?.name ?? '',
        otherAnswers.decks[missingDeck]?.version ?? '',
      )
    const newest = await Promise.all(otherAnswers.decks.map(({ name }) => loadDeck(name)))
    return mergeProject({ ...otherAnswers, pattern }, files, cards, {
      recorded: recorded as Deck[],
      newest: newest as Deck[],
    })
  })
