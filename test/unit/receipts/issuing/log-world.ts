import { createHash } from 'node:crypto'
import {
  blind,
  bytesOfBase64,
  type Checkpoint,
  consistencyProof,
  hashesOfTiles,
  inclusionProof,
  leafHash,
  parseCheckpoint,
  parseNote,
  signersOf,
  type TileRef,
  tilePath,
  tilesReadBy,
  toHex,
  verifyConsistency,
  verifyInclusion,
} from '@signet/receipts'
import { expect } from 'vitest'
import { leafPositionTable } from '../../../../lambdas/receipts/log/leaf-position-table.ts'
import type { LogObjects } from '../../../../lambdas/receipts/log/log-objects.ts'
import { type SequenceDeps, sequenceLog } from '../../../../lambdas/receipts/sequence/sequence-log.ts'
import { type CrashPoint, withCrash } from '../../../support/crash-point.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'
import { SIGNERS, ticking, under } from './issuing-world.ts'

export const ORIGIN = 'signet.example/log/2026'

/** A log in memory that records every published checkpoint. */
export const memoryLog = () => {
  const files = new Map<string, Uint8Array>()
  const published: string[] = []
  const versionOf = (text: string): string => createHash('md5').update(text).digest('hex')
  const writeOnce = (key: string, bytes: Uint8Array): void => {
    const existing = files.get(key)
    // Rewriting a file must write the same bytes.
    if (existing) expect([key, Buffer.compare(existing, bytes)]).toEqual([key, 0])
    else files.set(key, bytes)
  }
  const objects: LogObjects = {
    read: async (year, path) => files.get(`log/${year}/${path}`),
    write: async (year, path, bytes) => writeOnce(`log/${year}/${path}`, bytes),
    async checkpoint() {
      const text = published.at(-1)
      return text === undefined ? undefined : { text, version: versionOf(text) }
    },
    async replaceCheckpoint(_year, text, version) {
      const last = published.at(-1)
      if (version !== (last === undefined ? undefined : versionOf(last))) return last === text
      published.push(text)
      return true
    },
    nextBatch: async (year, size) => {
      const bytes = files.get(`batches/${year}/${size}`)
      return bytes && (String(bytes).match(/.{64}/g) ?? [])
    },
    fixNextBatch: async (year, size, hashes) => {
      const key = `batches/${year}/${size}`
      if (!files.has(key)) files.set(key, Buffer.from(hashes.join('')))
    },
  }
  return { objects, files, published }
}
export type MemoryLog = ReturnType<typeof memoryLog>

export const sequenceDeps = (world: Pick<TableWorld, 'db'>, objects: LogObjects): SequenceDeps => ({
  db: world.db,
  table: TABLE,
  now: ticking,
  signers: SIGNERS,
  issuer: 'https://signet.example',
  objects,
  positions: leafPositionTable({ db: world.db, table: TABLE }),
  log: { info: () => undefined },
})

/** Sequencer whose calls pass the crash point. */
export const crashingSequencer = (world: TableWorld, { objects }: MemoryLog, cut: CrashPoint) =>
  sequenceLog(sequenceDeps({ db: under(world, cut) }, withCrash(objects, cut)))

const tileReader =
  ({ files }: MemoryLog) =>
  (tile: TileRef): Uint8Array =>
    files.get(`log/2026/${tilePath(tile)}`) ?? new Uint8Array()

/** Expects signed, consistent checkpoints with one root per size. */
export const expectConsistent = async (log: MemoryLog): Promise<readonly Checkpoint[]> => {
  const { publicKey } = await SIGNERS('receipt-log')
  const checkpoints: Checkpoint[] = []
  for (const text of log.published) {
    const note = parseNote(text)
    expect(await signersOf(note, [{ name: ORIGIN, type: 'ed25519', publicKey }])).toHaveLength(1)
    checkpoints.push(parseCheckpoint(note.text))
  }
  const last = checkpoints.at(-1)
  if (!last) return checkpoints
  const hashAt = hashesOfTiles(last.size, tileReader(log))
  for (const [index, { size, root }] of checkpoints.entries()) {
    const next = checkpoints[index + 1]
    if (!next) break
    expect(next.size).toBeGreaterThan(size)
    const proof = consistencyProof(size, next.size, hashesOfTiles(next.size, tileReader(log)))
    expect(verifyConsistency({ oldSize: size, oldRoot: root, size: next.size, root: next.root, proof })).toBe(true)
    const fullProof = consistencyProof(size, last.size, hashAt)
    expect(
      verifyConsistency({ oldSize: size, oldRoot: root, size: last.size, root: last.root, proof: fullProof }),
    ).toBe(true)
  }
  return checkpoints
}

/** Expects a unique, proven log position for every receipt, and no pending ones. */
export const expectAllLogged = async (world: TableWorld, log: MemoryLog): Promise<number> => {
  const last = (await expectConsistent(log)).at(-1)
  const receipts = await world.rows('RECEIPT#')
  expect(await world.rows('RECEIPTLEAF#')).toEqual([])
  expect(new Set(receipts.map(({ leaf_index }) => leaf_index)).size).toBe(receipts.length)
  expect(last?.size).toBe(receipts.length)
  const { size, root } = last as Checkpoint
  const read = tileReader(log)
  for (const { pk, leaf_index: index, log_year } of receipts) {
    expect(log_year).toBe('2026')
    const proof = inclusionProof(Number(index), size, hashesOfTiles(size, read))
    const leaf = leafHash(blind('leaf', String(pk).slice('RECEIPT#'.length)))
    expect(verifyInclusion(leaf, { index: Number(index), size, root, proof })).toBe(true)
  }
  // Each tile that a proof needs exists.
  const tiles = tilesReadBy(size, (hashAt) => inclusionProof(0, size, hashAt))
  for (const tile of tiles) expect(read(tile).length).toBeGreaterThan(0)
  return receipts.length
}

export const stateOfLog = async (world: TableWorld) => {
  const [state] = await world.partition('RECEIPTLOG#2026')
  const key = bytesOfBase64(String(state?.key))
  return { ...state, key: key && toHex(key) }
}
