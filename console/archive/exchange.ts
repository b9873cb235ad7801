import { dayOf } from '@signet/ui/time-words'
import type { Citation, ReasoningStep } from '../api/archive.ts'
import type { AnswerEvent } from './answer-events.ts'

export interface Exchange {
  readonly question: string
  readonly text: string
  readonly citations: readonly Citation[]
  readonly steps: readonly ReasoningStep[]
  readonly isDone: boolean
  readonly problem?: string
}

export const newExchange = (question: string): Exchange => ({
  question,
  text: '',
  citations: [],
  steps: [],
  isDone: false,
})

export const withEvent = (exchange: Exchange, { event, data }: AnswerEvent): Exchange => {
  if (event === 'reasoning') return { ...exchange, steps: [...exchange.steps, data] }
  if (event === 'error') return { ...exchange, problem: data.error, isDone: true }
  if (event === 'answer') return { ...exchange, text: data.answer, citations: data.citations, isDone: true }
  const text = exchange.text === '' ? data.text : `${exchange.text} ${data.text}`
  return { ...exchange, text, citations: [...exchange.citations, ...data.citations] }
}

/** Earlier exchanges sent with a question. */
const EXCHANGES_SENT_MAX = 4

export const historyOf = (exchanges: readonly Exchange[]) =>
  exchanges
    .filter(({ text }) => text !== '')
    .slice(-EXCHANGES_SENT_MAX)
    .flatMap(({ question, text }) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: text },
    ])

export interface Piece {
  readonly text: string
  readonly numbers: readonly number[]
}

/** Splits an answer at the ends of its citations, so that each number follows the sentence it supports. */
export const piecesOf = ({ text, citations }: Pick<Exchange, 'text' | 'citations'>): readonly Piece[] => {
  const ends = [...new Set(citations.map(({ answerEnd }) => Math.min(answerEnd, text.length)))].sort((a, b) => a - b)
  const pieceEnds = [...ends.filter((end) => end < text.length), text.length]
  return pieceEnds.map((end, index) => ({
    text: text.slice(pieceEnds[index - 1] ?? 0, end),
    numbers: citations.flatMap(({ answerEnd }, citationIndex) =>
      Math.min(answerEnd, text.length) === end ? [citationIndex + 1] : [],
    ),
  }))
}

const DAY_MS = 86_400_000

/** Returns a warning if the sources are at least one day apart, because they may contradict one another. */
export const sourceDateWarning = (citations: readonly Citation[]): string | undefined => {
  const times = citations.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt])).sort()
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined || Date.parse(last) - Date.parse(first) < DAY_MS) return undefined
  return `The sources date from ${dayOf(first)} to ${dayOf(last)}. If they disagree, prefer the newer one.`
}
