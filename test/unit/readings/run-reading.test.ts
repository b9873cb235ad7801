import { createHash } from 'node:crypto'
import { type Card, compileScript, deckSha256, defaultSeed, loadShelf, replyOf } from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { card, deckOf, readOf, refusalOf, shelfOf } from './reading-world.ts'

const script = (...lines: readonly string[]): string => ['spread x "X"', 'deck d = small', ...lines].join('\n')
const readingOf = (
  cards: readonly Card[],
  lines: readonly string[],
  inputs: object = {},
  asks: readonly never[] = [],
) => readOf({ script: script(...lines), seed: 42, ...inputs }, deckOf(cards, { asks }))

describe('facts', () => {
  const lines = ['ask a "A?" as number default 1', 'position p "P"', 'draw 1 from d']
  it.each([
    ['state', { state: { a: 4 }, memory: { tick: 2, identity: { a: 3 } }, traits: {} }, 4],
    ['memory', { memory: { tick: 2, identity: { a: 3 } } }, 3],
    ['default', {}, 1],
  ])('a fact comes from %s if no source before it has it', (source, inputs, value) => {
    const { facts, fact_sources } = readingOf([card('c')], lines, inputs).reading
    expect({ value: facts.a, source: fact_sources.a }).toEqual({ value, source })
  })

  it('words of the intention take precedence over the default, and traits without a question stay text', () => {
    const lines = ['ask multi_tenant "T?" as yes/no default no', 'position p "P"', 'draw 1 from d']
    const { facts, fact_sources } = readingOf([card('c')], lines, {
      traits: { multi_tenant: 'yes', has_ui: 'yes', data_classes: 'pii,phi', store: 'unknown' },
    }).reading
    expect(facts).toEqual({ multi_tenant: true, has_ui: 'yes', data_classes: 'pii,phi' })
    expect(fact_sources).toEqual({ multi_tenant: 'intention', has_ui: 'intention', data_classes: 'intention' })
  })

  it('a script fact sees the facts above it, and counts only drawn cards', () => {
    const { reading } = readingOf(
      [card('c'), card('e')],
      [
        'fact before = count p',
        'fact late = if before is known then yes else no',
        'position p "P"',
        'draw 2 from d',
        'fact after = count p',
        'fact many = if p.count > 1 then yes else no',
        'say "{p.count}: {p.titles}; {late}."',
      ],
    )
    expect(reading.facts).toEqual({ before: 2, late: true, after: 2, many: true })
    expect(reading.output).toContain('2: Title of')
  })

  it('drawn cards set facts that no other source sets', () => {
    const cards = [card('c', { facts: { backup: 'weekly' } })]
    const { facts, fact_sources } = readingOf(cards, ['position p "P"', 'draw 1 from d', 'say "{backup}"']).reading
    expect([facts.backup, fact_sources.backup]).toEqual(['weekly', 'card:c'])
  })
})

describe('three-valued conditions', () => {
  const status = (when: string, state: object) =>
    readingOf(
      [card('c')],
      ['ask a "A?" as yes/no', 'ask b "B?" as yes/no', 'position p "P"', `when ${when}`, 'draw 1 from d'],
      { state },
    ).reading.positions[0]?.status
  it.each([
    ['a', {}, 'open'],
    ['not a', {}, 'open'],
    ['a and b', { a: false }, 'skipped'],
    ['a and b', { a: true }, 'open'],
    ['a or b', { a: true }, 'filled'],
    ['a or b', { a: false }, 'open'],
    ['a is unknown', {}, 'filled'],
    ['not (a is known)', { a: 'no' }, 'skipped'],
    ['a = yes and b != no', { a: 'yes', b: 'yes' }, 'filled'],
  ])('%s with %j is %s', (when, state, expected) => {
    expect(status(when, state)).toBe(expected)
  })
})

describe('a draw', () => {
  it('must cards come first, by weight, and those beyond the count give a warning', () => {
    const cards = [card('a', { must: true }), card('b', { must: true, base: 8 }), card('c', { base: 8 })]
    const { reading, trace } = readingOf(cards, ['position p "P"', 'draw 1 from d'])
    expect(reading.positions[0]?.cards).toEqual(['b'])
    expect(reading.warnings).toMatchObject([{ code: 'must_not_drawn', position: 'p', cards: ['a'] }])
    expect(trace).toMatchObject([{ index: null, block: null, pick: 'b' }])
    expect(readingOf(cards, ['position p "P"', 'draw 3 from d']).reading.positions[0]?.cards).toEqual(['b', 'a', 'c'])
  })

  it('top sorts by weight, severity and id', () => {
    const cards = [card('b'), card('a'), card('c', { severity: 'high' }), card('z', { base: 5 })]
    expect(readingOf(cards, ['position p "P"', 'draw 4 from d top']).reading.positions[0]?.cards).toEqual([
      'z',
      'c',
      'a',
      'b',
    ])
  })

  it('all draws every applicable card, at most 12, and is not refused if no card applies', () => {
    const cards = Array.from({ length: 15 }, (_, at) => card(`c${at}`))
    expect(readingOf(cards, ['position p "P"', 'draw all from d']).reading.positions[0]?.cards).toHaveLength(12)
    const emptyReading = readingOf(cards, ['position p "P"', 'draw all from d where stride = S']).reading
    expect(emptyReading.positions[0]?.status).toBe('empty')
  })

  it('each card is drawn once per reading, and picks count over the draws of a position', () => {
    const cards = ['a', 'b', 'c', 'd'].map((id) => card(id))
    const { reading, trace } = readingOf(cards, [
      'position p "P"',
      'draw 1 from d',
      'draw 1 from d',
      'position q "Q"',
      'draw 2 from d',
    ])
    expect(reading.cards.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(trace.map(({ position, index }) => `${position}${index}`)).toEqual(['p0', 'p1', 'q0', 'q1'])
    const text = 'signet-draw/v1\n42\np/d\n0\n0'
    expect(trace[0]?.block).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('a where clause excludes cards without the field', () => {
    const cards = [card('a', { stride: 'S' }), card('b'), card('c', { stride: 'T' })]
    expect(
      readingOf(cards, ['position p "P"', 'draw 1 from d where not stride = S']).reading.positions[0]?.cards,
    ).toEqual(['c'])
    expect(
      readingOf(cards, ['position p "P"', 'draw 1 from d where severity >= medium and stride = S']).reading.positions[0]
        ?.cards,
    ).toEqual(['a'])
  })

  it('a draw with too few cards is refused, or the position is short or empty if lenient', () => {
    const lines = ['position p "P"', 'draw 2 from d']
    const inputs = { script: script(...lines), seed: 1 }
    expect(refusalOf(inputs, deckOf([card('a')]))).toEqual({
      status: 422,
      code: 'position_unfilled',
      position: 'p',
      wanted: 2,
      available: 1,
    })
    const short = readOf({ ...inputs, lenient: true }, deckOf([card('a')])).reading
    expect([short.positions[0]?.status, short.warnings[0]?.code]).toEqual(['short', 'position_short'])
    const ruledOut = deckOf([card('a', { when: 'has_ui' })])
    const empty = readOf({ ...inputs, lenient: true, traits: { has_ui: 'no' } }, ruledOut).reading
    expect(empty.positions[0]?.status).toBe('empty')
  })
})

describe('weights', () => {
  const weightOf = (members: Partial<Card>, inputs: object = {}) => {
    const cards = [card('a', members), card('b'), card('c'), card('e')]
    const { reading } = readingOf(cards, ['position p "P"', 'draw 4 from d top'], inputs)
    return reading.cards.find(({ id }) => id === 'a')
  }

  it('a weight is base x (8 + relevance) x fresh', () => {
    // One of four cards has it: bit length of 4 is 3, times 6 for `tells`. The freshness is 8 at most.
    expect(weightOf({ tells: ['webhook'], base: 5 }, { intention: 'Webhooks, and a webhook' })).toMatchObject({
      relevance: 18,
      weight: 5 * (8 + 18) * 8,
      matched: ['webhooks'],
      applies: true,
    })
    expect(weightOf({ title: 'Webhook', why: 'A webhook.' }, { intention: 'webhook' })?.relevance).toBe(3 * 4)
  })

  it('text facts count for relevance, and other facts do not', () => {
    expect(weightOf({ tells: ['webhook'] }, { state: { note: 'webhook' } })?.relevance).toBe(18)
    expect(weightOf({ tells: ['webhook'] }, { state: { trigger: 'webhook' } })?.relevance).toBe(0)
  })

  it('a weight is halved while it is unknown whether the card applies', () => {
    expect(weightOf({ when: 'has_ui' })).toMatchObject({ weight: 128, applies: 'unknown' })
  })

  it('a weight falls for cards that were drawn recently', () => {
    const memory = (...small: readonly string[][]) => ({ memory: { tick: 4, drawn: { small } } })
    expect(weightOf({}, memory(['a']))?.weight).toBe(64)
    expect(weightOf({}, memory(['b'], ['c'], ['a']))?.weight).toBe(128)
    expect(weightOf({}, memory(['b'], ['c'], ['e'], ['a']))?.weight).toBe(256)
  })
})

describe('open facts of a reading', () => {
  const cards = [
    card('a', { when: 'exposure = public', base: 8 }),
    card('b', { when: 'has_ui' }),
    card('c'),
    card('e', { when: 'store = none' }),
  ]
  const lines = ['ask extra "Extra?" as text', 'position p "P"', 'draw 1 from d top']

  it('coverage lists cards not drawn by alias', () => {
    const { coverage } = readingOf(cards, lines, { traits: { store: 'object' } }).reading
    expect(coverage.d).toEqual({
      applicable: 1,
      drawn: 1,
      undecided: 2,
      ruled_out: 1,
      remaining: ['c'],
      undecided_ids: ['a', 'b'],
    })
  })

  it('open facts become questions, the heaviest first', () => {
    const { questions } = readingOf(cards, lines, { traits: { store: 'object' } }).reading
    expect(questions.map(({ fact, decides }) => [fact, decides])).toEqual([
      ['exposure', 256],
      ['has_ui', 128],
      ['extra', 0],
    ])
    expect(questions[0]).toMatchObject({
      ask: 'Who can reach it?',
      type: 'one of',
      options: ['public', 'partner', 'internal'],
    })
  })

  it('the facts in the condition of a script fact become questions', () => {
    const lines = [
      'ask a "A?" as yes/no',
      'fact f = if a then yes else no',
      'position p "P"',
      'when f',
      'draw 1 from d',
    ]
    const { questions } = readingOf([card('c')], lines).reading
    expect(questions).toMatchObject([{ fact: 'a', decides: 256 }])
  })
})

describe('a reading', () => {
  it('the default seed matches the reference', () => {
    const text = script('position p "P"', 'draw 1 from d')
    const deck = deckOf([card('a'), card('b')])
    const { reading } = readOf({ script: text, state: { b: 1, a: 'x' } }, deck)
    const sha = (it: string) => createHash('sha256').update(it).digest('hex')
    const jcs = `{"decks":[{"alias":"d","name":"small","sha256":"${deckSha256(deck)}","version":"1.0.0"}],"intention":"","script_sha256":"${sha(text)}","state":{"a":"x","b":1},"v":1}`
    expect(reading.seed).toBe(Number(BigInt(`0x${sha(jcs).slice(0, 16)}`) >> 11n))
    expect(defaultSeed(reading.replay.script_sha256, reading.replay.decks, { state: { a: 'x', b: 1 } })).toBe(
      reading.seed,
    )
  })

  it('the order of members has no effect', () => {
    const text = script('position p "P"', 'draw 1 from d')
    const deck = deckOf([card('a', { tells: ['alpha'] }), card('b', { tells: ['beta'] })])
    const one = readOf({ script: text, state: { t: 'alpha one', u: 'beta' } }, deck)
    expect(JSON.stringify(readOf({ script: text, state: { u: 'beta', t: 'alpha one' } }, deck))).toBe(
      JSON.stringify(one),
    )
  })

  it('HTML and Markdown in user text are escaped', () => {
    const hostile =
      '<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![i](http://e.vil) `c` | # h\n\n# Title\n- item www.e.vil a@e.vil'
    const { output } = readingOf(
      [card('c', { title: '**bold**' })],
      ['ask note "N?" as text', 'position p "P"', 'draw 1 from d', 'say "{note}"'],
      {
        intention: hostile,
        state: { note: '1. <b>x</b>' },
      },
    ).reading
    expect(output).not.toMatch(/(?<!\\)<(?:img|b)|(?<!\\)\]\(|(?<!\\)!\[|^# Title|https?:\/\/|(?<!\\)\*\*bold/m)
    expect(output).toContain('1\\. \\<b\\>x\\</b\\>')
  })

  it('a narrative is shorter, and a raw reading longer', () => {
    const outcome = readingOf([card('c')], ['position p "P"', 'draw 1 from d', 'speak as ciso about p'])
    expect(replyOf(outcome, 'structured')).toBe(outcome.reading)
    expect(Object.keys(replyOf(outcome, 'narrative')).toSorted()).toEqual([
      'facts',
      'oracle',
      'output',
      'questions',
      'seed',
      'spread',
    ])
    expect(replyOf(outcome, 'raw')).toEqual({ ...outcome.reading, trace: outcome.trace })
    expect(outcome.reading.oracle).toMatchObject({ as: 'ciso', method: 'rules' })
  })

  it('the decks of the script are loaded', async () => {
    const text = script('position p "P"', 'draw 1 from d')
    expect(compileScript(text, shelfOf(deckOf([card('a')]))).ok).toBe(true)
    expect(await loadShelf('spread x\ndeck t = stride-core@1')).toHaveLength(1)
  })
})
