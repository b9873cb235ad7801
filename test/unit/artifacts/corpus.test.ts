import { ARTIFACT_TYPES, checkArtifact } from '@signet/artifacts'
import { describe, expect, it } from 'vitest'
import { corpus } from './corpus/corpus.ts'

describe('artifact check', () => {
  it.each(corpus)('$type: $title', ({ type, bytes, refusedBy, warning }) => {
    const verdict = checkArtifact({ bytes, type })
    const rule = verdict.ok ? undefined : verdict.rule
    const warnings = verdict.ok ? verdict.warnings.map(({ rule: warned }) => warned) : []
    expect([rule, warnings]).toEqual([refusedBy, warning ? [warning] : []])
  })

  it('the corpus contains an accepted and a refused file of each type', () => {
    const shown = (isRefused: boolean) =>
      new Set(corpus.filter(({ refusedBy }) => (refusedBy !== undefined) === isRefused).map(({ type }) => type))
    expect([...shown(false)].sort()).toEqual([...ARTIFACT_TYPES].sort())
    expect([...shown(true)].sort()).toEqual([...ARTIFACT_TYPES].sort())
  })

  it('a message names the position, and never contains the content', () => {
    const sentences = corpus.flatMap(({ type, bytes }) => {
      const verdict = checkArtifact({ bytes, type })
      return verdict.ok ? [] : [verdict.message]
    })
    expect(sentences.filter((sentence) => /<script|passwd|note\.txt/.test(sentence))).toEqual([])
    expect(sentences.every((sentence) => sentence.length > 10 && sentence.length < 120)).toBe(true)
  })

  it('a view of a larger buffer is checked without the rest of the buffer', () => {
    const file = Buffer.from('xx%PDF-1.7\n%%EOFxx')
    expect(checkArtifact({ bytes: file.subarray(2, -2), type: 'application/pdf' }).ok).toBe(true)
    expect(checkArtifact({ bytes: new Uint8Array(file), type: 'application/pdf' }).ok).toBe(false)
  })

  it('a warning contains the number of cells that begin like formulas, including signed numbers, and the first position', () => {
    const verdict = checkArtifact({ bytes: Buffer.from('a,=1\n@b,-2\n'), type: 'text/csv' })
    expect(verdict.ok && verdict.warnings.map(({ message }) => message)).toEqual([
      '3 cells begin with = + - or @, which spreadsheet programs may compute; the first is at byte 2',
    ])
  })
})
