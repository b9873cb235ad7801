import { type Asset, chooseAssets, editByRules, fabricationsIn, judgeRevision } from '@signet/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled } from '../../support/scale.ts'
import { EEAT, verdictOf } from './world.ts'

const BODY =
  'By Ada Kay\n\nOur bakery moved the dough into a retarder. I weighed the waste of sourdough every night on the bench scale for 4 weeks, and wrote the kilograms into a ledger.'

const asset = (id: string, members: Partial<Asset> = {}): Asset => ({
  id,
  type: 'expert_quote',
  title: 'A baker on sourdough',
  domains: ['food'],
  content: { quote: 'Cold dough forgives what warm dough never would', role: 'head baker', organization: 'Brodie’s' },
  authorName: 'Kim Day',
  sourceUrl: 'https://brodies.example/bakers',
  usageCount: 0,
  createdAt: '2026-10-01T00:00:00Z',
  ...members,
})

const IMAGE_IN_TEXT = { url: '/sourdough.jpg', alt: 'Sourdough' }

const gaps = verdictOf({ body: BODY }).gaps
const chosenIds = (assets: readonly Asset[], content = { body: BODY }, preferences = {}): readonly string[] =>
  chooseAssets(content, gaps, assets, EEAT, preferences).map(({ id }) => id)

describe('assets for gaps', () => {
  it('sort by least use, then newest first, and are six at most', () => {
    const many = [
      asset('used', { usageCount: 3 }),
      asset('old', { createdAt: '2026-01-01T00:00:00Z' }),
      ...[1, 2, 3, 4, 5, 6].map((nth) => asset(`new-${nth}`, { createdAt: `2026-10-0${nth}T00:00:00Z` })),
    ]
    expect(chosenIds(many)).toEqual(['new-6', 'new-5', 'new-4', 'new-3', 'new-2', 'new-1'])
    expect(chosenIds(many.slice(0, 2))).toEqual(['old', 'used'])
  })

  it.each([
    ['disputed', asset('a', { verificationStatus: 'disputed' }), {}],
    ['unrelated to the text', asset('a', { title: 'Tyres', content: { quote: 'Rubber hardens', role: 'fitter' } }), {}],
    ['outside the preferred domains', asset('a'), { domains: ['legal'] }],
    ['outside the preferred types', asset('a'), { types: ['case_study'] }],
    ['already in the text', asset('a', { content: { quote: BODY.slice(12) } }), {}],
    ['an image that the text already shows', asset('a', { type: 'original_visual', content: IMAGE_IN_TEXT }), {}],
  ])('exclude assets that are %s', (_, candidate, preferences) => {
    expect(chosenIds([candidate], { body: `${BODY}\n\n![Sourdough](/sourdough.jpg)` }, preferences)).toEqual([])
  })

  it('share a domain with the text if it states any', () => {
    expect(chosenIds([asset('a')], { body: BODY, domains: ['legal'] } as never)).toEqual([])
    expect(chosenIds([asset('a')], { body: BODY, domains: ['legal', 'food'] } as never)).toEqual(['a'])
  })
})

describe('revision by rules', () => {
  it('appends assets, each with its speaker or source, and closes their gaps', () => {
    const assets = [
      asset('quote'),
      asset('study', {
        type: 'case_study',
        title: 'Waste at Brodie’s',
        sourceUrl: null,
        content: { story: 'Waste fell from 19 kg to 8 kg a week.' },
      }),
      asset('picture', { type: 'original_visual', content: { url: '/a.jpg', alt: 'The retarder with its door open' } }),
      asset('finding', {
        type: 'research_finding',
        title: 'Sourdough review 2024',
        sourceUrl: 'https://doi.org/10.1000/1',
        content: { finding: 'Slow fermentation builds acid.', method: 'Measured by titration.' },
      }),
      asset('empty', { content: { note: 'x' } }),
    ]
    const { content, inserted } = editByRules({ body: BODY }, assets, EEAT)
    expect(inserted).toEqual(['quote', 'study', 'picture', 'finding'])
    expect(content.body).toBe(
      `${BODY}\n\n> “Cold dough forgives what warm dough never would”\n>\n> — Kim Day, head baker, Brodie’s ([A baker on sourdough](https://brodies.example/bakers))\n\n## Case study: Waste at Brodie’s\n\nWaste fell from 19 kg to 8 kg a week.\n\n![The retarder with its door open](/a.jpg)\n\nSlow fermentation builds acid. Measured by titration. ([Sourdough review 2024](https://doi.org/10.1000/1))\n`,
    )
    const before = verdictOf({ body: BODY })
    const after = verdictOf(content)
    const closed = before.gaps
      .map((gap) => gap.requirementId)
      .filter((id) => !after.gaps.some((gap) => gap.requirementId === id))
    expect(closed).toEqual(
      expect.arrayContaining(['EXP-03', 'EXP-04', 'EXP-05', 'XPT-03', 'AUT-01', 'AUT-02', 'AUT-03']),
    )
  })

  it('property: fabricates nothing and never lowers the score, for any texts and assets', () => {
    const piece = fc.constantFrom(
      ...[
        '12',
        '3.5',
        'kg',
        '%',
        'twenty',
        'https://a.example/x',
        '“we saw it rise twice”',
        'M.D.',
        'RN',
        'Ann Lee',
        '.',
      ],
      ...['bread', 'sourdough', '\n\n', '"it rose all night"', '# Bread', '[a](https://b.example)', '$5', 'n = 4'],
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' '))
    const anyAsset = fc.record({ text, quote: text, alt: text, role: text, title: text })
    fc.assert(
      fc.property(text, fc.array(anyAsset, { maxLength: 3 }), fc.nat(4), (body, contents, at) => {
        const types = [
          'expert_quote',
          'case_study',
          'research_finding',
          'customer_quote',
          'first_hand_experience',
        ] as const
        const assets = contents.map((content, nth) =>
          asset(String(nth), { content, title: content.title, type: types[(at + nth) % types.length] ?? 'case_study' }),
        )
        const { content } = editByRules({ body }, assets, EEAT)
        const sources = [body, ...assets.flatMap((each) => [...Object.values(each.content).map(String), each.title])]
        // An asset is inserted as one line if its position requires one.
        const lines = sources.map((each) => each.replace(/\s*\n\s*/g, ' '))
        const insertedTexts = [...lines, 'Kim Day', 'https://brodies.example/bakers', 'Case study']
        expect(fabricationsIn(content.body, [...sources, ...insertedTexts])).toEqual([])
        expect(verdictOf(content).score).toBeGreaterThanOrEqual(verdictOf({ body }).score)
      }),
      { numRuns: scaled(600, 10_000) },
    )
  }, 180_000)
})

describe('revision by a model', () => {
  const original = { content: { body: BODY }, policy: EEAT, gaps: gaps.length, assets: [asset('quote')] }

  it.each([
    ['a number', 'Waste fell by 37 kilograms.', 'number'],
    ['a number in words', 'Waste fell by forty kilograms.', 'number'],
    ['an address', 'See [here](https://made.example/up).', 'url'],
    ['a part of an address', 'See [here](https://brodies.example/bak).', 'url'],
    ['a share', 'Half of all bakers do so.', 'number'],
    ['an amount from a number in the text', 'It costs $4.', 'number'],
    ['a quotation', 'She said “it was the finest loaf of all”.', 'quotation'],
    ['a credential', 'Kim Day, PhD, agrees.', 'credential'],
  ])('rejects the fabrication of %s with its position', (_, sentence, kind) => {
    const judgement = judgeRevision(original, `${BODY} ${sentence}`)
    expect(judgement).toMatchObject({ ok: false, reason: 'fabrication' })
    if (judgement.ok || judgement.reason !== 'fabrication') throw new Error('The revision was accepted')
    expect(judgement.fabrications.map((each) => each.kind)).toContain(kind)
  })

  it('accepts a paraphrase, and rejects a changed quotation', () => {
    const { content } = editByRules(original.content, original.assets, EEAT)
    const merged = { ...original, content, gaps: verdictOf(content).gapCount }
    const moved = content.body.replace('wrote the kilograms', 'put the kilograms')
    expect(judgeRevision(merged, moved)).toMatchObject({ ok: true, content: { body: moved } })
    const misquoted = content.body.replace('never would', 'often would')
    expect(judgeRevision(merged, misquoted)).toMatchObject({ ok: false, reason: 'fabrication' })
  })

  it.each([
    ['drops most of the text', BODY.slice(0, 40), 'length'],
    [
      'replaces the wording',
      'Wholly unlike words about boats and rivers in the rain. '.repeat(3).slice(0, BODY.length),
      'not_preserved',
    ],
    ['is more than twice as long', `${BODY}${' And so it went on and on.'.repeat(12)}`, 'length'],
    ['opens gaps', BODY.replace('By Ada Kay\n\n', '').replace('I weighed', 'Somebody weighed'), 'more_gaps'],
  ])('rejects a revision that %s', (_, revised, reason) => {
    expect(judgeRevision(original, revised)).toMatchObject({ ok: false, reason })
  })

  it('compares long texts by word', () => {
    const body = `${BODY} ${'The dough rose slowly in the dark and nobody came by to look at it. '.repeat(400)}`
    const long = { ...original, content: { body }, gaps: 22 }
    expect(judgeRevision(long, body.replaceAll('dark', 'cold'))).toMatchObject({ ok: true })
    const other = body.slice(0, 9_000) + 'Boats went over the river and back again. '.repeat(400)
    expect(judgeRevision(long, other)).toMatchObject({ ok: false, reason: 'not_preserved' })
  })

  it('property: an adversarial model never adds a fabrication', () => {
    const inventions = fc.constantFrom(
      ...[
        'by 41 %',
        'in 1987',
        'https://lie.example',
        '“they all said so to me”',
        'J. Roe, M.D.',
        'sixty people',
        '$9.99',
        'www.lie.example',
      ],
    )
    const reply = fc.array(fc.oneof(inventions, fc.constantFrom('bread', 'rose', 'slowly', '.')), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(reply, fc.nat(BODY.length), (parts, at) => {
        const invention = parts.join(' ')
        const isInvented = parts.some((part) => !/^(?:bread|rose|slowly|\.)$/.test(part))
        const judgement = judgeRevision(original, `${BODY.slice(0, at)} ${invention} ${BODY.slice(at)}`)
        if (isInvented) expect(judgement.ok).toBe(false)
      }),
      { numRuns: scaled(600, 10_000) },
    )
  }, 120_000)
})
