import {
  BUILT_IN_DECKS,
  type Deck,
  deckFaults,
  deckSha256,
  loadDeck,
  loadShelf,
  ROLES,
  runReading,
  SPREADS,
} from '@signet/readings'
import { deckSchema } from '@signet/readings/schemas'
import { describe, expect, it } from 'vitest'
import { sha256Of } from '../receipts/examples.ts'
import { card, deckOf } from './reading-world.ts'

const issuesOf = (deck: object): readonly string[] => {
  const parsed = deckSchema.safeParse(deck)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('decks of ours', () => {
  it.each(BUILT_IN_DECKS.map(({ name, version }) => [name, version]))(
    '%s@%s keeps the schema',
    async (name, version) => {
      const deck = await loadDeck(name, version)
      expect(deck).toMatchObject({ name, version })
      expect(issuesOf(deck ?? {})).toEqual([])
      expect(await loadDeck(name, version.split('.')[0])).toBe(deck)
    },
  )

  it('have one for each role, and none of an unknown name or version', async () => {
    for (const role of Object.keys(ROLES)) expect(await loadDeck(role)).toBeDefined()
    expect(await loadDeck('nothing')).toBeUndefined()
    expect(await loadDeck('stride-core', '9')).toBeUndefined()
  })

  it('for threats keep the measures, too', async () => {
    expect(deckFaults((await loadDeck('stride-core')) as Deck)).toEqual([])
  })
})

describe('spreads of ours', () => {
  it.each(SPREADS.map((spread) => [spread.name, spread] as const))('%s runs with nothing known', async (_, spread) => {
    const { script, ...name } = spread
    const outcome = runReading({ script, spread: name, intention: 'A service' }, await loadShelf(script))
    expect(outcome).toMatchObject({ ok: true, reading: { spread: name } })
    if (!outcome.ok) return
    expect(outcome.reading.warnings.filter(({ code }) => code === 'position_short')).toEqual([])
    expect(outcome.reading.cards.length).toBeGreaterThan(0)
  })

  it('are those of the reference', () => {
    expect(SPREADS.map(({ name }) => name).join(' ')).toBe(
      'threat_model privacy_review premortem launch_review adr_options architecture_review incident_retro unit_economics pricing_review vendor_review capacity_plan agent_safety classify-cast scaffold-cast eval-grader-cast',
    )
  })
})

const good = deckOf([card('a')])

describe('the schema of decks', () => {
  it('takes a deck, and its digest is that of its canonical text', () => {
    expect(issuesOf(good)).toEqual([])
    expect(deckSha256(deckOf([]))).toBe(
      sha256Of(
        '{"asks":[],"cards":[],"changes":[],"description":"A deck of a test.","licence":"Apache-2.0","name":"small","title":"Small","version":"1.0.0"}',
      ),
    )
  })

  it.each([
    ['an unknown member', { ...good, colour: 'red' }, /colour/],
    ['an unknown member of a card', deckOf([{ ...card('a'), colour: 'red' } as never]), /colour/],
    ['no card', deckOf([]), /cards: /],
    ['a question that asks nothing', deckOf([card('a', { question: 'Think.' })]), /question/],
    ['space around a text', deckOf([card('a', { why: ' x' })]), /why/],
    ['two lines', deckOf([card('a', { why: 'x\ny' })]), /why/],
    ['a title of 81', deckOf([card('a', { title: 'x'.repeat(81) })]), /title/],
    ['17 tells', deckOf([card('a', { tells: Array(17).fill('x') })]), /tells/],
    ['a base of 9', deckOf([card('a', { base: 9 })]), /base/],
    ['five pieces of advice', deckOf([card('a', { advice: Array(5).fill(card('a').advice[0]) })]), /advice/],
    ['an id twice', deckOf([card('a'), card('a')]), /cards.1.id: "a" stands twice/],
    ['a condition that does not parse', deckOf([card('a', { when: 'x and' })]), /cards.0.when: line 1, column 6/],
    ['a condition over what nobody asks', deckOf([card('a', { when: 'exposur = public' })]), /did you mean "exposure"/],
    ['a condition that does not fit', deckOf([card('a', { when: 'exposure = open' })]), /no option of exposure/],
    [
      'options without a choice',
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
  ])('refuses %s', (_, deck, told) => {
    expect(issuesOf(deck).join('\n')).toMatch(told)
  })
})

describe('the measures of decks', () => {
  it('count what a script can count', () => {
    const same = deckOf([
      card('a', { question: 'Who reads the bill of the month?', must: true, not_when: 'never' }),
      card('b', { question: 'Who reads the bill of the month?', not_when: 'never' }),
    ])
    expect(deckFaults(same)).toEqual([
      'b asks what a asks',
      'has 1 elements, at least 4 are wanted',
      '100 % of its cards are of data',
      '0 % of its cards say when they do not apply',
      '50 % of its cards are "must"',
      '0 % of its cards cite an id',
    ])
    const everywhere = deckOf([card('a', { when: 'trigger != file' }), card('b', { when: 'trigger = cli' })])
    const patterns = [{ trigger: 'http' }, { trigger: 'queue' }]
    expect(deckFaults(everywhere, patterns).slice(-2)).toEqual([
      'a has a condition that excludes no pattern',
      'b applies to no pattern',
    ])
  })
})
