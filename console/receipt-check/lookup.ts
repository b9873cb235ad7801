import { type ReceiptStatus, receipts } from '../api/receipts.ts'
import { isRefused } from '../session/faults.ts'

export interface LookedUp {
  readonly bytes: Uint8Array
  readonly issuerWord: IssuerWord
}

export interface IssuerWord {
  readonly state?: ReceiptStatus['state'] | undefined
  readonly isPending?: boolean
}

interface Reply {
  readonly envelope: unknown
  readonly status?: ReceiptStatus
  readonly checks?: { readonly log?: { readonly status?: string } }
}

/** Returns a private receipt for its owner; undefined for anyone else. */
const ownFile = async (hash: string, opening: boolean, signal: AbortSignal): Promise<Uint8Array | undefined> => {
  try {
    const file = await receipts.downloadReceipt({ hash, form: 'zip', opening }, { signal })
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    if (isRefused(error) && (error.status === 404 || error.status === 403)) return undefined
    throw error
  }
}

/** Bypasses the cache of a few minutes, because a receipt's status can change. */
const AS_IT_IS = { 'cache-control': 'no-cache' }

/**
 * Returns the file of a receipt at this Signet. For its owner, a private receipt includes the opening if it is stored.
 */
export const lookUp = async (hash: string, isSignedIn: boolean, signal: AbortSignal): Promise<LookedUp> => {
  const response = await receipts.verifyReceiptPage({ receipt: `${hash}.json` }, { signal, headers: AS_IT_IS })
  const text = await response.text()
  const { envelope, status, checks } = JSON.parse(text) as Reply
  const isHiddenHere = envelope === null && isSignedIn
  const ownBytes = isHiddenHere
    ? ((await ownFile(hash, true, signal)) ?? (await ownFile(hash, false, signal)))
    : undefined
  const issuerWord = { state: status?.state, isPending: checks?.log?.status === 'pending' }
  return { bytes: ownBytes ?? new TextEncoder().encode(text), issuerWord }
}
