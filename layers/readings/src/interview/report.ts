import { compileScript, type ShelfDeck } from '../check/compile-script.ts'
import { indexOf } from '../decks/deck-index.ts'
import { namesIn } from '../facts/evaluate.ts'
import { factText } from '../facts/fact-text.ts'
import type { ReadingCard, ReadingQuestion } from '../record/reading.ts'
import { askableFacts } from '../subject/resolve-facts.ts'
import { markdownCode, markdownSection, markdownText } from '../text/markdown.ts'
import type { LoopEvent, LoopState } from './loop.ts'

const END_REASONS: Readonly<Record<string, string>> = {
  settled: 'No open question weighs more than 5 percent.',
  finished: 'The user ended the interview.',
  budget_ended: 'Its budget was used up.',
  expired: 'No answer arrived for 30 minutes; the earlier results remain valid.',
}

const STEPS_MAX = 20

/** Returns by fact the titles of the cards whose condition uses it. */
const decidedTitles = (
  shelf: readonly ShelfDeck[],
  decks: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> => {
  const titles = new Map<string, string[]>()
  for (const { slug, deck } of shelf) {
    if (!decks.has(slug)) continue
    for (const { card, when } of indexOf(deck).cards)
      for (const fact of when ? new Set(namesIn(when)) : []) titles.set(fact, [...(titles.get(fact) ?? []), card.title])
  }
  return titles
}

const TITLES_MAX = 3

const whyOf = (titles: readonly string[] = []): string => {
  if (titles.length === 0) return 'The script asks it.'
  const more = titles.length - TITLES_MAX
  const listedTitles = titles.slice(0, TITLES_MAX).map(markdownText).join('; ')
  return `It decides whether this applies: ${listedTitles}${more > 0 ? ` and ${more} more` : ''}.`
}

interface AnsweredQuestion {
  readonly fact: string
  readonly question: string
  readonly answer: string
}

/** Returns the answers in the order of the events, otherwise by name. */
const answersOf = (
  state: LoopState,
  shelf: readonly ShelfDeck[],
  events: readonly LoopEvent[],
): readonly AnsweredQuestion[] => {
  const compilation = compileScript(state.inputs.script, shelf)
  const questions = compilation.ok ? askableFacts(compilation.compiled) : new Map<string, never>()
  const givenFacts = state.inputs.state ?? {}
  const eventFacts = events.flatMap(({ type, data }) =>
    type === 'question' || type === 'answer' ? [String(data.fact)] : [],
  )
  const names = [...new Set([...eventFacts, ...[...Object.keys(givenFacts), ...state.declined].toSorted()])]
  return names.flatMap((fact) => {
    const question = questions.get(fact)?.question
    const isDeclined = state.declined.includes(fact)
    if (question === undefined || (!isDeclined && !Object.hasOwn(givenFacts, fact))) return []
    return [{ fact, question, answer: isDeclined ? 'not known' : factText(givenFacts[fact]) }]
  })
}

const askedLines = ({ fact, question, answer }: AnsweredQuestion, why: string, at: number): readonly string[] => [
  `${at + 1}. ${markdownText(question)} **${markdownText(answer)}** (${markdownCode(fact)})`,
  `   ${why}`,
]

const cardLines = ({ id, title, severity, why, applies, matched }: ReadingCard): readonly string[] => [
  `- **${markdownText(title)}** (${severity}, ${markdownCode(id)})${applies === 'unknown' ? ', not known yet whether it applies' : ''}`,
  `  ${markdownText(why)}${matched.length > 0 ? ` Named by: ${matched.map(markdownText).join(', ')}.` : ''}`,
]

const stepLines = (cards: readonly ReadingCard[]): readonly string[] =>
  cards
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
    .flatMap(({ advice, applies }) => advice.map((it) => ({ ...it, applies })))
    .slice(0, STEPS_MAX)
    .map((it) => {
      const action = it.applies === 'unknown' ? `If it applies: ${it.do}` : it.do
      return `- [ ] ${markdownText(action)} (${markdownText(it.owner)}). Done when: ${markdownText(it.done_when)}`
    })

const questionLine = ({ ask, fact }: ReadingQuestion): string => `- ${markdownText(ask)} (${markdownCode(fact)})`

const notDrawnLines = ({ reading }: LoopState, shelf: readonly ShelfDeck[]): readonly string[] =>
  Object.entries(reading.coverage).flatMap(([alias, { remaining }]) => {
    const name = reading.replay.decks.find((deck) => deck.alias === alias)?.name
    const cards = shelf.find(({ slug, deck }) => slug === name || deck.name === name)?.deck.cards ?? []
    return remaining.map((id) => {
      const title = cards.find((card) => card.id === id)?.title
      return `- ${title === undefined ? '' : `${markdownText(title)} `}(${markdownCode(id)}, ${markdownText(alias)})`
    })
  })

/**
 * Renders an interview as Markdown: questions and answers, applicable cards, next steps and open questions. `events`,
 * if available, give the order of the answers.
 */
export const interviewReport = (
  state: LoopState,
  shelf: readonly ShelfDeck[],
  events: readonly LoopEvent[] = [],
): string => {
  const { reading, inputs, questions, declined } = state
  const titles = decidedTitles(shelf, new Set(shelf.map(({ slug }) => slug)))
  const endReason = END_REASONS[state.reason ?? ''] ?? END_REASONS[state.state]
  const openQuestions = questions.filter(({ fact }) => !declined.includes(fact))
  const lines = [
    `# ${markdownText(reading.spread.title)}`,
    '',
    ...(inputs.intention ? [`> ${markdownText(inputs.intention)}`, ''] : []),
    `The interview is ${markdownText(state.state)} after ${state.used.ticks} ticks.${endReason === undefined ? '' : ` ${endReason}`}`,
    '',
    ...markdownSection(
      'Questions and answers',
      answersOf(state, shelf, events).flatMap((it, at) => askedLines(it, whyOf(titles.get(it.fact)), at)),
    ),
    ...markdownSection('Applicable cards', reading.cards.flatMap(cardLines)),
    ...markdownSection('Next steps', stepLines(reading.cards)),
    ...markdownSection('Applicable cards not drawn', notDrawnLines(state, shelf)),
    ...markdownSection('Open questions', openQuestions.map(questionLine)),
    `Seed ${reading.seed}, ${markdownCode(reading.engine)}.`,
  ]
  return `${lines.join('\n').trimEnd()}\n`
}
