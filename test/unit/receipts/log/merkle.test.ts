import { describe, expect, it } from 'vitest'
import {
  consistencyProof,
  type Hash,
  hashesOf,
  inclusionProof,
  leafHash,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '../../../../layers/receipts/src/log/index.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))

/** Entries and roots of the common test vectors for RFC 6962. */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(bytes)
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const leaves = ENTRIES.map(leafHash)
const hashAt = hashesOf(leaves)
const root = (size: number): Hash => rootOf(size, hashAt)

const TREE = Array.from({ length: 70 }, (_, index) => leafHash(Uint8Array.of(index)))
const inTree = hashesOf(TREE)

describe('RFC 6962 tree', () => {
  it('roots match the published vectors', () => {
    expect(ROOTS.map((_, size) => hex(root(size)))).toEqual(ROOTS)
  })

  it('proves each leaf of each size up to 70, and rejects other leaves, indexes, sizes and roots', () => {
    for (let size = 1; size <= TREE.length; size++) {
      const fullRoot = rootOf(size, inTree)
      for (let index = 0; index < size; index++) {
        const inclusion = { index, size, proof: inclusionProof(index, size, inTree), root: fullRoot }
        const leaf = TREE[index] as Hash
        expect(verifyInclusion(leaf, inclusion)).toBe(true)
        expect(verifyInclusion(leafHash(Uint8Array.of(255)), inclusion)).toBe(false)
        // In a tree of one leaf, the next index is the same.
        expect(verifyInclusion(leaf, { ...inclusion, index: (index + 1) % size }) && size > 1).toBe(false)
        expect(verifyInclusion(leaf, { ...inclusion, proof: [...inclusion.proof, fullRoot] })).toBe(false)
        if (inclusion.proof.length > 0) {
          expect(verifyInclusion(leaf, { ...inclusion, proof: inclusion.proof.slice(1) })).toBe(false)
          expect(verifyInclusion(leaf, { ...inclusion, proof: inclusion.proof.slice(0, -1) })).toBe(false)
        }
        expect(verifyInclusion(leaf, { ...inclusion, root: leafHash(Uint8Array.of(9)) })).toBe(false)
      }
    }
  })

  it('proves that each size is a prefix of each larger one, except for an empty tree', () => {
    for (let size = 1; size <= TREE.length; size++) {
      for (let oldSize = 1; oldSize <= size; oldSize++) {
        const proof = consistencyProof(oldSize, size, inTree)
        const trees = { oldSize, oldRoot: rootOf(oldSize, inTree), size, root: rootOf(size, inTree), proof }
        expect(verifyConsistency(trees)).toBe(true)
        expect(verifyConsistency({ ...trees, oldSize: 0 })).toBe(false)
        expect(verifyConsistency({ ...trees, proof: [...proof, trees.root] })).toBe(false)
        expect(verifyConsistency({ ...trees, oldRoot: leafHash(Uint8Array.of(9)) })).toBe(false)
        expect(verifyConsistency({ ...trees, root: leafHash(Uint8Array.of(9)) })).toBe(false)
        if (proof.length > 0) {
          expect(verifyConsistency({ ...trees, proof: proof.slice(1) })).toBe(false)
          expect(verifyConsistency({ ...trees, proof: proof.map((hash, n) => (n === 0 ? trees.oldRoot : hash)) })).toBe(
            proof[0] === trees.oldRoot,
          )
        }
      }
    }
  })

  it.each([
    [0, 0],
    [1, 1],
    [-1, 3],
    [0.5, 3],
  ])('throws for an inclusion proof of leaf %s of %s', (index, size) => {
    expect(() => inclusionProof(index, size, inTree)).toThrow(RangeError)
    expect(verifyInclusion(TREE[0] as Hash, { index, size, proof: [], root: rootOf(1, inTree) })).toBe(false)
  })

  it('rejects leaves and roots that are not 32 bytes long', () => {
    const emptyHash = new Uint8Array()
    expect(verifyInclusion(emptyHash, { index: 0, size: 1, proof: [], root: emptyHash })).toBe(false)
    expect(
      verifyConsistency({ oldSize: 1, oldRoot: emptyHash, size: 2, root: root(2), proof: [leaves[1] as Hash] }),
    ).toBe(false)
  })

  it.each([
    [0, 3],
    [4, 3],
    [1.5, 3],
  ])('throws for a consistency proof from %s to %s leaves', (oldSize, size) => {
    expect(() => consistencyProof(oldSize, size, inTree)).toThrow(RangeError)
  })
})
