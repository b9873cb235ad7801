import type { Clock, RowTable } from '@signet/kernel'
import {
  type Cosignature,
  type Envelope,
  type Evidence,
  type NoteKey,
  type PublicKeyRecord,
  type Statement,
  type VerifyReply,
  verifyReceipt,
  verifyReply,
} from '@signet/receipts'
import {
  envelopeOf,
  type KeySet,
  recordOf,
  type SigningKey,
  type StoredReceipt,
  statusOf,
} from '@signet/receipts/issuing'
import type { receiptRow } from '@signet/receipts/rows'
import type { LogReader } from '../log/log-reader.ts'

export interface PublishedDeps {
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  readonly keys: Pick<KeySet, 'all'>
  readonly log: LogReader
  readonly now: Clock
}

export interface PublishedReceipt {
  readonly hash: string
  readonly envelope: Envelope
  readonly isPrivate: boolean
  readonly isLogged: boolean
  /** Size of the log in the proof; 0 before the log contains the receipt. */
  readonly treeSize: number
  readonly reply: VerifyReply
  readonly evidence: Evidence
  readonly key: PublicKeyRecord | undefined
  readonly noteKeys: readonly NoteKey[]
  readonly cosignatures: readonly Cosignature[]
  /** Undefined for a private receipt, whose subject and result are not published. */
  readonly statement: Statement | undefined
}

const logPositionOf = async (log: LogReader, { log_year: year, leaf_index: index }: StoredReceipt) => {
  if (year === undefined || index === undefined) return { logKeys: [] }
  const [proof, key] = await Promise.all([log.proof({ year, index }), log.key(year)])
  return { proof, logKeys: key ? [key] : [] }
}

/**
 * Returns the log proof by the last checkpoint that a witness cosigned before the signing key was revoked; undefined if
 * there is none.
 */
const proofBeforeRevocation = async (
  log: LogReader,
  { log_year: year, leaf_index: index }: StoredReceipt,
  key?: SigningKey,
) => {
  if (year === undefined || index === undefined) return undefined
  const checkpoint = key?.cosigned_checkpoints?.[year]
  return checkpoint === undefined ? undefined : log.proof({ year, index }, checkpoint)
}

const storedKeys = async ({ keys }: Pick<PublishedDeps, 'keys'>): Promise<SigningKey[]> =>
  (await Promise.all([keys.all('receipt'), keys.all('log')])).flat()

export const publishedKeys = async (deps: Pick<PublishedDeps, 'keys' | 'now'>): Promise<PublicKeyRecord[]> =>
  (await storedKeys(deps)).map((key) => recordOf(key, deps.now()))

export const receiptPublisher =
  (deps: PublishedDeps) =>
  async (hash: string): Promise<PublishedReceipt | undefined> => {
    const row = await deps.receipts.get({ hash })
    if (!row) return undefined
    const { previous } = row
    const [signingKeys, latestPosition, previousRow] = await Promise.all([
      storedKeys(deps),
      logPositionOf(deps.log, row),
      previous === undefined ? undefined : deps.receipts.get({ hash: previous }, { allowsStaleRead: true }),
    ])
    const keys = signingKeys.map((key) => recordOf(key, deps.now()))
    const signingKey = signingKeys.find(({ kid }) => kid === row.kid)
    const position = {
      ...latestPosition,
      proof: (await proofBeforeRevocation(deps.log, row, signingKey)) ?? latestPosition.proof,
    }
    const envelope = envelopeOf(row)
    const publicClaims = row.claims === undefined ? {} : { publicClaims: JSON.parse(row.claims) as unknown }
    const witnessKeys = position.proof?.witness ? [position.proof.witness] : []
    const proof = position.proof?.text ?? 'pending'
    const verificationInput = { envelope, keys, proof, logKeys: position.logKeys, witnessKeys, ...publicClaims }
    // The previous receipt is only checked here. Only its chain link is published.
    const verdict = await verifyReceipt({
      ...verificationInput,
      ...(previousRow && { previous: envelopeOf(previousRow) }),
    })
    const tlogProof = position.proof === undefined ? {} : { tlogProof: position.proof.text }
    const isPrivate = row.visibility === 'private'
    return {
      hash,
      envelope,
      isPrivate,
      isLogged: position.proof !== undefined,
      treeSize: position.proof?.size ?? 0,
      reply: verifyReply({ verdict, envelope, ...publicClaims, ...tlogProof, status: statusOf(row) }),
      evidence: verificationInput,
      key: keys.find(({ kid }) => kid === row.kid),
      noteKeys: [...position.logKeys, ...witnessKeys],
      cosignatures: verdict.log?.cosignatures ?? [],
      statement: isPrivate ? undefined : verdict.statement,
    }
  }
