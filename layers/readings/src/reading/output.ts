import type { Card } from '../decks/card.ts'
import type {
  DeckCoverage,
  Oracle,
  ReadingCard,
  ReadingPosition,
  ReadingQuestion,
  ReadingWarning,
  SpreadName,
} from '../record/reading.ts'
import { markdownCode, markdownSection, markdownText } from '../text/markdown.ts'

export interface Report {
  readonly spread: SpreadName
  readonly intention: string
  readonly positions: readonly ReadingPosition[]
  readonly cards: readonly ReadingCard[]
  readonly cardOf: (deck: string, id: string) => Card | undefined
  readonly says: readonly string[]
  readonly questions: readonly ReadingQuestion[]
  readonly coverage: Readonly<Record<string, DeckCoverage>>
  readonly oracle?: Oracle
  readonly warnings: readonly ReadingWarning[]
}

const STATUS = {
  filled: '',
  short: 'Fewer cards apply than requested.',
  empty: 'No card applies.',
  skipped: 'Not applicable.',
  open: 'Undecided until its facts are known; see the questions below.',
} as const

const cardLines = (card: ReadingCard, deckCard: Card | undefined): readonly string[] => {
  const { title, severity, element, question, why, advice, check, evidence, refs, applies, id } = card
  const cited = refs.map((ref) => markdownText(ref.id)).join(', ')
  return [
    `### ${markdownText(title)}`,
    '',
    `${severity}, ${element}, ${markdownCode(id)}${applies === 'unknown' ? ', not known yet whether it applies' : ''}`,
    '',
    `**Question.** ${markdownText(question)}`,
    '',
    `**Why.** ${markdownText(why)}`,
    '',
    ...advice.map(
      (it) => `- [ ] ${markdownText(it.do)} (${markdownText(it.owner)}). Done when: ${markdownText(it.done_when)}`,
    ),
    `- [ ] Check (${check.level}): ${markdownText(check.test)}. Evidence: ${markdownText(evidence.join('; '))}`,
    '',
    ...(deckCard && deckCard.not_when !== '' ? [`Not when: ${markdownText(deckCard.not_when)}.`, ''] : []),
    ...(cited === '' ? [] : [`See: ${cited}.`, '']),
  ]
}

const positionLines = (position: ReadingPosition, { cards, cardOf }: Report): readonly string[] => {
  const status = STATUS[position.status]
  const positionCards = cards.filter((card) => card.position === position.name)
  return [
    `## ${markdownText(position.title)}`,
    '',
    ...(status === '' ? [] : [status, '']),
    ...positionCards.flatMap((card) => cardLines(card, cardOf(card.deck, card.id))),
  ]
}

const questionLine = ({ ask, fact, type, options }: ReadingQuestion, at: number): string => {
  const typeText = options ? `${type} ${options.join(', ')}` : type
  return `${at + 1}. ${markdownText(ask)} (${markdownCode(fact)}, ${markdownText(typeText)})`
}

const coverageLines = ({ coverage }: Report): readonly string[] =>
  Object.entries(coverage).flatMap(([alias, it]) => [
    `- ${markdownText(alias)}: ${it.drawn} drawn, ${it.applicable} apply, ${it.undecided} undecided, ${it.ruled_out} ruled out.`,
    ...(it.remaining.length > 0 ? [`  Applicable but not drawn: ${it.remaining.map(markdownCode).join(', ')}.`] : []),
  ])

/** Renders a reading as Markdown. Text from users and cards is escaped. */
export const outputOf = (report: Report): string => {
  const { spread, intention, positions, says, questions, oracle, warnings } = report
  const paragraphs = oracle?.text.split('\n\n').map(markdownText) ?? []
  const summaryLines = paragraphs.flatMap((paragraph, at) => (at === 0 ? [paragraph] : ['', paragraph]))
  const lines = [
    `# ${markdownText(spread.title)}`,
    '',
    ...(intention === '' ? [] : [`> ${markdownText(intention)}`, '']),
    ...says.flatMap((say) => [markdownText(say), '']),
    ...positions.flatMap((position) => positionLines(position, report)),
    ...markdownSection('Summary', summaryLines),
    ...markdownSection('Open questions, most decisive first', questions.map(questionLine)),
    ...markdownSection('Deck coverage', coverageLines(report)),
    ...markdownSection(
      'Warnings',
      warnings.map(({ message }) => `- ${markdownText(message)}`),
    ),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}
