import type { Advice } from '../decks/card.ts'
import { factText } from '../facts/fact-text.ts'
import type { Due, Guidance, NextStep, OpenQuestion, Option } from './agent-run.ts'
import { bySeverity, type FoundCard } from './findings.ts'

const DUES: readonly Due[] = ['before_build', 'before_launch', 'within_30_days']

const STEPS_MAX = 12

const isSevere = ({ card }: FoundCard): boolean => card.severity === 'critical' || card.severity === 'high'

const dueOf = ({ card }: FoundCard): Due => {
  switch (card.phase) {
    case 'design':
      return 'before_build'
    case 'build':
    case 'launch':
      return 'before_launch'
    case undefined:
      return card.severity === 'critical'
        ? 'before_build'
        : card.severity === 'high'
          ? 'before_launch'
          : 'within_30_days'
    // `run` and `retire`
    default:
      return card.severity === 'critical' ? 'before_launch' : 'within_30_days'
  }
}

/** Returns all advice of a critical card, and the first of any other. */
const adviceOf = ({ card }: FoundCard): readonly Advice[] =>
  card.severity === 'critical' ? card.advice : card.advice.slice(0, 1)

type Step = Omit<NextStep, 'id'>

const stepsOf = (foundCard: FoundCard): readonly Step[] =>
  adviceOf(foundCard).map((advice) => ({
    action: foundCard.finding.confidence === 'low' ? `If it applies: ${advice.do}` : advice.do,
    owner: advice.owner,
    due: dueOf(foundCard),
    done_when: advice.done_when,
    traces: [foundCard.finding.id],
  }))

const mergeSameActions = (steps: readonly Step[]): readonly Step[] => {
  const byAction = new Map<string, Step>()
  for (const step of steps) {
    const sameAction = byAction.get(step.action)
    byAction.set(step.action, sameAction ? { ...sameAction, traces: [...sameAction.traces, ...step.traces] } : step)
  }
  return [...byAction.values()]
}

/** Returns the steps of the card in position `first_step`, then those of other cards by due date and severity. */
const nextSteps = (cards: readonly FoundCard[]): readonly NextStep[] => {
  const isFirstStep = ({ readingCard }: FoundCard): boolean => readingCard.position === 'first_step'
  const mostSevereFirst = bySeverity(cards.map((it) => ({ severity: it.card.severity, it }))).map(({ it }) => it)
  const laterSteps = mostSevereFirst
    .filter((it) => !isFirstStep(it))
    .toSorted((a, b) => DUES.indexOf(dueOf(a)) - DUES.indexOf(dueOf(b)))
  return mergeSameActions([...cards.filter(isFirstStep), ...laterSteps].flatMap(stepsOf))
    .slice(0, STEPS_MAX)
    .map((step, at) => ({ id: `N${at + 1}`, ...step }))
}

const prohibitions = (cards: readonly FoundCard[]): readonly string[] => [
  ...cards
    .filter(({ finding }) => finding.confidence === 'low')
    .map(({ card }) => `Do not spend on "${card.title}" before it is known whether it applies`),
  ...cards
    .filter(({ readingCard }) => readingCard.position === 'blind_spot')
    .map(({ card }) => `Do not treat this as answered: ${card.question}`),
  ...cards
    .filter((it) => isSevere(it) && it.finding.confidence !== 'low')
    .map(({ card }) => `Do not launch before this check passes: ${card.check.test}`),
]

const reviewTriggers = (cards: readonly FoundCard[], questions: readonly OpenQuestion[]): readonly string[] => {
  const facts = new Map(
    cards.flatMap(({ finding }) => finding.because.map(({ fact, value }) => [fact, value] as const)),
  )
  const [first] = questions.filter(({ decides }) => decides > 0)
  return [
    ...[...facts].map(([fact, value]) => `${fact} is no longer ${factText(value)}`),
    ...(first ? [`The answer is known: ${first.question}`] : []),
    ...cards.map(({ card, finding }) => `${finding.id} is not needed when ${card.not_when}`),
  ]
}

export const guidanceOf = (
  cards: readonly FoundCard[],
  [option]: readonly Option[],
  questions: readonly OpenQuestion[],
): Guidance => {
  const optionCard = cards.find(({ readingCard }) => readingCard.position === 'option')
  const isDecided = optionCard !== undefined && option !== undefined && optionCard.finding.confidence !== 'low'
  return {
    ...(isDecided && { decision: option.title }),
    next_steps: nextSteps(cards),
    do_not: prohibitions(cards),
    review_when: reviewTriggers(cards, questions),
  }
}
