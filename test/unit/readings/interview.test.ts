import {
  expireInterview,
  type LoopEvent,
  type LoopOutcome,
  type LoopState,
  startInterview,
  type TickInput,
  tickInterview,
} from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { card, deckOf, shelfOf } from './reading-world.ts'

const deck = deckOf([
  card('a', { when: 'exposure = public', base: 8 }),
  card('b', { when: 'has_ui', base: 8 }),
  card('c'),
  card('e', { when: 'uses_model' }),
])
const script = 'spread x\ndeck d = small\nposition p "P"\ndraw 2 from d top\nspeak as ciso about p'
const shelf = shelfOf(deck)
const START = 1_000_000

type Succeeded = Extract<LoopOutcome, { ok: true }>
const succeeded = (outcome: LoopOutcome): Succeeded => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome
}
const begin = (budget: object = {}): Succeeded =>
  succeeded(startInterview({ id: 'L1', inputs: { script, intention: 'x' }, budget }, { at: START, shelf }))
const tick = (state: LoopState, input: TickInput, at = START): LoopOutcome => tickInterview(state, input, { at, shelf })
const typesOf = (events: readonly LoopEvent[]): readonly string[] => events.map(({ type }) => type)

/** The result of a tool among events. */
const result = (data: object) => expect.objectContaining({ type: 'tool.result', data: expect.objectContaining(data) })

describe('an interview', () => {
  it('an interview starts with a reading and the most decisive question', () => {
    const { state, events } = begin()
    expect(state).toMatchObject({ state: 'running', tick: 0, seq: events.length, expires_at: START + 1_800_000 })
    expect(state.questions.map(({ fact }) => fact)).toEqual(['exposure', 'has_ui', 'uses_model'])
    expect(typesOf(events)).toEqual(['loop.started', 'draw', 'state'])
  })

  it('an interview accepts answers, repeats the reading, and ends when no undecided fact weighs over 5 percent', () => {
    let { state, events } = begin()
    const allEvents = [...events]
    const inputs: readonly TickInput[] = [{ answers: { exposure: 'public' } }, { answers: { has_ui: 'no' } }]
    for (const input of inputs) {
      ;({ state, events } = succeeded(tick(state, { ...input, expected_tick: state.tick })))
      allEvents.push(...events)
    }
    expect(state).toMatchObject({ state: 'waiting', reason: 'question', tick: 2 })
    ;({ state, events } = succeeded(tick(state, { answers: { uses_model: 'unknown' } })))
    allEvents.push(...events)
    expect(state).toMatchObject({ state: 'done', reason: 'settled', declined: ['uses_model'] })
    expect(typesOf(events).slice(-3)).toEqual(['synthesis', 'state', 'done'])
    expect(allEvents.map(({ seq }) => seq)).toEqual(allEvents.map((_, at) => at + 1))
    expect(state.reading.facts).toMatchObject({ exposure: 'public', has_ui: false })
    expect(tick(state, {})).toMatchObject({ ok: false, refusal: { status: 409, code: 'loop_ended' } })
  })

  it('a step with a wrong number, and invalid answers, are refused', () => {
    const { state } = begin()
    expect(tick(state, { expected_tick: 3 })).toMatchObject({
      refusal: { status: 409, code: 'tick_conflict', tick: 0 },
    })
    expect(tick(state, { answers: { exposure: 'outer' } })).toMatchObject({
      refusal: { status: 422, code: 'answer_invalid', fact: 'exposure' },
    })
    expect(tick(state, { answers: { nobody: 1 } })).toMatchObject({
      refusal: { code: 'answer_invalid', fact: 'nobody' },
    })
    // The fact was not asked, but its name and type are known.
    expect(tick(state, { answers: { store: 'none' } })).toMatchObject({ ok: true })
    expect(tick(state, { tool: { name: 'fly' } })).toMatchObject({ refusal: { code: 'invalid_input' } })
    expect(tick(state, { approve: true })).toMatchObject({ refusal: { code: 'invalid_input' } })
  })

  it('the interview stops after the step that reaches the budget', () => {
    const { state } = begin({ ticks: 1 })
    const { state: stopped } = succeeded(tick(state, { answers: { exposure: 'internal' } }))
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'budget_ended', used: { ticks: 1 } })
    expect(stopped.reading.facts.exposure).toBe('internal')
    expect(succeeded(tick(begin({ seconds: 60 }).state, {}, START + 60_000)).state.state).toBe('stopped')
    expect(begin({ ticks: 1_000 }).state.budget.ticks).toBe(64)
  })

  it('a step that got a fact without asking continues without waiting, until the budget ends', () => {
    const { state, events } = succeeded(tick(begin().state, { answers: { exposure: 'public' }, shouldContinue: true }))
    expect([state.state, typesOf(events).includes('question')]).toEqual(['running', false])
    expect(succeeded(tick(state, {})).state.state).toBe('waiting')
    const stopped = succeeded(
      tick(begin({ ticks: 1 }).state, { answers: { exposure: 'public' }, shouldContinue: true }),
    )
    expect([stopped.state.state, typesOf(stopped.events).at(-1)]).toEqual(['stopped', 'done'])
  })

  it('facts of an earlier interview are reused, and unknown ones are not asked again', () => {
    const inputs = { script, intention: 'x', state: { exposure: 'public' } }
    const { state } = succeeded(startInterview({ id: 'L3', inputs, declined: ['has_ui'] }, { at: START, shelf }))
    expect(state.questions.map(({ fact }) => fact)).toEqual(['uses_model'])
  })

  it('an interview expires half an hour after it began to wait, and keeps its results', () => {
    const { state } = succeeded(tick(begin().state, {}))
    expect(expireInterview(state, state.expires_at).state).toBe('waiting')
    const late = expireInterview(state, state.expires_at + 1)
    expect([late.state, late.reading]).toEqual(['expired', state.reading])
    expect(tick(state, {}, state.expires_at + 1)).toMatchObject({ refusal: { code: 'loop_ended', state: 'expired' } })
  })

  it('tools draw one more card, explain a card, and end the interview', () => {
    const { state, events } = succeeded(tick(begin().state, { tool: { name: 'draw_more', args: { position: 'p' } } }))
    expect(state.reading.positions[0]?.cards).toHaveLength(3)
    expect(events).toContainEqual(result({ tool: 'draw_more', ok: true }))
    const why = succeeded(tick(state, { tool: { name: 'explain_card', args: { card: 'a' } } })).events
    expect(why).toContainEqual(
      result({ summary: expect.stringContaining('applies when exposure = public; exposure is unknown') }),
    )
    expect(succeeded(tick(state, { tool: { name: 'finish' } })).state).toMatchObject({
      state: 'done',
      reason: 'finished',
    })
    const nowhere = succeeded(tick(state, { tool: { name: 'draw_more', args: { position: 'q' } } })).events
    expect(nowhere).toContainEqual(result({ ok: false }))
  })

  it('a tool with outside effects waits for approval', () => {
    const waiting = succeeded(tick(begin().state, { tool: { name: 'scaffold', args: { target: 'aws' } } })).state
    expect(waiting).toMatchObject({
      state: 'waiting',
      reason: 'approval',
      pending: { tool: 'scaffold', args: { target: 'aws' } },
    })
    expect(tick(waiting, { approve: true })).toMatchObject({ refusal: { code: 'invalid_input' } })
    const approved = succeeded(tick(waiting, { approve: true, result: { ok: true, summary: '30 files' } }))
    expect(approved.state.pending).toBeUndefined()
    expect(approved.events).toContainEqual(result({ tool: 'scaffold', summary: '30 files' }))
    expect(succeeded(tick(waiting, { approve: false })).events).toContainEqual(
      result({ ok: false, summary: 'not approved' }),
    )
    expect(tick(begin().state, { tool: { name: 'recall' } })).toMatchObject({ refusal: { code: 'invalid_input' } })
  })

  it('a step writes at most 20 events for any number of answers', () => {
    const names = Array.from({ length: 30 }, (_, at) => `f${at}`)
    const asks = names.map((name) => `ask ${name} "N?" as number`).join('\n')
    const wide = succeeded(
      startInterview({ id: 'L2', inputs: { script: `${script}\n${asks}` } }, { at: START, shelf }),
    ).state
    const { events, state } = succeeded(tick(wide, { answers: Object.fromEntries(names.map((name) => [name, 1])) }))
    expect(events.length).toBeLessThanOrEqual(20)
    expect(typesOf(events).slice(-3)).toEqual(['budget', 'question', 'state'])
    expect(state.reading.facts.f29).toBe(1)
  })
})
