import { ARTIFACT_TYPES, type ArtifactType, checkArtifact } from '@signet/artifacts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { corpus } from './corpus/corpus.ts'

/** Maximum length of files for which every prefix is checked quickly. */
const TRUNCATED_BYTES_MAX = 10_000
const accepted = corpus.filter(({ refusedBy, bytes }) => refusedBy === undefined && bytes.length <= TRUNCATED_BYTES_MAX)

const BINARY: readonly ArtifactType[] = ARTIFACT_TYPES.filter((type) => !type.startsWith('text/'))

/** Signatures of real formats before random bytes, so that more than the first line of a check is reached. */
const MAGIC = ['', '%PDF-', 'PK\u0003\u0004', 'd0cf11e0a1b11ae1', '{"a":', '['].map((text, at) =>
  Buffer.from(text, at === 3 ? 'hex' : 'latin1'),
)

describe('truncated file', () => {
  it.each(accepted)('no truncation throws: $title', ({ type, bytes }) => {
    const isAccepted = Array.from({ length: bytes.length }, (_, length) => {
      const { ok } = checkArtifact({ bytes: bytes.subarray(0, length), type })
      return ok
    })
    expect(isAccepted).toHaveLength(bytes.length)
    // The rest of a text is valid text. The rest of an archive or a JSON document is not valid.
    const needsAllBytes = type.endsWith('json') || type.includes('zip') || type.includes('sheet')
    if (needsAllBytes) expect(isAccepted.slice(0, -2)).not.toContain(true)
  })
})

describe('file with one changed byte', () => {
  it('no change throws, for any declared type', () => {
    const file = fc.constantFrom(...accepted)
    const change = fc.tuple(file, fc.nat(), fc.integer({ min: 0, max: 255 }), fc.constantFrom(...ARTIFACT_TYPES))
    fc.assert(
      fc.property(change, ([{ bytes }, position, byte, type]) => {
        const changed = Buffer.from(bytes)
        changed[position % bytes.length] = byte
        expect(checkArtifact({ bytes: changed, type })).toHaveProperty('ok')
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('random bytes', () => {
  it.each(BINARY)('random bytes are never %s', (type) => {
    fc.assert(
      fc.property(fc.constantFrom(...MAGIC), fc.uint8Array({ minLength: 16, maxLength: 3_000 }), (magic, rest) => {
        expect(checkArtifact({ bytes: Buffer.concat([magic, rest]), type })).toMatchObject({ ok: false })
      }),
    )
  })
})
