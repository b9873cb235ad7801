import { ROLES, roleMemory } from '@signet/readings'
import {
  afterFailure,
  afterRun,
  consultMemory,
  memoryOfRecord,
  memoryReply,
  NO_RECORD,
  type RoleRecord,
} from '@signet/readings/consult'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownDeck, runConsult } from './consult-world.ts'
import { card, deckOf } from './reading-world.ts'

const ELEMENTS = ['people', 'process', 'technology', 'data', 'money', 'risk'] as const
const IDS = Array.from({ length: 20 }, (_, at) => `c${String(at).padStart(2, '0')}`)
const deck = deckOf(
  IDS.map((id, at) => card(id, { element: ELEMENTS[at % 6]!, ...(at % 3 === 0 && { when: 'has_ui' }) })),
  { name: 'cto' },
)

const at = (run: number): string => `2026-01-01T00:00:${String(run).padStart(6, '0')}Z`

const run = fc.record({
  cards: fc.uniqueArray(fc.constantFrom(...IDS, 'of-another-deck'), { maxLength: 5 }),
  facts: fc.dictionary(
    fc.constantFrom('has_ui', 'store', 'team_size'),
    fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 2 })),
    { maxKeys: 3 },
  ),
})

const replyOf = (record: RoleRecord | undefined) => {
  const outcome = memoryReply('cto', deck, record)
  if (!outcome.ok) throw new Error('refused')
  return outcome.memory
}

const expectInvariants = (record: RoleRecord, runs: number): void => {
  const { zones, entropy, recentMemories = [], tick } = replyOf(record)
  expect([...zones.deck, ...zones.discard].toSorted()).toEqual(IDS)
  expect(zones.deck.length).toBeGreaterThanOrEqual(4)
  expect(tick).toBe(runs)
  expect(zones.identity.length).toBeLessThanOrEqual(24)
  expect(zones.metaInsight.length).toBeLessThanOrEqual(12)
  expect(zones.identity.every(({ seen }) => seen >= 2)).toBe(true)
  expect(entropy.totalCards).toBe(20)
  expect(Object.keys(entropy.elementCounts)).toEqual(ELEMENTS)
  const counted = Object.values(entropy.elementCounts).reduce((sum, count) => sum + count, 0)
  expect(counted).toBeLessThanOrEqual(64)
  expect(entropy.shannonDiversity).toBeGreaterThanOrEqual(0)
  expect(entropy.shannonDiversity).toBeLessThanOrEqual(2.585)
  expect(entropy.depletionRatio).toBe(zones.discard.length / 20)
  expect(entropy.transCapacity).toBeGreaterThanOrEqual(0)
  expect(entropy.transCapacity).toBeLessThanOrEqual(zones.deck.length / 20)
  expect(recentMemories.length).toBe(Math.min(5, runs))
  expect(record.runs.length).toBe(Math.min(10, runs))
  expect(JSON.stringify(record).length).toBeLessThan(64 * 1024)
}

describe('the memory of a role over several runs', () => {
  it('the limits and sums of the memory hold over a thousand runs', () => {
    const runs = fc.sample(run, { numRuns: 1_000, seed: 42 })
    let record: RoleRecord | undefined
    for (const [index, { cards, facts }] of runs.entries()) {
      record = afterRun(deck, record, { hash: `h${index}`, at: at(index), intention: `run ${index}`, cards, facts })
      expectInvariants(record, index + 1)
    }
  })

  it('the incremental memory equals the memory computed from all runs', () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 25 }), (sample) => {
        const runs = sample.map((it, index) => ({ ...it, hash: `h${index}`, at: at(index), intention: `run ${index}` }))
        const record = runs.reduce<RoleRecord | undefined>((before, it) => afterRun(deck, before, it), undefined)
        expect(memoryOfRecord(deck, record)).toEqual(roleMemory(deck, runs))
      }),
      { numRuns: 200 },
    )
  })

  it('the memory before the first run is the whole deck, without figures', () => {
    expect(replyOf(undefined)).toEqual({
      role: 'cto',
      exists: false,
      zones: { deck: IDS, discard: [], metaInsight: [], identity: [] },
      entropy: {
        totalCards: 20,
        shannonDiversity: 0,
        depletionRatio: 0,
        transCapacity: 1,
        elementCounts: { people: 0, process: 0, technology: 0, data: 0, money: 0, risk: 0 },
      },
    })
    expect(memoryReply('ceo', deck, undefined)).toMatchObject({
      ok: false,
      refusal: { status: 400, code: 'unknown_role', roles: Object.keys(ROLES) },
    })
  })

  it('a repeated failed outcome counts once, and its cards are named', () => {
    const record = afterRun(deck, undefined, { hash: 'h', at: at(1), intention: 'x', cards: ['c01'], facts: {} })
    const failed = afterFailure(deck, record, { hash: 'h', at: at(2), cards: ['c01', 'of-another-deck'] })
    expect(replyOf(failed).zones.metaInsight).toEqual([{ id: 'c01', text: 'Title of c01', seen: 1, from: ['h'] }])
    expect(afterFailure(deck, failed, { hash: 'h', at: at(3), cards: ['c01'] })).toBe(failed)
    // A failure changes no weight.
    expect(consultMemory(deck, failed)).toEqual(consultMemory(deck, record))
  })

  it('the memory has at most 64 facts, including those of the last run', () => {
    const facts = (from: number) => Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${from + n}`, n]))
    const record = [0, 40, 80].reduce<RoleRecord | undefined>(
      (before, from) =>
        afterRun(deck, before, { hash: `h${from}`, at: at(from), intention: 'x', cards: [], facts: facts(from) }),
      undefined,
    )
    const names = Object.keys(record?.given ?? {})
    expect(names).toHaveLength(64)
    expect(names).toEqual(expect.arrayContaining(Object.keys(facts(80))))
  })

  it('the memory follows a deck whose cards changed', () => {
    const record = afterRun(deck, undefined, { hash: 'h', at: at(1), intention: 'x', cards: ['c01', 'c02'], facts: {} })
    const next = { ...deck, cards: [...deck.cards.filter(({ id }) => id !== 'c01'), card('c99')] }
    const { zones } = memoryOfRecord(next, record)
    expect([zones.discard, zones.deck.includes('c99'), zones.deck.includes('c01')]).toEqual([['c02'], true, false])
  })
})

describe('a consultation with memory', () => {
  it('a fact of two runs joins the identity, and the second run draws other cards', () => {
    let record: RoleRecord = NO_RECORD
    const drawnIds: string[][] = []
    for (const run of [1, 2]) {
      const { remembered } = runConsult({ context: { team_size: '9' }, memory: consultMemory(ownDeck, record) })
      drawnIds.push([...remembered.cards])
      record = afterRun(ownDeck, record, { hash: `h${run}`, at: at(run), ...remembered })
    }
    const third = runConsult({ memory: consultMemory(ownDeck, record) })
    expect(third.reading.fact_sources.team_size).toBe('memory')
    expect(third.result.metadata.memory.tick).toBe(2)
    expect(drawnIds[0]).not.toEqual(drawnIds[1])
    expect(drawnIds[0]).toHaveLength(4)
  })
})
