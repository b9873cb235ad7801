import type { ReadingQuestion, StructuredReading } from '../api/runtime.ts'

export type FactValue = StructuredReading['facts'][string]

export type Answers = Readonly<Record<string, FactValue>>

export const factText = (value: FactValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(', ')
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 6 }) : value
}

const SOURCES: Readonly<Record<string, string>> = {
  state: 'your answer',
  memory: 'from earlier readings',
  intention: 'from the intention',
  default: 'default',
  script: 'derived from other facts',
}

export const sourceText = (source: string | undefined): string =>
  source?.startsWith('card:') ? `from card ${source.slice('card:'.length)}` : (SOURCES[source ?? ''] ?? 'unknown')

export const factOf = ({ type }: Pick<ReadingQuestion, 'type'>, typed: string): FactValue | undefined => {
  const text = typed.trim()
  if (text === '') return undefined
  if (type === 'yes/no') return text === 'yes' ? true : text === 'no' ? false : undefined
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined
  return text
}

/** Returns the weight that a question decides, in percent of the weight of all open questions. */
export const shareDecided = (question: ReadingQuestion, questions: readonly ReadingQuestion[]): number => {
  const sum = questions.reduce((total, { decides }) => total + decides, 0)
  return sum === 0 ? 0 : Math.round((100 * question.decides) / sum)
}

/** Parses the answers in the URL; returns none if they are invalid. */
export const answersOf = (text: string): Answers => {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answers) : {}
  } catch {
    return {}
  }
}
