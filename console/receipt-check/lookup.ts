import { type ReceiptStatus, receipts } from '../api/receipts.ts'
import { isApiError } from '../session/faults.ts'

export interface LookupResult {
  readonly bytes: Uint8Array
  readonly issuerReport: IssuerReport
}

export interface IssuerReport {
  readonly state?: ReceiptStatus['state'] | undefined
  readonly isPending?: boolean
}

interface VerifyReply {
  readonly envelope: unknown
  readonly status?: ReceiptStatus
  readonly checks?: { readonly log?: { readonly status?: string } }
}

/** Returns a private receipt for its owner; undefined for anyone else. */
const downloadOwnReceipt = async (
  hash: string,
  opening: boolean,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> => {
  try {
    const file = await receipts.downloadReceipt({ hash, form: 'zip', opening }, { signal })
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 403)) return undefined
    throw error
  }
}

/** Bypasses the browser cache, because a receipt's status can change. */
const NO_CACHE = { 'cache-control': 'no-cache' }

/**
 * Returns the file of a receipt at this Signet. For its owner, a private receipt includes the opening if it is stored.
 */
export const lookUp = async (hash: string, isSignedIn: boolean, signal: AbortSignal): Promise<LookupResult> => {
  const response = await receipts.verifyReceiptPage({ receipt: `${hash}.json` }, { signal, headers: NO_CACHE })
  const text = await response.text()
  const { envelope, status, checks } = JSON.parse(text) as VerifyReply
  const isPrivate = envelope === null && isSignedIn
  const ownBytes = isPrivate
    ? ((await downloadOwnReceipt(hash, true, signal)) ?? (await downloadOwnReceipt(hash, false, signal)))
    : undefined
  const issuerReport = { state: status?.state, isPending: checks?.log?.status === 'pending' }
  return { bytes: ownBytes ?? new TextEncoder().encode(text), issuerReport }
}
