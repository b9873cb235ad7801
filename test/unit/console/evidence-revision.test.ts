import { describe, expect, test } from 'vitest'
import { EMPTY_DRAFT } from '../../../console/evidence/content-draft.ts'
import { endWords, FILL_OPTIONS, fillRequest } from '../../../console/evidence/fill-words.ts'
import { hunkLines, hunksOf, revisionOf, textWith } from '../../../console/evidence/hunks.ts'

const BEFORE = '# Rye\n\nIt is good.\n\nIt rises.\n'
const AFTER =
  '# Rye\n\nIt is good for bread.\n\nIt rises.\n\n> “Warm.”\n>\n> — Ivo\n\n## Case study: Kay\n\nWe baked.\n'

describe('a revision', () => {
  const { lines, hunks } = revisionOf(BEFORE, AFTER)
  const added = (nth: number) =>
    lines
      .slice(hunks[nth]?.start, hunks[nth]?.end)
      .filter(({ kind }) => kind === 'added')
      .map(({ text }) => text)
      .filter(Boolean)

  test('has a change for each place, and one for each block that was added in one', () => {
    expect(hunks.map((_, nth) => added(nth))).toEqual([
      ['It is good for bread.'],
      ['> “Warm.”', '>', '> — Ivo'],
      ['## Case study: Kay', 'We baked.'],
    ])
  })

  test('is the whole revision with all changes taken, and the text itself with none', () => {
    expect(textWith(lines, hunks, new Set(hunks.keys()))).toBe(AFTER)
    expect(textWith(lines, hunks, new Set())).toBe(BEFORE)
  })

  test.each([
    [0, '# Rye\n\nIt is good for bread.\n\nIt rises.\n'],
    [1, '# Rye\n\nIt is good.\n\nIt rises.\n\n> “Warm.”\n>\n> — Ivo\n'],
    [2, '# Rye\n\nIt is good.\n\nIt rises.\n\n## Case study: Kay\n\nWe baked.\n'],
  ])('with change %i alone has that one', (nth, text) => {
    expect(textWith(lines, hunks, new Set([nth]))).toBe(text)
  })

  test('shows a change with what stands around it', () => {
    const [first = { start: 0, end: 0 }] = hunks
    expect(hunkLines(lines, first).map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
  })

  test('has no changes where nothing was changed', () => {
    expect(hunksOf(revisionOf(BEFORE, BEFORE).lines)).toEqual([])
  })
})

describe('a gap-fill', () => {
  test('asks for all gaps, or for those of one pillar', () => {
    const draft = { ...EMPTY_DRAFT, body: 'a', policy: 'technical-docs' }
    const all = { content: { body: 'a' }, policyVersion: 'technical-docs', maxIterations: 3 }
    expect(fillRequest(draft, FILL_OPTIONS)).toEqual(all)
    expect(fillRequest(draft, { rounds: '5', pillar: 'Expertise' })).toEqual({
      ...all,
      maxIterations: 5,
      targetPillars: ['Expertise'],
    })
  })

  const ended = {
    gapFillId: '',
    iterations: 1,
    initialGaps: 3,
    finalGaps: 1,
    converged: false,
    revised: { body: '' },
    iterationLog: [],
    creditsUsed: 0,
    gapFillHash: '',
    policyVersion: '',
    editor: 'rules',
  }

  test('says how it ended', () => {
    expect(endWords({ ...ended, finalGaps: 0, converged: true })).toBe('No gap is left')
    expect(endWords({ ...ended, bailReason: 'max_iterations' })).toBe('It ended after its last round; 1 gap is left')
    expect(endWords({ ...ended, finalGaps: 2, bailReason: 'cost_ceiling' })).toMatch(
      /\$0\.25 of models; 2 gaps are left/,
    )
    expect(endWords({ ...ended, bailReason: 'llm_bail' })).toBe('Nothing more of the library helps; 1 gap is left')
    expect(endWords({ ...ended, bailReason: 'llm_bail', editor: 'a-model' })).toMatch(/^The model would not go on/)
    expect(endWords(ended)).toBe('1 gap is left')
  })
})
