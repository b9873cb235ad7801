import { type Log, type RowTable, rowTable, type TableDeps } from '@signet/kernel'
import {
  type Checkpoint,
  consistencyProof,
  cosignaturesOn,
  type Note,
  type NoteKey,
  noteText,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifierKey,
} from '@signet/receipts'
import { witnessRow } from '@signet/receipts/rows'
import type { LogObjects } from '../log/log-objects.ts'
import { treeProof } from '../log/tree-proof.ts'
import { type WitnessClient, WitnessRefused } from './witness-client.ts'

export interface CosigningDeps extends TableDeps {
  readonly objects: Pick<LogObjects, 'read' | 'checkpoint' | 'publish'>
  readonly witness: WitnessClient
  readonly log: Pick<Log, 'info' | 'warn'>
}

interface Parts extends CosigningDeps {
  readonly witnesses: RowTable<typeof witnessRow>
}

interface CosignatureRequest {
  readonly year: string
  readonly note: Note
  readonly checkpoint: Checkpoint
  readonly key: NoteKey
}

/** Requests the cosignature, and retries once with the size that the witness reports. */
const linesOf = async (
  { objects, witness }: Parts,
  { year, note, checkpoint }: CosignatureRequest,
  from: number,
): Promise<string> => {
  const { size } = checkpoint
  let oldSize = from
  for (let tries = 0; tries < 2; tries++) {
    const prove = (hashAt: Parameters<typeof consistencyProof>[2]) => consistencyProof(oldSize, size, hashAt)
    const proof = oldSize === 0 ? [] : await treeProof(objects, { year, size }, prove)
    const answer = await witness.addCheckpoint({ oldSize, proof, checkpoint: note })
    if (answer.kind === 'cosigned') return answer.lines
    // The witness has cosigned a later checkpoint, whose publisher requests that cosignature.
    if (answer.size > size)
      throw new WitnessRefused(`The witness has cosigned ${answer.size} entries, more than ${size}`)
    oldSize = answer.size
  }
  throw new WitnessRefused('The witness reports a different size on each attempt')
}

/** Returns the checkpoint with a verified cosignature, so that publishing it never makes the log worse. */
const cosigned = async ({ note, key }: CosignatureRequest, lines: string): Promise<Note> => {
  const { signatures } = parseNote(`${note.text}\n${lines}`)
  const cosignatures = signatures.filter(({ name }) => name === key.name)
  if ((await cosignaturesOn({ ...note, signatures: cosignatures }, [key])).length === 0)
    throw new WitnessRefused('The cosignature was not made by the key of the witness')
  return { text: note.text, signatures: [...note.signatures.filter(({ name }) => name !== key.name), ...cosignatures] }
}

const cosign = async (parts: Parts, year: string): Promise<void> => {
  const { objects, witness, witnesses, log } = parts
  const [published, before] = await Promise.all([objects.checkpoint(year), witnesses.get({ year })])
  if (!published) return
  const note = parseNote(published.text)
  const checkpoint = parseCheckpoint(note.text)
  if (before?.size === checkpoint.size && note.signatures.length > 1) return
  const key = before ? parseVerifierKey(before.key) : await witness.key()
  const request = { year, note, checkpoint, key }
  const text = noteText(await cosigned(request, await linesOf(parts, request, before?.size ?? 0)))
  // The publisher of a newer checkpoint requests its cosignature.
  if (!(await objects.publish(year, text, published.version))) return
  const row = { key: verifierKey(key), size: checkpoint.size, checkpoint: text }
  if (before) await witnesses.replace({ year }, row, { size: before.size })
  else await witnesses.putNew({ year }, row)
  log.info('checkpoint cosigned', { year, size: checkpoint.size, witness: key.name })
}

/**
 * Requests a cosignature for the checkpoint of a year, unless it has one. The log does not wait for it: failures are
 * retried by the next run.
 */
export const cosigning = (deps: CosigningDeps) => {
  const parts = { ...deps, witnesses: rowTable(witnessRow, deps) }
  return async (year: string): Promise<void> => {
    try {
      await cosign(parts, year)
    } catch (error) {
      deps.log.warn('checkpoint not cosigned', { year, reason: error instanceof Error ? error.message : String(error) })
    }
  }
}
