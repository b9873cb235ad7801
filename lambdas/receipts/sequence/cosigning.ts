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
  readonly objects: Pick<LogObjects, 'read' | 'checkpoint' | 'replaceCheckpoint'>
  readonly witness: WitnessClient
  readonly log: Pick<Log, 'info' | 'warn'>
}

interface CosigningContext extends CosigningDeps {
  readonly witnesses: RowTable<typeof witnessRow>
}

interface CosignatureRequest {
  readonly year: string
  readonly note: Note
  readonly checkpoint: Checkpoint
  readonly key: NoteKey
}

/** Returns the cosignature lines of the witness. Retries once with the size that the witness reports. */
const requestCosignature = async (
  { objects, witness }: CosigningContext,
  { year, note, checkpoint }: CosignatureRequest,
  lastSize: number,
): Promise<string> => {
  const { size } = checkpoint
  let oldSize = lastSize
  for (let attempt = 0; attempt < 2; attempt++) {
    const prove = (hashAt: Parameters<typeof consistencyProof>[2]) => consistencyProof(oldSize, size, hashAt)
    const proof = oldSize === 0 ? [] : await treeProof(objects, { year, size }, prove)
    const answer = await witness.addCheckpoint({ oldSize, proof, checkpoint: note })
    if (answer.kind === 'cosigned') return answer.lines
    // The witness has cosigned a later checkpoint. The run that published it requests its cosignature.
    if (answer.size > size)
      throw new WitnessRefused(`The witness has cosigned ${answer.size} entries, more than ${size}`)
    oldSize = answer.size
  }
  throw new WitnessRefused('The witness reports a different size on each attempt')
}

/** Returns the checkpoint with the cosignature after verifying it. */
const withCosignature = async ({ note, key }: CosignatureRequest, lines: string): Promise<Note> => {
  const { signatures } = parseNote(`${note.text}\n${lines}`)
  const cosignatures = signatures.filter(({ name }) => name === key.name)
  if ((await cosignaturesOn({ ...note, signatures: cosignatures }, [key])).length === 0)
    throw new WitnessRefused('The cosignature was not made by the key of the witness')
  return { text: note.text, signatures: [...note.signatures.filter(({ name }) => name !== key.name), ...cosignatures] }
}

const cosign = async (context: CosigningContext, year: string): Promise<void> => {
  const { objects, witness, witnesses, log } = context
  const [published, lastCosigned] = await Promise.all([objects.checkpoint(year), witnesses.get({ year })])
  if (!published) return
  const note = parseNote(published.text)
  const checkpoint = parseCheckpoint(note.text)
  if (lastCosigned?.size === checkpoint.size && note.signatures.length > 1) return
  const key = lastCosigned ? parseVerifierKey(lastCosigned.key) : await witness.key()
  const request = { year, note, checkpoint, key }
  const text = noteText(
    await withCosignature(request, await requestCosignature(context, request, lastCosigned?.size ?? 0)),
  )
  // A newer checkpoint was published. The run that published it requests its cosignature.
  if (!(await objects.replaceCheckpoint(year, text, published.version))) return
  const row = { key: verifierKey(key), size: checkpoint.size, checkpoint: text }
  if (lastCosigned) await witnesses.replace({ year }, row, { size: lastCosigned.size })
  else await witnesses.putNew({ year }, row)
  log.info('checkpoint cosigned', { year, size: checkpoint.size, witness: key.name })
}

/**
 * Requests a cosignature for the checkpoint of a year, unless it has one. A failure does not stop the log; the next run
 * retries.
 */
export const cosigner = (deps: CosigningDeps) => {
  const context = { ...deps, witnesses: rowTable(witnessRow, deps) }
  return async (year: string): Promise<void> => {
    try {
      await cosign(context, year)
    } catch (error) {
      deps.log.warn('checkpoint not cosigned', { year, reason: error instanceof Error ? error.message : String(error) })
    }
  }
}
