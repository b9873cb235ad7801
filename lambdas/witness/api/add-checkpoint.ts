import type { Clock, Log, RowOf, RowTable } from '@signet/kernel'
import {
  bytesOfBase64,
  type Checkpoint,
  cosign,
  judgeCheckpoint,
  type NoteKey,
  noteText,
  parseAddCheckpoint,
  parseVerifierKey,
  type Signer,
  signatureLine,
  signedCheckpoint,
  toBase64,
  verifierKey,
  type WitnessRefusal,
} from '@signet/receipts'
import type { witnessedRow } from '../contract/rows.ts'

export interface AddCheckpointDeps {
  readonly name: string
  readonly signer: () => Promise<Signer>
  readonly checkpoints: RowTable<typeof witnessedRow>
  /** Returns the keys of a log that the witness has not cosigned yet; empty for a log of another platform. */
  readonly keysOf: (origin: string) => Promise<readonly NoteKey[]>
  readonly now: Clock
  readonly log: Pick<Log, 'error' | 'info'>
}

export type AddCheckpointOutcome = { readonly kind: 'cosigned'; readonly lines: string } | WitnessRefusal

type WitnessedRow = RowOf<typeof witnessedRow>

const rootOf = ({ root }: WitnessedRow): Uint8Array => bytesOfBase64(root) ?? new Uint8Array()

/** Stores the checkpoint if the last cosigned checkpoint is unchanged. */
const storeCheckpoint = (
  { checkpoints, now }: AddCheckpointDeps,
  { origin, size, root }: Checkpoint,
  key: NoteKey,
  lastCosigned: WitnessedRow | undefined,
): Promise<boolean> => {
  const row = { size, root: toBase64(root), key: verifierKey(key), cosigned_at: now().toISOString() }
  return lastCosigned === undefined
    ? checkpoints.putNew({ origin }, row)
    : checkpoints.replace({ origin }, row, { size: lastCosigned.size, root: lastCosigned.root })
}

/**
 * Logs a proven fork as an error, which raises an alarm. An invalid proof alone is not logged, because any client can
 * send one.
 */
const logFork = ({ log }: AddCheckpointDeps, verdict: WitnessRefusal, note: string): void => {
  if (verdict.kind === 'forked' || (verdict.kind === 'inconsistent' && verdict.isFork))
    log.error('log forked', { reason: verdict.message, checkpoint: note })
}

/**
 * POST /add-checkpoint (c2sp.org/tlog-witness). Stores the checkpoint before cosigning it, so that at most one of two
 * histories is ever cosigned.
 * @throws NoteError for a malformed request.
 */
export const addCheckpoint =
  (deps: AddCheckpointDeps) =>
  async (body: string): Promise<AddCheckpointOutcome> => {
    const request = parseAddCheckpoint(body)
    const { checkpoint: note } = request
    let lastRow: WitnessedRow | undefined
    let keys: readonly NoteKey[] = []
    const signed = await signedCheckpoint(note, async (origin) => {
      lastRow = await deps.checkpoints.get({ origin })
      keys = lastRow ? [parseVerifierKey(lastRow.key)] : await deps.keysOf(origin)
      return keys
    })
    if (signed.kind !== 'signed') return signed
    const { checkpoint } = signed
    const lastSeen = lastRow && { size: lastRow.size, root: rootOf(lastRow) }
    const verdict = judgeCheckpoint(request, checkpoint, lastSeen)
    if (verdict.kind !== 'cosign') {
      logFork(deps, verdict, noteText(note))
      return verdict
    }
    if (!(await storeCheckpoint(deps, checkpoint, keys[0] as NoteKey, lastRow))) {
      const current = await deps.checkpoints.get({ origin: checkpoint.origin })
      return { kind: 'other_size', message: 'Another checkpoint was added concurrently', size: current?.size ?? 0 }
    }
    const signer = await deps.signer()
    const signature = await cosign(note.text, deps.now(), {
      name: deps.name,
      publicKey: signer.publicKey,
      sign: (message) => signer.sign(message),
    })
    return { kind: 'cosigned', lines: signatureLine(signature) }
  }
