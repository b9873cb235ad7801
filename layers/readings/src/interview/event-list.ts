import type { FactValue } from '../facts/fact-value.ts'
import type { Reading, ReadingQuestion } from '../record/reading.ts'
import { type Budget, isFinal, LOOP_LIMITS, type LoopEvent, type LoopStatus } from './loop.ts'

/** Events reserved for the end of a step: budget, synthesis or question, state, done. */
const RESERVED_EVENTS = 4

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export class EventList {
  readonly list: LoopEvent[] = []
  readonly #base: { readonly id: string; readonly at: number; readonly tick: number }
  #seq: number

  constructor({
    seq,
    ...base
  }: { readonly id: string; readonly at: number; readonly tick: number; readonly seq: number }) {
    this.#base = base
    this.#seq = seq
  }

  get seq(): number {
    return this.#seq
  }

  add(type: LoopEvent['type'], members: Readonly<Record<string, unknown>>): void {
    const { id, at, tick } = this.#base
    this.#seq += 1
    this.list.push({ type, loop: id, seq: this.#seq, tick, at, data: members })
  }

  /** Adds an event unless the limit is reached. The state contains what an omitted event reports. */
  #addWithinLimit(type: LoopEvent['type'], members: Readonly<Record<string, unknown>>): void {
    if (this.list.length < LOOP_LIMITS.events - RESERVED_EVENTS) this.add(type, members)
  }

  addAnswers(answers: Readonly<Record<string, FactValue>>): void {
    for (const [fact, value] of Object.entries(answers)) this.#addWithinLimit('answer', { fact, value })
  }

  addReading(before: Reading | undefined, { positions, facts, fact_sources }: Reading): void {
    for (const { name, cards } of positions) {
      const cardsBefore = before?.positions.find((position) => position.name === name)?.cards ?? []
      if (!sameJson(cardsBefore, cards)) this.#addWithinLimit('draw', { position: name, cards })
    }
    for (const [name, value] of Object.entries(facts))
      if (!before || !sameJson(before.facts[name], value))
        this.#addWithinLimit('fact', { name, value, source: fact_sources[name] })
  }

  addEnd({
    status,
    reason,
    question,
    reading,
    used,
  }: {
    readonly status: LoopStatus
    readonly reason?: string
    readonly question: ReadingQuestion | undefined
    readonly reading: Reading
    readonly used: Budget
  }): void {
    this.add('budget', { used })
    if (status === 'waiting' && reason === 'question' && question) this.add('question', { ...question })
    if (isFinal(status) && reading.oracle)
      this.add('synthesis', { text: reading.oracle.text, method: reading.oracle.method })
    this.add('state', { state: status, ...(reason && { reason }) })
    if (status === 'done' || status === 'stopped') this.add('done', { output: reading.output })
  }
}
