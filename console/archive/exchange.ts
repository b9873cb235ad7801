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

const HISTORY_MAX = 4

export const historyOf = (exchanges: readonly Exchange[]) =>
  exchanges
    .filter(({ text }) => text !== '')
    .slice(-HISTORY_MAX)
    .flatMap(({ question, text }) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: text },
    ])

export interface Piece {
  readonly text: string
  readonly numbers: readonly number[]
}

/** An answer cut where its citations end, so that each number stands in the sentence that it supports. */
export const piecesOf = ({ text, citations }: Pick<Exchange, 'text' | 'citations'>): readonly Piece[] => {
  const ends = [...new Set(citations.map(({ answerEnd }) => Math.min(answerEnd, text.length)))].sort((a, b) => a - b)
  const cuts = [...ends.filter((end) => end < text.length), text.length]
  return cuts.map((cut, index) => ({
    text: text.slice(cuts[index - 1] ?? 0, cut),
    numbers: citations.flatMap(({ answerEnd }, at) => (Math.min(answerEnd, text.length) === cut ? [at + 1] : [])),
  }))
}

const DAY_MS = 86_400_000

/** What to know of the times of the sources: they may contradict one another. Undefined: they are of one time. */
export const timesApart = (citations: readonly Citation[]): string | undefined => {
  const times = citations.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt])).sort()
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined || Date.parse(last) - Date.parse(first) < DAY_MS) return undefined
  return `Its sources are from ${dayOf(first)} to ${dayOf(last)}: where they contradict one another, the newer may be right.`
}
