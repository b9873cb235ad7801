import { describe, expect, it } from 'vitest'
import {
  addCheckpointText,
  consistencyProof,
  hashesOf,
  judgeCheckpoint,
  leafHash,
  parseAddCheckpoint,
  rootOf,
} from '../../../../layers/receipts/src/log/index.ts'

const hashes = hashesOf(Array.from({ length: 20 }, (_, at) => leafHash(Uint8Array.of(at))))
const origin = 'signet.example/log/2026'
const checkpointOf = (size: number) => ({ origin, size, root: rootOf(size, hashes) })
const note = {
  text: 'signet.example/log/2026\n7\nroot\n',
  signatures: [{ name: 'log', id: new Uint8Array(4), signature: new Uint8Array(64) }],
}

describe('add-checkpoint request', () => {
  it('parses the text that it formats', () => {
    const request = { oldSize: 7, proof: consistencyProof(7, 20, hashes), checkpoint: note }
    const text = addCheckpointText(request)
    expect(text.split('\n')[0]).toBe('old 7')
    expect(addCheckpointText(parseAddCheckpoint(text))).toBe(text)
    expect(parseAddCheckpoint(addCheckpointText({ ...request, oldSize: 0, proof: [] }))).toMatchObject({
      oldSize: 0,
      proof: [],
    })
  })

  it.each([
    ['no size', 'new 7\n\n', 'must start with "old"'],
    ['a size with a leading zero', 'old 07\n\n', 'must start with "old"'],
    ['64 hashes', `old 7\n${`${'A'.repeat(43)}=\n`.repeat(64)}\n`, 'at most 63'],
    ['a line that is not a hash', 'old 7\nAAAA\n\n', 'not a SHA-256'],
    ['an empty body', '', 'an empty line'],
    ['no checkpoint', 'old 7\n\n', 'no signature'],
  ])('rejects %s', (_, body, message) => expect(() => parseAddCheckpoint(body)).toThrow(message))
})

describe('witness decision', () => {
  it('cosigns the first checkpoint and consistent later ones', () => {
    expect(judgeCheckpoint({ oldSize: 0, proof: [] }, checkpointOf(7), undefined)).toEqual({
      kind: 'cosign',
      checkpoint: checkpointOf(7),
    })
    const proof = consistencyProof(7, 20, hashes)
    expect(judgeCheckpoint({ oldSize: 7, proof }, checkpointOf(20), checkpointOf(7)).kind).toBe('cosign')
    expect(judgeCheckpoint({ oldSize: 7, proof: [] }, checkpointOf(7), checkpointOf(7)).kind).toBe('cosign')
  })

  it('returns its size if the log assumes another', () => {
    expect(judgeCheckpoint({ oldSize: 0, proof: [] }, checkpointOf(20), checkpointOf(7))).toMatchObject({
      kind: 'other_size',
      size: 7,
    })
    expect(judgeCheckpoint({ oldSize: 21, proof: [] }, checkpointOf(20), checkpointOf(7)).kind).toBe('malformed')
  })

  it('refuses another history, and reports a fork if the log has signed both', () => {
    const otherHistory = { ...checkpointOf(20), root: leafHash(Uint8Array.of(99)) }
    const proof = consistencyProof(7, 20, hashes)
    expect(judgeCheckpoint({ oldSize: 7, proof }, otherHistory, checkpointOf(7)).kind).toBe('inconsistent')
    expect(judgeCheckpoint({ oldSize: 7, proof: [] }, checkpointOf(20), checkpointOf(7)).kind).toBe('inconsistent')
    expect(judgeCheckpoint({ oldSize: 0, proof }, checkpointOf(20), undefined).kind).toBe('inconsistent')
    const fork = { ...checkpointOf(7), root: leafHash(Uint8Array.of(99)) }
    expect(judgeCheckpoint({ oldSize: 7, proof: [] }, fork, checkpointOf(7))).toMatchObject({ kind: 'forked', size: 7 })
  })

  it('reports a fork for a proof of another history, and none for an invalid proof', () => {
    const otherHashes = hashesOf(Array.from({ length: 20 }, (_, leaf) => leafHash(Uint8Array.of(9, leaf))))
    const fork = { origin, size: 20, root: rootOf(20, otherHashes) }
    const garbage = Array.from({ length: 5 }, (_, byte) => leafHash(Uint8Array.of(77, byte)))
    const isFork = (oldSize: number, proof: readonly Uint8Array[], checkpoint = checkpointOf(20)) => {
      const verdict = judgeCheckpoint({ oldSize, proof }, checkpoint, checkpointOf(oldSize))
      return verdict.kind === 'inconsistent' ? verdict.isFork : verdict.kind
    }
    for (const oldSize of [3, 5, 6, 7, 12, 15, 19]) {
      expect(isFork(oldSize, consistencyProof(oldSize, 20, otherHashes), fork)).toBe(true)
      expect(isFork(oldSize, consistencyProof(oldSize, 20, hashes))).toBe('cosign')
      expect(isFork(oldSize, garbage)).toBe(false)
      expect(isFork(oldSize, [])).toBe(false)
      expect(isFork(oldSize, consistencyProof(oldSize, 20, hashes), fork)).toBe(false)
    }
    // A proof from a power of two does not contain the old root.
    for (const oldSize of [1, 2, 4, 8, 16]) {
      expect(isFork(oldSize, consistencyProof(oldSize, 20, otherHashes), fork)).toBe(true)
      expect(isFork(oldSize, consistencyProof(oldSize, 20, hashes))).toBe('cosign')
      expect(isFork(oldSize, [])).toBe(false)
    }
    expect(isFork(20, garbage)).toBe(false)
  })

  it('refuses a smaller size', () => {
    expect(judgeCheckpoint({ oldSize: 20, proof: [] }, checkpointOf(7), checkpointOf(20)).kind).toBe('malformed')
  })
})
