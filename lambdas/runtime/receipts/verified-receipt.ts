import type { Clock, RowTable } from '@signet/kernel'
import { type VerifyReply, verifyReceipt, verifyReply } from '@signet/receipts'
import { type KeySet, recordOf } from '@signet/receipts/issuing'
import type { receiptRow } from '@signet/receipts/rows'
import { envelopeOf, type StoredReceipt } from './own-receipt.ts'

export interface ReceiptVerifierDeps {
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  readonly keys: Pick<KeySet, 'all'>
  readonly issuer: string
  readonly now: Clock
  readonly send?: typeof fetch
}

/** Time limit of the platform's verification: two table reads, one log read and a cold start. */
const DEADLINE_MS = 8_000

/** Fetches the platform's public verification of a receipt; undefined if the platform does not respond. */
const fetchVerification = async ({ issuer, send = fetch }: ReceiptVerifierDeps, hash: string, signal: AbortSignal) => {
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
    const response = await send(`${issuer}/verify/${hash}.json`, { redirect: 'error', signal: deadline })
    return response.ok ? ((await response.json()) as VerifyReply) : undefined
  } catch {
    return undefined
  }
}

const statusOf = ({ state, changed_at, reason, changed_by, replaced_by }: StoredReceipt) => ({
  state,
  at: changed_at ?? null,
  reason: reason ?? null,
  by: replaced_by ?? changed_by ?? null,
})

/**
 * Verifies signature, key, chain and public claims from table rows. The log proof is available only from the platform.
 */
const verifyFromRows = async (
  { receipts, keys, now }: ReceiptVerifierDeps,
  row: StoredReceipt,
): Promise<VerifyReply> => {
  const { previous, claims, leaf_index } = row
  const [keyRows, previousRow] = await Promise.all([
    keys.all('receipt'),
    previous === undefined ? undefined : receipts.get({ hash: previous }, { allowsStaleRead: true }),
  ])
  const envelope = envelopeOf(row)
  const publicClaims = claims === undefined ? {} : { publicClaims: JSON.parse(claims) as unknown }
  const verdict = await verifyReceipt({
    envelope,
    keys: keyRows.map((key) => recordOf(key, now())),
    ...publicClaims,
    ...(leaf_index === undefined && { proof: 'pending' as const }),
    ...(previousRow && { previous: envelopeOf(previousRow) }),
  })
  return verifyReply({ verdict, envelope, ...publicClaims, status: statusOf(row) })
}

/**
 * Returns a verifier that checks a receipt as any third party can, through the platform's public endpoint. The runtime
 * cannot call the platform as a sibling, because the platform depends on the runtime. If the platform does not respond,
 * the log check is skipped and the other checks run here.
 */
export const receiptVerifier =
  (deps: ReceiptVerifierDeps) =>
  async (hash: string, row: StoredReceipt, signal: AbortSignal): Promise<VerifyReply> =>
    (await fetchVerification(deps, hash, signal)) ?? verifyFromRows(deps, row)
