import type { RowTable } from '@signet/kernel'
import {
  bytesOfBase64,
  inclusionProof,
  logProofText,
  type NoteKey,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifierKey,
} from '@signet/receipts'
import type { logRow, witnessRow } from '@signet/receipts/rows'
import type { LogObjects } from './log-objects.ts'
import { treeProof } from './tree-proof.ts'

export interface LogReaderDeps {
  readonly objects: Pick<LogObjects, 'read' | 'checkpoint'>
  readonly logs: Pick<RowTable<typeof logRow>, 'get'>
  readonly witnesses: Pick<RowTable<typeof witnessRow>, 'get'>
}

const FIRST_YEAR = 2026

export interface LogProof {
  /** Content of the `.tlog-proof` file. */
  readonly text: string
  readonly size: number
  readonly witness: NoteKey | undefined
}

export interface LogReader {
  /**
   * Returns the proof that the log contains the entry at an index; undefined if the checkpoint is too small.
   * @param checkpoint an earlier checkpoint; default: the published one.
   */
  proof(position: { readonly year: string; readonly index: number }, checkpoint?: string): Promise<LogProof | undefined>
  key(year: string): Promise<NoteKey | undefined>
  /** Returns the keys of the logs of all years, newest first, followed by those of their witnesses. */
  keys(now: Date): Promise<readonly NoteKey[]>
}

export const logReader = ({ objects, logs, witnesses }: LogReaderDeps): LogReader => {
  const witnessOf = async (year: string): Promise<NoteKey | undefined> => {
    const row = await witnesses.get({ year }, { allowsStaleRead: true })
    return row && parseVerifierKey(row.key)
  }
  const key: LogReader['key'] = async (year) => {
    const row = await logs.get({ year }, { allowsStaleRead: true })
    const publicKey = bytesOfBase64(row?.key ?? '')
    return row && publicKey && { name: row.origin, type: 'ed25519', publicKey }
  }
  return {
    async proof({ year, index }, earlierCheckpoint) {
      const text = earlierCheckpoint ?? (await objects.checkpoint(year))?.text
      if (text === undefined) return undefined
      const checkpoint = parseNote(text)
      const { size } = parseCheckpoint(checkpoint.text)
      if (index >= size) return undefined
      const proof = await treeProof(objects, { year, size }, (hashAt) => inclusionProof(index, size, hashAt))
      const witness = checkpoint.signatures.length > 1 ? await witnessOf(year) : undefined
      return { text: logProofText({ index, proof, checkpoint }), size, witness }
    },
    key,
    async keys(now) {
      const count = Math.max(1, now.getUTCFullYear() - FIRST_YEAR + 1)
      const years = Array.from({ length: count }, (_, index) => String(FIRST_YEAR + count - 1 - index))
      const keys = (await Promise.all([...years.map(key), ...years.map(witnessOf)])).filter((key) => key !== undefined)
      // One witness can follow the logs of several years.
      return [...new Map(keys.map((key) => [verifierKey(key), key])).values()]
    },
  }
}
