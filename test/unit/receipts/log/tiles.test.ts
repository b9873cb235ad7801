import { describe, expect, it } from 'vitest'
import {
  consistencyProof,
  entriesPath,
  growingFiles,
  growTree,
  hashesOf,
  hashesOfTiles,
  inclusionProof,
  leafHash,
  parseTilePath,
  rootOf,
  tilePath,
  tilesReadBy,
  verifyConsistency,
} from '../../../../layers/receipts/src/log/index.ts'

const entry = (index: number): Uint8Array => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, index)
  return bytes
}

/** A log in memory that refuses to overwrite a file with other bytes. */
const memoryLog = () => {
  const files = new Map<string, Uint8Array>()
  const read = (path: string): Uint8Array => {
    const bytes = files.get(path)
    if (!bytes) throw new Error(`${path} does not exist`)
    return bytes
  }
  let size = 0
  const grow = (count: number) => {
    const entries = Array.from({ length: count }, (_, at) => entry(size + at))
    const grown = growTree(size, entries, read)
    for (const { path, bytes } of grown.files) {
      expect(files.get(path) ?? bytes).toEqual(bytes)
      files.set(path, bytes)
    }
    size = grown.size
    return grown
  }
  return { files, read, grow, hashes: (treeSize: number) => hashesOfTiles(treeSize, (tile) => read(tilePath(tile))) }
}

const leaves = Array.from({ length: 67_000 }, (_, index) => leafHash(entry(index)))
const allHashes = hashesOf(leaves)

describe('tile paths', () => {
  it.each([
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 1, index: 0, width: 17 }, 'tile/1/000.p/17'],
    [{ level: 63, index: 999, width: 1 }, 'tile/63/999.p/1'],
    [{ level: 0, index: 1_000, width: 256 }, 'tile/0/x001/000'],
  ])('%j has the path %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  it.each([
    'tile/0/67',
    'tile/00/067',
    'tile/64/000',
    'tile/0/x000/067',
    'tile/0/067.p/0',
    'tile/0/067.p/256',
    'tile/0/067.p/01',
    'tile/-1/067',
    'tile/entries/1/067',
    'tile/0/../checkpoint',
    'checkpoint',
  ])('%s is rejected', (path) => expect(parseTilePath(path)).toBeUndefined())

  it('entry bundles use the same numbering', () => {
    expect(entriesPath({ index: 273, width: 112 })).toBe('tile/entries/273.p/112')
    expect(parseTilePath('tile/entries/273.p/112')).toEqual({ level: 'entries', index: 273, width: 112 })
  })
})

describe('growing log', () => {
  it('has the root of the complete tree after each step, and no file changes', () => {
    const log = memoryLog()
    let size = 0
    for (const count of [1, 2, 252, 1, 1, 255, 256, 257, 3, 1_000, 63_000, 508, 1]) {
      const { root } = log.grow(count)
      const previousSize = size
      size += count
      expect(root).toEqual(rootOf(size, allHashes))
      if (previousSize === 0) continue
      const proof = consistencyProof(previousSize, size, log.hashes(size))
      expect(
        verifyConsistency({ oldSize: previousSize, oldRoot: rootOf(previousSize, allHashes), size, root, proof }),
      ).toBe(true)
    }
  })

  it('70,000 entries yield the number of tiles in the specification', () => {
    const log = memoryLog()
    log.grow(70_000)
    const names = [...log.files.keys()]
    const level = (level: number | 'entries') => names.filter((name) => name.startsWith(`tile/${level}/`))
    expect(level(0).length).toBe(274)
    expect(level(0).at(-1)).toBe('tile/0/273.p/112')
    expect(level(1)).toEqual(['tile/1/000', 'tile/1/001.p/17'])
    expect(level(2)).toEqual(['tile/2/000.p/1'])
    expect(level('entries').length).toBe(274)
    // An entry is its length in two bytes and its 32 bytes.
    expect(log.read('tile/entries/000').length).toBe(256 * 34)
    expect([...log.read('tile/entries/000').subarray(34, 40)]).toEqual([0, 32, 0, 0, 0, 1])
  })

  it('reads only the partial tiles and the partial bundle', () => {
    expect(growingFiles(0)).toEqual([])
    expect(growingFiles(256)).toEqual(['tile/1/000.p/1'])
    expect(growingFiles(65_536 + 300)).toEqual([
      'tile/0/257.p/44',
      'tile/1/001.p/1',
      'tile/2/000.p/1',
      'tile/entries/257.p/44',
    ])
  })

  it('computes proofs from the tiles that it lists', () => {
    const log = memoryLog()
    log.grow(66_000)
    const calculate = (at: Parameters<typeof inclusionProof>[2]) => inclusionProof(40_000, 66_000, at)
    const tiles = new Map(
      tilesReadBy(66_000, calculate).map((tile) => [tilePath(tile), log.read(tilePath(tile))] as const),
    )
    expect([...tiles.keys()]).toEqual(expect.arrayContaining(['tile/0/156', 'tile/1/000']))
    expect(tiles.size).toBeLessThan(5)
    const fromTiles = calculate(hashesOfTiles(66_000, (tile) => tiles.get(tilePath(tile)) as Uint8Array))
    expect(fromTiles).toEqual(calculate(allHashes))
  })

  it('rejects entries of a wrong length and truncated tiles', () => {
    expect(() => growTree(0, [new Uint8Array(31)], () => new Uint8Array())).toThrow('32 bytes')
    expect(() => growTree(1, [entry(1)], () => new Uint8Array(5))).toThrow('tile/0/000.p/1 has 5 bytes')
  })
})
