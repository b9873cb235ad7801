import { entropyOf, type InscribedRun, readingMemory, recentMemories, roleMemory } from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { card, deckOf } from './reading-world.ts'

const ELEMENTS = ['people', 'process', 'technology', 'data', 'money', 'risk'] as const
const IDS = Array.from({ length: 12 }, (_, at) => `c${String(at).padStart(2, '0')}`)
const deck = deckOf(IDS.map((id, at) => card(id, { element: ELEMENTS[at % 6]!, ...(at === 11 && { when: 'has_ui' }) })))

const runOf = (at: number, cards: readonly string[], members: Partial<InscribedRun> = {}): InscribedRun => ({
  hash: `h${at}`,
  at: `2026-11-0${at}T00:00:00.000Z`,
  intention: `run ${at}`,
  cards,
  facts: {},
  ...members,
})
const first = runOf(1, IDS.slice(0, 5))
const second = runOf(2, IDS.slice(5, 10))

describe('the memory of a role', () => {
  it('the memory without a run is the whole deck', () => {
    const memory = roleMemory(deck, [])
    expect(memory).toMatchObject({ tick: 0, zones: { deck: IDS, discard: [], metaInsight: [], identity: [] } })
    expect(entropyOf(deck, memory, [])).toMatchObject({
      totalCards: 12,
      shannonDiversity: 0,
      depletionRatio: 0,
      transCapacity: 1,
    })
  })

  it('drawn cards move to the discard, the newest last', () => {
    const { zones } = roleMemory(deck, [first])
    expect(zones.discard).toEqual(first.cards)
    expect(zones.deck).toEqual(IDS.slice(5))
  })

  it('all but the last cards return when the deck cannot fill a run', () => {
    const { zones } = roleMemory(deck, [first, second])
    expect(zones.discard).toEqual(second.cards)
    expect(zones.deck).toEqual([...IDS.slice(0, 5), ...IDS.slice(10)])
  })

  it('a fact of two runs becomes identity, and a contradiction removes it', () => {
    const runs = [true, true, false].map((has_ui, at) => runOf(at + 1, [], { facts: { has_ui, team_size: 3 } }))
    expect(roleMemory(deck, runs.slice(0, 2)).zones.identity).toEqual([
      { fact: 'has_ui', value: true, since: runs[0]?.at, seen: 2 },
      { fact: 'team_size', value: 3, since: runs[0]?.at, seen: 2 },
    ])
    const memory = roleMemory(deck, runs)
    expect(memory.zones.identity.map(({ fact }) => fact)).toEqual(['team_size'])
    expect(memory.contradictions).toEqual([{ fact: 'has_ui', values: [true, false], hashes: ['h2', 'h3'] }])
  })

  it('cards that were drawn three times, or that a failure named, become insights', () => {
    const runs = [1, 2, 3].map((at) => runOf(at, ['c00', `c0${at}`], at === 3 ? { failed: ['c09'] } : {}))
    expect(roleMemory(deck, runs).zones.metaInsight).toEqual([
      { id: 'c00', text: 'Title of c00', seen: 3, from: ['h1', 'h2', 'h3'] },
      { id: 'c09', text: 'Title of c09', seen: 1, from: ['h3'] },
    ])
  })

  it('entropy is rounded to three decimals, and recent memories list the newest run first', () => {
    const runs = [runOf(1, IDS.slice(0, 6))]
    const memory = roleMemory(deck, runs)
    // Six elements with equal counts: log2 of 6.
    expect(entropyOf(deck, memory, runs)).toMatchObject({
      shannonDiversity: 2.585,
      depletionRatio: 0.5,
      transCapacity: 0.5,
    })
    const uneven = [runOf(1, ['c00', 'c06', 'c01', 'c02'])]
    expect(entropyOf(deck, roleMemory(deck, uneven), uneven).shannonDiversity).toBe(1.5)
    const noUi = [1, 2].map((at) => runOf(at, [], { facts: { has_ui: false } }))
    expect(entropyOf(deck, roleMemory(deck, noUi), noUi).transCapacity).toBe(0.917)
    expect(recentMemories([first, second]).map(({ hash }) => hash)).toEqual(['h2', 'h1'])
  })

  it('the memory of a reading contains the last three draws, the newest first', () => {
    const runs = [1, 2, 3, 4].map((at) => runOf(at, [`c0${at}`]))
    expect(readingMemory(deck, roleMemory(deck, runs), runs)).toEqual({
      tick: 4,
      identity: {},
      drawn: { small: [['c04'], ['c03'], ['c02']] },
    })
  })
})
