import type { CompiledScript } from '../check/compile-script.ts'
import type { Card } from '../decks/card.ts'
import type { TraceEntry } from '../record/reading.ts'
import type { OpenQuestion, Option } from './agent-run.ts'
import { type FoundCard, indexedCard } from './findings.ts'

/** Changes of data, payments, launches and retirements cannot be undone. */
const isReversible = ({ element, phase }: Card): boolean =>
  element !== 'data' && element !== 'money' && phase !== 'launch' && phase !== 'retire'

const optionOf = (card: Card, against: readonly string[]): Omit<Option, 'id'> => {
  const [advice] = card.advice
  return {
    title: advice?.do ?? card.title,
    for: [card.why, ...(advice ? [`It is done when ${advice.done_when}`] : [])],
    against: [...against, `Not needed when ${card.not_when}`],
    reversible: isReversible(card),
  }
}

const runnerUp = (
  trace: readonly TraceEntry[],
  drawnIds: ReadonlySet<string>,
  compiled: CompiledScript,
): Card | undefined => {
  const candidates = trace.findLast(({ position }) => position === 'option')?.candidates ?? []
  const [next] = candidates
    .filter(({ id }) => !drawnIds.has(id))
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
  return next && indexedCard(compiled, 'own', next.id)?.card
}

/**
 * Returns at most three options: that of the drawn card, that of the next candidate, and to wait for answers if a
 * question is open that decides on cards.
 */
export const optionsOf = (
  cards: readonly FoundCard[],
  questions: readonly OpenQuestion[],
  trace: readonly TraceEntry[],
  compiled: CompiledScript,
): readonly Option[] => {
  const optionCard = cards.find(({ readingCard }) => readingCard.position === 'option')
  const alternative = runnerUp(trace, new Set(cards.map(({ card }) => card.id)), compiled)
  const decisiveQuestions = questions.filter(({ decides }) => decides > 0)
  const [nextQuestion] = decisiveQuestions
  const riskCard = cards.find(({ readingCard }) => readingCard.position === 'risk')
  const options = [
    ...(optionCard
      ? [
          optionOf(
            optionCard.card,
            optionCard.finding.confidence === 'low' ? ['It is not yet known whether this applies'] : [],
          ),
        ]
      : []),
    ...(alternative ? [optionOf(alternative, optionCard ? [`It leaves open: ${optionCard.card.question}`] : [])] : []),
    ...(nextQuestion
      ? [
          {
            title: 'Answer the open questions before anything is decided',
            for: [`The next answer decides most: ${nextQuestion.question}`],
            against: riskCard
              ? [`The risk remains in the meantime: ${riskCard.card.title}`]
              : ['Nothing changes in the meantime'],
            reversible: true,
          },
        ]
      : []),
  ]
  return options.map((option, at) => ({ id: `O${at + 1}`, ...option }))
}
