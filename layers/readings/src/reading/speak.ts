import { ROLES, type Role } from '../decks/roles.ts'
import type { Oracle, ReadingCard, ReadingPosition, ReadingQuestion } from '../record/reading.ts'
import type { SpeakStatement } from '../script/syntax.ts'

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const positionText = (position: ReadingPosition, cards: readonly ReadingCard[]): string => {
  const positionCards = cards.filter((card) => card.position === position.name)
  const [first] = positionCards.toSorted((a, b) => b.weight - a.weight)
  if (position.status === 'skipped') return `${sentence(position.title)} Not applicable.`
  if (position.status === 'open') return `${sentence(position.title)} Undecided until a fact is known.`
  if (first === undefined) return `${sentence(position.title)} No card of the deck applies.`
  const [advice] = first.advice
  const otherTitles = positionCards.filter((card) => card !== first).map(({ title }) => title)
  return [
    `${sentence(position.title)} Most important: ${first.title} (${first.severity}). ${sentence(first.why)}`,
    advice ? `${sentence(advice.do)} Owner: ${advice.owner}; done when ${sentence(advice.done_when)}` : '',
    first.applies === 'unknown' ? 'It is not yet known whether this applies.' : '',
    otherTitles.length > 0 ? `Also: ${sentence(otherTitles.join('; '))}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

const statementText = (
  { role, about }: SpeakStatement,
  positions: readonly ReadingPosition[],
  cards: readonly ReadingCard[],
): string => {
  const selected = about.flatMap(({ text }) => positions.filter(({ name }) => name === text))
  const title = role === undefined ? '' : `${ROLES[role.text as Role]}: `
  return title + selected.map((position) => positionText(position, cards)).join('\n\n')
}

/**
 * Writes the prose of `speak` statements by rules: the most important card of each position, and the most decisive open
 * question.
 */
export const speakByRules = (
  speaks: readonly SpeakStatement[],
  {
    positions,
    cards,
    questions,
  }: {
    readonly positions: readonly ReadingPosition[]
    readonly cards: readonly ReadingCard[]
    readonly questions: readonly ReadingQuestion[]
  },
): Oracle | undefined => {
  if (speaks.length === 0) return undefined
  const texts = speaks.map((speak) => statementText(speak, positions, cards))
  const [next] = questions.filter(({ decides }) => decides > 0)
  const role = speaks.find((speak) => speak.role)?.role?.text as Role | undefined
  return {
    text: [...texts, ...(next ? [`Most decisive open question: ${next.ask}`] : [])].join('\n\n'),
    ...(role && { as: role }),
    method: 'rules',
  }
}
