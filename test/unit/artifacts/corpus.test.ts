import { ARTIFACT_TYPES, checkArtifact } from '@signet/artifacts'
import { describe, expect, it } from 'vitest'
import { corpus } from './corpus/corpus.ts'

describe('what may be uploaded', () => {
  it.each(corpus)('$type: $what', ({ type, bytes, refusedBy, warning }) => {
    const verdict = checkArtifact({ bytes, type })
    const rule = verdict.ok ? undefined : verdict.rule
    const warnings = verdict.ok ? verdict.warnings.map(({ rule: warned }) => warned) : []
    expect([rule, warnings]).toEqual([refusedBy, warning ? [warning] : []])
  })

  it('is shown by at least one file of each type that is accepted, and one that is refused', () => {
    const shown = (isRefused: boolean) =>
      new Set(corpus.filter(({ refusedBy }) => (refusedBy !== undefined) === isRefused).map(({ type }) => type))
    expect([...shown(false)].sort()).toEqual([...ARTIFACT_TYPES].sort())
    expect([...shown(true)].sort()).toEqual([...ARTIFACT_TYPES].sort())
  })

  it('is refused with a sentence that names the place, and never with the content', () => {
    const sentences = corpus.flatMap(({ type, bytes }) => {
      const verdict = checkArtifact({ bytes, type })
      return verdict.ok ? [] : [verdict.message]
    })
    expect(sentences.filter((sentence) => /<script|passwd|note\.txt/.test(sentence))).toEqual([])
    expect(sentences.every((sentence) => sentence.length > 10 && sentence.length < 120)).toBe(true)
  })

  it('is a view of a larger buffer, too', () => {
    const file = Buffer.from('xx%PDF-1.7\n%%EOFxx')
    expect(checkArtifact({ bytes: file.subarray(2, -2), type: 'application/pdf' }).ok).toBe(true)
    expect(checkArtifact({ bytes: new Uint8Array(file), type: 'application/pdf' }).ok).toBe(false)
  })

  it('names how many cells begin like formulas, numbers with a sign among them, and the first', () => {
    const verdict = checkArtifact({ bytes: Buffer.from('a,=1\n@b,-2\n'), type: 'text/csv' })
    expect(verdict.ok && verdict.warnings.map(({ message }) => message)).toEqual([
      '3 cells begin with = + - or @, which spreadsheet programs may compute; the first is at byte 2',
    ])
  })
})
