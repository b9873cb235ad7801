import { describe, expect, test } from 'vitest'
import { EMPTY_DRAFT } from '../../../console/evidence/content-draft.ts'
import { FILL_OPTIONS, fillRequest, outcomeText } from '../../../console/evidence/fill-words.ts'
import { applyHunks, hunkLines, hunksOf, revisionOf } from '../../../console/evidence/hunks.ts'

const BEFORE = '# Rye\n\nIt is good.\n\nIt rises.\n'
const AFTER =
  '# Rye\n\nIt is good for bread.\n\nIt rises.\n\n> “Warm.”\n>\n> — Ivo\n\n## Case study: Kay\n\nWe baked.\n'

describe('revisionOf', () => {
  const { lines, hunks } = revisionOf(BEFORE, AFTER)
  const addedLines = (index: number) =>
    lines
      .slice(hunks[index]?.start, hunks[index]?.end)
      .filter(({ kind }) => kind === 'added')
      .map(({ text }) => text)
      .filter(Boolean)

  test('returns a change per place, and one per block added in one place', () => {
    expect(hunks.map((_, index) => addedLines(index))).toEqual([
      ['It is good for bread.'],
      ['> “Warm.”', '>', '> — Ivo'],
      ['## Case study: Kay', 'We baked.'],
    ])
  })

  test('gives the whole revision with all changes, and the original with none', () => {
    expect(applyHunks(lines, hunks, new Set(hunks.keys()))).toBe(AFTER)
    expect(applyHunks(lines, hunks, new Set())).toBe(BEFORE)
  })

  test.each([
    [0, '# Rye\n\nIt is good for bread.\n\nIt rises.\n'],
    [1, '# Rye\n\nIt is good.\n\nIt rises.\n\n> “Warm.”\n>\n> — Ivo\n'],
    [2, '# Rye\n\nIt is good.\n\nIt rises.\n\n## Case study: Kay\n\nWe baked.\n'],
  ])('applies change %i alone', (index, text) => {
    expect(applyHunks(lines, hunks, new Set([index]))).toBe(text)
  })

  test('shows a change with its context', () => {
    const [first = { start: 0, end: 0 }] = hunks
    expect(hunkLines(lines, first).map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
  })

  test('returns no changes for equal texts', () => {
    expect(hunksOf(revisionOf(BEFORE, BEFORE).lines)).toEqual([])
  })
})

describe('gap fill', () => {
  test('requests all gaps, or those of one pillar', () => {
    const draft = { ...EMPTY_DRAFT, body: 'a', policy: 'technical-docs' }
    const request = { content: { body: 'a' }, policyVersion: 'technical-docs', maxIterations: 3 }
    expect(fillRequest(draft, FILL_OPTIONS)).toEqual(request)
    expect(fillRequest(draft, { rounds: '5', pillar: 'Expertise' })).toEqual({
      ...request,
      maxIterations: 5,
      targetPillars: ['Expertise'],
    })
  })

  const gapFill = {
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

  test('describes the outcome', () => {
    expect(outcomeText({ ...gapFill, finalGaps: 0, converged: true })).toBe('All gaps are closed')
    expect(outcomeText({ ...gapFill, bailReason: 'max_iterations' })).toBe(
      'Stopped at the maximum number of rounds; 1 gap is left',
    )
    expect(outcomeText({ ...gapFill, finalGaps: 2, bailReason: 'cost_ceiling' })).toMatch(/\$0\.25; 2 gaps are left/)
    expect(outcomeText({ ...gapFill, bailReason: 'llm_bail' })).toBe(
      'No asset in the library closes the remaining gaps; 1 gap is left',
    )
    expect(outcomeText({ ...gapFill, bailReason: 'llm_bail', editor: 'a-model' })).toMatch(
      /^The model returned no usable revision/,
    )
    expect(outcomeText(gapFill)).toBe('1 gap is left')
  })
})
