import { CLAIMS_SCHEMA_VERSION, type PublishedPosture, publishedPosture } from '@signet/posture'
import { ASSESSMENT_KIND } from '@signet/posture/claim-labels'
import { type PublicKeyRecord, verifyReceipt } from '@signet/receipts'
import { envelopeOf, type StoredReceipt } from '@signet/receipts/issuing'

export interface CheckedReceipt {
  readonly row: StoredReceipt
  /** Whether payload, signature, key and claims match. The browser verifies the log proof. */
  readonly isValid: boolean
  /** Absent for receipts of other kinds, and for claims in an unsupported format. */
  readonly posture?: PublishedPosture
  readonly isRefused: boolean
}

export const checkReceipt = async (row: StoredReceipt, keys: readonly PublicKeyRecord[]): Promise<CheckedReceipt> => {
  const publicClaims: unknown = row.claims === undefined ? undefined : JSON.parse(row.claims)
  const verdict = await verifyReceipt({
    envelope: envelopeOf(row),
    keys,
    proof: 'pending',
    logKeys: [],
    ...(publicClaims !== undefined && { publicClaims }),
  })
  const { kind, claims, result } = verdict.statement?.predicate ?? {}
  // Claims that do not match the receipt are never shown.
  const isPosture =
    verdict.claims !== undefined && kind === ASSESSMENT_KIND && claims?.schemaVersion === CLAIMS_SCHEMA_VERSION
  return {
    row,
    isValid: verdict.valid,
    isRefused: (result?.refused ?? 0) > 0,
    ...(isPosture && { posture: publishedPosture(verdict.claims as Parameters<typeof publishedPosture>[0]) }),
  }
}
