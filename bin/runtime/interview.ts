import type { Runtime } from './client.ts'
import type { FactValue, Question } from './facts.ts'
import type { Card, Reading } from './reading.ts'

export interface AnsweredQuestion extends Question {
  readonly why: string
  readonly answer: FactValue
}

export interface ConditionalCard {
  readonly title: string
  readonly when: string
}

/** A question must decide more than this percentage of the weight of all cards that can be drawn. */
const MIN_WEIGHT_PERCENT = 5
const TITLES_MAX = 3

type Draws = Pick<Reading, 'trace' | 'positions'> & {
  readonly cards: readonly Pick<Card, 'deck' | 'id' | 'position' | 'weight'>[]
}

/** Sums the weight of all cards that a draw can take: the drawn cards and the other candidates. */
export const totalWeightOf = ({ trace, positions, cards }: Draws): number => {
  const weights = new Map(cards.map(({ deck, id, weight }) => [`${deck}/${id}`, weight]))
  for (const { position, candidates } of trace) {
    const drawn = cards.filter((card) => card.position === position)
    for (const { id, weight } of candidates) {
      const deck = drawn.find((card) => card.id === id)?.deck ?? drawn[0]?.deck
      weights.set(`${deck}/${id}`, weight)
    }
  }
  return positions.length === 0 ? 0 : [...weights.values()].reduce((sum, weight) => sum + weight, 0)
}

/**
 * Returns the open question with the largest weight; undefined if the remaining weights are too small. The service
 * returns questions by descending weight.
 */
export const nextQuestion = (
  reading: Draws & Pick<Reading, 'questions'>,
  answers: readonly AnsweredQuestion[],
): Question | undefined => {
  const totalWeight = totalWeightOf(reading)
  return reading.questions.find(
    ({ fact, decides }) =>
      decides > 0 &&
      decides * 100 > totalWeight * MIN_WEIGHT_PERCENT &&
      !answers.some((answer) => answer.fact === fact),
  )
}

interface Deck {
  readonly cards: readonly { readonly title: string; readonly when?: string }[]
}

export const conditionalCards = async (runtime: Runtime, { replay }: Reading): Promise<readonly ConditionalCard[]> => {
  const decks = await Promise.all(
    replay.decks.map(({ name, version }) =>
      runtime.call<Deck>('GET', `/decks/registry/${encodeURIComponent(name)}?version=${encodeURIComponent(version)}`),
    ),
  )
  return decks.flatMap(({ cards }) => cards.flatMap(({ title, when }) => (when === undefined ? [] : [{ title, when }])))
}

export const questionReason = ({ fact, decides }: Question, cards: readonly ConditionalCard[]): string => {
  const factPattern = new RegExp(`(?<![a-z0-9_.])${fact}(?![a-z0-9_])`)
  const titles = cards.filter(({ when }) => factPattern.test(when)).map(({ title }) => title)
  if (titles.length === 0) return `It decides over a weight of ${decides}.`
  const more = titles.length > TITLES_MAX ? ` and ${titles.length - TITLES_MAX} more` : ''
  return `It decides whether this applies: ${titles.slice(0, TITLES_MAX).join('; ')}${more}.`
}

const cardKey = ({ position, id }: Card): string => `${position}/${id}`

export const drawChanges = (before: Reading | undefined, { positions, cards }: Reading): string => {
  const earlier = before?.cards ?? []
  const earlierKeys = new Set(earlier.map(cardKey))
  const keys = new Set(cards.map(cardKey))
  const added = cards.filter((card) => !earlierKeys.has(cardKey(card)))
  const removed = earlier.filter((card) => !keys.has(cardKey(card)))
  const open = positions.filter(({ status }) => status === 'open').length
  return [
    ...added.map(
      ({ title, severity, applies }) => `  + ${title} (${severity}${applies === 'unknown' ? ', if it applies' : ''})\n`,
    ),
    ...removed.map(({ title }) => `  - ${title}\n`),
    ...(added.length + removed.length === 0 ? ['  (the same cards)\n'] : []),
    ...(open > 0 && before === undefined ? [`  ${open} of ${positions.length} positions need answers\n`] : []),
  ].join('')
}

const factText = (value: FactValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : `${value}`
}

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|!]/g, '\\$&').replaceAll(/\s+/g, ' ')

export interface Interview {
  readonly reading: Reading
  readonly answers: readonly AnsweredQuestion[]
  /** True if no important question is open; false if the user ended the interview. */
  readonly isSettled: boolean
}

/** Writes the report of an interview: the questions with reasons, then the last reading. */
export const reportOf = ({ reading, answers, isSettled }: Interview, intention: string): string => {
  const [heading = '', ...following] = reading.output.trim().split('\n')
  // Without the quote of the intention, which the report has above.
  const body = following.join('\n').replace(/^\n+(?:> [^\n]*\n+)?/, '')
  const questions = answers.flatMap(({ ask, fact, answer, why }, index) => [
    `${index + 1}. ${escapeMarkdown(ask)} **${answer === 'unknown' ? 'not known' : escapeMarkdown(factText(answer))}** (\`${fact}\`)`,
    `   ${escapeMarkdown(why)}`,
  ])
  const ending = isSettled
    ? `No open question weighs more than ${MIN_WEIGHT_PERCENT} percent.`
    : 'The interview ended before all important questions were answered.'
  return [
    heading,
    '',
    `> ${escapeMarkdown(intention)}`,
    '',
    '## Questions and answers',
    '',
    ...(questions.length === 0 ? ['No questions: the intention and the supplied facts decide everything.'] : questions),
    '',
    ending,
    '',
    body,
    '',
    `Seed ${reading.seed}, \`${reading.engine}\`.`,
    '',
  ].join('\n')
}
