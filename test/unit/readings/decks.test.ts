import {
  BUILT_IN_DECKS,
  type Deck,
  deckQualityFaults,
  deckSha256,
  loadDeck,
  loadShelf,
  ROLES,
  runReading,
  SPREADS,
} from '@signet/readings'
import { classify, PATTERNS, traitsOf } from '@signet/readings/classify'
import { deckSchema } from '@signet/readings/schemas'
import { describe, expect, it } from 'vitest'
import { sha256Of } from '../receipts/examples.ts'
import { card, deckOf } from './reading-world.ts'

/** Traits of each pattern of work, without unknown values. */
const patternTraits = async () =>
  PATTERNS.map(({ id }) =>
    Object.fromEntries(Object.entries(traitsOf('', id)).filter(([, value]) => value !== 'unknown')),
  )

/** Projects that have nothing in common. */
const UNLIKE_INTENTIONS = [
  'A public webhook that takes card payments for a shop and books them',
  'A nightly job that copies staff records with health data between two clinics',
  'A command line that resizes pictures in a folder',
  'An assistant that answers questions of customers from our manuals and may refund',
  'A chat for players of a game with rooms and moderation',
]

const issuesOf = (deck: object): readonly string[] => {
  const parsed = deckSchema.safeParse(deck)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('built-in decks', () => {
  it.each(BUILT_IN_DECKS.map(({ name, version }) => [name, version]))(
    '%s@%s matches the schema',
    async (name, version) => {
      const deck = await loadDeck(name, version)
      expect(deck).toMatchObject({ name, version })
      expect(issuesOf(deck ?? {})).toEqual([])
      expect(await loadDeck(name, version.split('.')[0])).toBe(deck)
    },
  )

  it('each role has a deck, and unknown names and versions have none', async () => {
    for (const role of Object.keys(ROLES)) expect(await loadDeck(role)).toBeDefined()
    expect(await loadDeck('nothing')).toBeUndefined()
    expect(await loadDeck('stride-core', '9')).toBeUndefined()
  })

  it.each(BUILT_IN_DECKS.map(({ name }) => name))('%s meets all countable quality limits', async (name) => {
    expect(deckQualityFaults((await loadDeck(name)) as Deck, await patternTraits())).toEqual([])
  })
})

const SEEDS = Array.from({ length: 12 }, (_, at) => at)

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Share of cards that three readings have in common, relative to the shortest. */
const shareOf = (one: ReadonlySet<string>, other = one, third = one): number =>
  [...one].filter((id) => other.has(id) && third.has(id)).length / Math.min(one.size, other.size, third.size)

describe('built-in spreads', () => {
  it.each(SPREADS.map((spread) => [spread.name, spread] as const))('%s runs without facts', async (_, spread) => {
    const { script, ...name } = spread
    const outcome = runReading({ script, spread: name, intention: 'A service' }, await loadShelf(script))
    expect(outcome).toMatchObject({ ok: true, reading: { spread: name } })
    if (!outcome.ok) return
    expect(outcome.reading.warnings.filter(({ code }) => code === 'position_short')).toEqual([])
    expect(outcome.reading.cards.length).toBeGreaterThan(0)
  })

  it.each(SPREADS.map((spread) => [spread.name, spread] as const))('%s runs for every pattern', async (_, spread) => {
    const { script, ...name } = spread
    const shelf = await loadShelf(script)
    for (const traits of await patternTraits())
      for (const seed of [1, 2, 3]) {
        const outcome = runReading({ script, spread: name, intention: 'A service', traits, seed }, shelf)
        expect([traits, seed, outcome.ok]).toEqual([traits, seed, true])
      }
  })

  const reviewSpreads = SPREADS.filter(({ name }) => !name.endsWith('-cast') && name !== 'agent_safety')
  it.each(reviewSpreads.map((spread) => [spread.name, spread] as const))(
    '%s draws at most half of its cards for all of three unlike projects',
    async (_, spread) => {
      const { script, ...name } = spread
      const shelf = await loadShelf(script)
      const drawnCards = (intention: string, seed: number) => {
        const outcome = runReading(
          { script, spread: name, intention, ...classify({ intention }), seed, lenient: true },
          shelf,
        )
        if (!outcome.ok) throw new Error(outcome.refusal.code)
        return new Set(outcome.reading.cards.map(({ id }) => id))
      }
      // Each project is drawn twelve times, because a single draw is random.
      const draws = UNLIKE_INTENTIONS.map((intention, at) => SEEDS.map((seed) => drawnCards(intention, seed * 10 + at)))
      for (const [i, one] of draws.entries())
        for (const [j, other] of draws.slice(0, i).entries())
          for (const third of draws.slice(0, j))
            expect(mean(one.map((cards, n) => shareOf(cards, other[n], third[n])))).toBeLessThanOrEqual(0.5 + 1e-9)
    },
  )

  it('the built-in spreads are complete and in order', () => {
    expect(SPREADS.map(({ name }) => name).join(' ')).toBe(
      'threat_model privacy_review premortem launch_review adr_options architecture_review incident_retro unit_economics pricing_review vendor_review capacity_plan agent_safety classify-cast scaffold-cast eval-grader-cast',
    )
  })
})

const validDeck = deckOf([card('a')])

describe('all decks together', () => {
  it('no two cards ask the same question', async () => {
    const cards = (await Promise.all(BUILT_IN_DECKS.map(({ name }) => loadDeck(name)))).flatMap(
      (deck) => deck?.cards ?? [],
    )
    const together = { ...validDeck, cards } as Deck
    expect(deckQualityFaults(together).filter((fault) => / asks what /.test(fault))).toEqual([])
  })
})

describe('references of cards', () => {
  it.each([
    'CWE-99999',
    'NIST CSF 2.0 PR.AA-09',
    'ASVS 5.0 2.3.6',
    'ASVS 4.0 2.1.1',
    'WCAG 2.2 4.1.1',
    'WCAG 2.1 1.1.1',
    'OWASP LLM11:2025',
    'GDPR Art. 100',
    'GDPR 17',
    'RFC 99999',
    'EU 2024/1689 Art. 114',
  ])('the invalid id %s is detected', (id) => {
    const faults = deckQualityFaults(deckOf([card('a', { refs: [{ id }] })]))
    expect(faults.some((fault) => fault.startsWith(`a: ${id} `))).toBe(true)
  })
})

describe('the deck schema', () => {
  it('a valid deck is accepted, and its digest is that of its canonical text', () => {
    expect(issuesOf(validDeck)).toEqual([])
    expect(deckSha256(deckOf([]))).toBe(
      sha256Of(
        '{"asks":[],"cards":[],"changes":[],"description":"A deck of a test.","license":"Apache-2.0","name":"small","title":"Small","version":"1.0.0"}',
      ),
    )
  })

  it.each([
    ['an unknown member', { ...validDeck, color: 'red' }, /color/],
    ['an unknown member of a card', deckOf([{ ...card('a'), color: 'red' } as never]), /color/],
    ['no card', deckOf([]), /cards: /],
    ['a question without a question mark', deckOf([card('a', { question: 'Think.' })]), /question/],
    ['space around a text', deckOf([card('a', { why: ' x' })]), /why/],
    ['two lines', deckOf([card('a', { why: 'x\ny' })]), /why/],
    ['a title of 81 characters', deckOf([card('a', { title: 'x'.repeat(81) })]), /title/],
    ['17 tells', deckOf([card('a', { tells: Array(17).fill('x') })]), /tells/],
    ['a base of 9', deckOf([card('a', { base: 9 })]), /base/],
    ['five pieces of advice', deckOf([card('a', { advice: Array(5).fill(card('a').advice[0]) })]), /advice/],
    ['a repeated id', deckOf([card('a'), card('a')]), /cards.1.id: "a" is not unique/],
    ['a condition that does not parse', deckOf([card('a', { when: 'x and' })]), /cards.0.when: line 1, column 6/],
    ['a condition over an unknown fact', deckOf([card('a', { when: 'exposur = public' })]), /did you mean "exposure"/],
    ['a condition that does not fit', deckOf([card('a', { when: 'exposure = open' })]), /not an option of exposure/],
    [
      'options of a text',
      deckOf([card('a')], { asks: [{ name: 'x', question: 'X?', type: 'text', options: ['a'] }] }),
      /options/,
    ],
    ['201 cards', deckOf(Array.from({ length: 201 }, (_, at) => card(`c${at}`))), /cards/],
    [
      'more than 256 KiB',
      deckOf(
        Array.from({ length: 200 }, (_, at) =>
          card(`c${at}`, {
            why: 'é'.repeat(400),
            evidence: ['é'.repeat(200)],
            advice: [{ do: 'é'.repeat(300), owner: 'x', done_when: 'é'.repeat(200) }],
          }),
        ),
      ),
      /at most 262144/,
    ],
  ])('the schema refuses %s', (_, deck, message) => {
    expect(issuesOf(deck).join('\n')).toMatch(message)
  })
})

describe('deck quality limits', () => {
  it('countable defects are reported', () => {
    const same = deckOf([
      card('a', { question: 'Who reads the bill of the month?', must: true, not_when: 'never' }),
      card('b', { question: 'Who reads the bill of the month?', not_when: 'never' }),
    ])
    expect(deckQualityFaults(same)).toEqual([
      'b asks what a asks',
      'has 1 elements, at least 4 are required',
      '100 % of its cards have the element data',
      '0 % of its cards say when they do not apply',
      '50 % of its cards are "must"',
      '0 % of its cards cite an id',
    ])
    const everywhere = deckOf([card('a', { when: 'trigger != file' }), card('b', { when: 'trigger = cli' })])
    const patterns = [{ trigger: 'http' }, { trigger: 'queue' }]
    expect(deckQualityFaults(everywhere, patterns).slice(-2)).toEqual([
      'a has a condition that excludes no pattern',
      'b applies to no pattern',
    ])
  })
})
