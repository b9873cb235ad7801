import { type Opening, offlineKit, sigstoreBundle, verifierKey } from '@signet/receipts'
import type { PublishedReceipt } from './published-receipt.ts'

/** Public formats of a receipt by URL suffix. Without a suffix, the format is the page or JSON. */
export const FORMATS = ['', '.json', '.dsse.json', '.sigstore.json', '.tlog-proof', '.zip'] as const
export type ReceiptFormat = (typeof FORMATS)[number]

const HASH_DIGITS = 64

export const requestedFormat = (receipt: string): { readonly hash: string; readonly format: ReceiptFormat } => ({
  hash: receipt.slice(0, HASH_DIGITS),
  format: receipt.slice(HASH_DIGITS) as ReceiptFormat,
})

export interface RenderedReceipt {
  readonly body: string | Uint8Array
  readonly contentType: string
  readonly filename?: string
}

const json = (value: unknown, contentType = 'application/json'): RenderedReceipt => ({
  body: JSON.stringify(value),
  contentType,
})

export type ReceiptWithOpening = PublishedReceipt & { readonly opening?: Opening }

const renderKit = ({
  hash,
  envelope,
  evidence,
  key,
  isLogged,
  noteKeys,
  opening,
}: ReceiptWithOpening): RenderedReceipt | undefined =>
  key && {
    body: offlineKit({
      envelope,
      key,
      logKeys: noteKeys.map(verifierKey),
      ...(opening && { opening }),
      ...(evidence.publicClaims !== undefined && { publicClaims: evidence.publicClaims }),
      ...(isLogged && evidence.proof !== undefined && { tlogProof: evidence.proof }),
    }),
    contentType: 'application/zip',
    filename: `receipt-${hash.slice(0, 12)}.zip`,
  }

/**
 * Renders a receipt in a format; undefined if the format is not available: for a private receipt, or before the log
 * contains the receipt.
 */
export const renderReceipt = (
  receipt: ReceiptWithOpening,
  format: Exclude<ReceiptFormat, ''>,
): RenderedReceipt | undefined => {
  if (format === '.json') return json(receipt.reply)
  if (receipt.isPrivate) return undefined
  switch (format) {
    case '.dsse.json':
      return json(receipt.envelope)
    case '.sigstore.json':
      return json(sigstoreBundle(receipt.envelope), 'application/vnd.dev.sigstore.bundle.v0.3+json')
    case '.tlog-proof':
      return receipt.isLogged && receipt.evidence.proof !== undefined
        ? { body: receipt.evidence.proof, contentType: 'text/plain; charset=utf-8' }
        : undefined
    case '.zip':
      return renderKit(receipt)
  }
}
