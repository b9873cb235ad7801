import { sha256 } from '../digest/index.ts'

/** A SHA-256, 32 bytes. */
export type Hash = Uint8Array

/**
 * Returns the hash of the complete subtree of `2 ** height` leaves that starts at leaf `index * 2 ** height`. Height 0
 * is the hash of a leaf.
 */
export type HashAt = (height: number, index: number) => Hash

const HASH_BYTES = 32
/** Maximum number of hashes on a path: indexes in larger trees exceed 2^53, the exact range of numbers. */
const PROOF_MAX = 53

const prefixed = (prefix: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(1 + parts.reduce((sum, { length }) => sum + length, 0))
  bytes[0] = prefix
  let offset = 1
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

/** Returns the hash of an entry (RFC 6962 2.1). */
export const leafHash = (entry: Uint8Array): Hash => sha256(prefixed(0, entry))

/** Returns the hash of two sibling nodes (RFC 6962 2.1). */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(prefixed(1, left, right))

/** Compares two hashes. Not constant-time; the inputs are public. */
export const isSameHash = (a: Hash, b: Hash): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

const isPowerOfTwo = (size: number): boolean => size === 1 || splitOf(size) * 2 === size

/**
 * Returns the hash of the leaves from `begin` to `end`, exclusive, as a subtree. Calls `hashAt` only for complete
 * subtrees.
 */
const rangeHash = (begin: number, end: number, hashAt: HashAt): Hash => {
  const size = end - begin
  if (isPowerOfTwo(size)) return hashAt(Math.log2(size), begin / size)
  const split = splitOf(size)
  return nodeHash(rangeHash(begin, begin + split, hashAt), rangeHash(begin + split, end, hashAt))
}

/** Returns the root of a tree of `size` leaves; for an empty tree the hash of the empty string (RFC 6962 2.1). */
export const rootOf = (size: number, hashAt: HashAt): Hash =>
  size === 0 ? sha256(new Uint8Array()) : rangeHash(0, size, hashAt)

const pathTo = (index: number, begin: number, end: number, hashAt: HashAt): Hash[] => {
  const size = end - begin
  if (size === 1) return []
  const middle = begin + splitOf(size)
  return index < middle
    ? [...pathTo(index, begin, middle, hashAt), rangeHash(middle, end, hashAt)]
    : [...pathTo(index, middle, end, hashAt), rangeHash(begin, middle, hashAt)]
}

const requireSize = (size: number): void => {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`${size} is not a valid tree size`)
}

/**
 * Returns the siblings on the path from a leaf to the root (RFC 6962 2.1.1).
 * @throws RangeError for a leaf outside the tree.
 */
export const inclusionProof = (index: number, size: number, hashAt: HashAt): readonly Hash[] => {
  requireSize(size)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size)
    throw new RangeError(`A tree of ${size} leaves does not contain leaf ${index}`)
  return pathTo(index, 0, size, hashAt)
}

/**
 * SUBPROOF of RFC 6962 2.1.2. If the first `oldSize` leaves of the range are the whole old tree, its hash is omitted,
 * because the verifier has it.
 */
const sharedPath = (oldSize: number, begin: number, end: number, isOldTree: boolean, hashAt: HashAt): Hash[] => {
  const size = end - begin
  if (oldSize === size) return isOldTree ? [] : [rangeHash(begin, end, hashAt)]
  const split = splitOf(size)
  const middle = begin + split
  return oldSize <= split
    ? [...sharedPath(oldSize, begin, middle, isOldTree, hashAt), rangeHash(middle, end, hashAt)]
    : [...sharedPath(oldSize - split, middle, end, false, hashAt), rangeHash(begin, middle, hashAt)]
}

/**
 * Returns the proof that the tree of `oldSize` leaves is a prefix of the tree of `size` leaves (RFC 6962 2.1.2).
 * @throws RangeError unless 0 < oldSize <= size: an empty tree has no proof.
 */
export const consistencyProof = (oldSize: number, size: number, hashAt: HashAt): readonly Hash[] => {
  requireSize(size)
  if (!Number.isSafeInteger(oldSize) || oldSize < 1 || oldSize > size)
    throw new RangeError(`A tree of ${oldSize} leaves is not a prefix of a tree of ${size} leaves`)
  return sharedPath(oldSize, 0, size, true, hashAt)
}

const isOdd = (value: number): boolean => value % 2 === 1
const halve = (value: number): number => Math.floor(value / 2)

/** Ascends past nodes without a sibling, for which a proof contains no hash. */
const skipOnlyChildren = (position: { node: number; last: number }): void => {
  while (!isOdd(position.node) && position.node !== 0) {
    position.node = halve(position.node)
    position.last = halve(position.last)
  }
}

/** Returns whether a leaf is in the tree with this root (RFC 9162 2.1.3.2); false for malformed input. */
export const verifyInclusion = (
  leaf: Hash,
  { index, size, proof, root }: { index: number; size: number; proof: readonly Hash[]; root: Hash },
): boolean => {
  if (![index, size].every(Number.isSafeInteger) || index < 0 || index >= size || proof.length > PROOF_MAX) return false
  if (leaf.length !== HASH_BYTES || root.length !== HASH_BYTES) return false
  const position = { node: index, last: size - 1 }
  let hash = leaf
  for (const neighbor of proof) {
    if (neighbor.length !== HASH_BYTES || position.last === 0) return false
    if (isOdd(position.node) || position.node === position.last) {
      hash = nodeHash(neighbor, hash)
      if (!isOdd(position.node)) skipOnlyChildren(position)
    } else {
      hash = nodeHash(hash, neighbor)
    }
    position.node = halve(position.node)
    position.last = halve(position.last)
  }
  return position.last === 0 && isSameHash(hash, root)
}

interface Trees {
  readonly oldSize: number
  readonly oldRoot: Hash
  readonly size: number
  readonly root: Hash
  readonly proof: readonly Hash[]
}

/** Returns the old and the new root that a consistency path yields; undefined for a path of the wrong length. */
const rootsOfPath = (
  { oldSize, size }: Pick<Trees, 'oldSize' | 'size'>,
  path: readonly Hash[],
): { readonly before: Hash; readonly after: Hash } | undefined => {
  const position = { node: oldSize - 1, last: size - 1 }
  while (isOdd(position.node)) {
    position.node = halve(position.node)
    position.last = halve(position.last)
  }
  const [start, ...rest] = path
  if (!start) return undefined
  let before = start
  let after = start
  for (const hash of rest) {
    if (position.last === 0) return undefined
    if (isOdd(position.node) || position.node === position.last) {
      before = nodeHash(hash, before)
      after = nodeHash(hash, after)
      if (!isOdd(position.node)) skipOnlyChildren(position)
    } else {
      after = nodeHash(after, hash)
    }
    position.node = halve(position.node)
    position.last = halve(position.last)
  }
  return position.last === 0 ? { before, after } : undefined
}

/**
 * Returns the roots that a proof yields. If the old size is a power of two, the proof omits the old root, so the path
 * starts with it.
 */
const provenRoots = (trees: Trees): ReturnType<typeof rootsOfPath> => {
  const { oldSize, oldRoot, size, root, proof } = trees
  if (![oldSize, size].every(Number.isSafeInteger) || oldSize < 1 || oldSize >= size) return undefined
  if (proof.length === 0 || proof.length > PROOF_MAX * 2) return undefined
  if ([oldRoot, root, ...proof].some(({ length }) => length !== HASH_BYTES)) return undefined
  return rootsOfPath(trees, isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof)
}

/**
 * Returns whether one tree is a prefix of the other (RFC 9162 2.1.4.2); false for malformed input and an empty old
 * tree.
 */
export const verifyConsistency = (trees: Trees): boolean => {
  const { oldSize, oldRoot, size, root, proof } = trees
  if (oldSize === size) return Number.isSafeInteger(size) && size > 0 && proof.length === 0 && isSameHash(oldRoot, root)
  const roots = provenRoots(trees)
  return roots !== undefined && isSameHash(roots.before, oldRoot) && isSameHash(roots.after, root)
}

/**
 * Returns whether a proof shows that the log signed two histories: it leads to the new root, but from an old tree with
 * another root. Other wrong proofs do not show a fork, because anyone can create one. If the old size is a power of two,
 * a proof does not contain the old root and the cases cannot be distinguished: every wrong proof counts as a fork.
 */
export const showsFork = (trees: Trees): boolean => {
  const roots = provenRoots(trees)
  if (!roots || verifyConsistency(trees)) return false
  return isPowerOfTwo(trees.oldSize) || isSameHash(roots.after, trees.root)
}

/** Returns the subtree hashes of a list of leaf hashes, for trees that fit into memory. */
export const hashesOf = (leaves: readonly Hash[]): HashAt => {
  const at: HashAt = (height, index) => {
    if (height > 0) return nodeHash(at(height - 1, index * 2), at(height - 1, index * 2 + 1))
    const leaf = leaves[index]
    if (!leaf) throw new RangeError(`Leaf ${index} does not exist`)
    return leaf
  }
  return at
}
