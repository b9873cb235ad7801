import type { Reading } from '@signet/readings'
import { expect, it } from 'vitest'
import { memoryAfter, memoryOfReading, NO_MEMORY } from '../../../lambdas/runtime/readings/querent-memory.ts'

const reading = (...ids: string[]) =>
  ({
    cards: ids.map((id) => ({ id, deck: 'd' })),
    replay: { decks: [{ alias: 'd', name: 'stride-core' }] },
  }) as unknown as Reading

const after = (states: readonly Record<string, string | number>[]) =>
  states.reduce(
    (memory, state, at) => memoryAfter(memory, { reading: reading(`c${at}`), state, at: `t${at}` }),
    NO_MEMORY,
  )

it('a fact joins the identity after two matching readings, until one contradicts it', () => {
  expect(memoryOfReading(after([{ region: 'eu' }])).identity).toEqual({})
  expect(memoryOfReading(after([{ region: 'eu' }, { region: 'eu' }])).identity).toEqual({ region: 'eu' })
  expect(memoryOfReading(after([{ region: 'eu' }, { region: 'eu' }, { region: 'us' }])).identity).toEqual({})
})

it('the memory has the last three readings of a deck, newest first', () => {
  const { tick, drawn } = memoryOfReading(after([{}, {}, {}, {}]))
  expect([tick, drawn]).toEqual([4, { 'stride-core': [['c3'], ['c2'], ['c1']] }])
})

it('the identity has at most 24 facts, and the memory at most 64, with those of the last reading', () => {
  const facts = (from: number) => Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${from + at}`, at]))
  const memory = after([facts(0), facts(0), facts(100)])
  expect(Object.keys(memory.given)).toHaveLength(64)
  expect(Object.keys(memory.given)).toEqual(expect.arrayContaining(Object.keys(facts(100))))
  expect(Object.keys(memoryOfReading(after([facts(0), facts(0)])).identity ?? {})).toHaveLength(24)
})

it('a long fact is not remembered', () => {
  expect(after([{ text: 'x'.repeat(600) }]).given).toEqual({})
})
