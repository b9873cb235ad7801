import { type Opening, offlineKit, sigstoreBundle, verifierKey } from '@signet/receipts'
import type { PublishedReceipt } from './published-receipt.ts'

/** Public forms of a receipt, by the ending of the address; none is the page or JSON. */
export const FORMS = ['', '.json', '.dsse.json', '.sigstore.json', '.tlog-proof', '.zip'] as const
export type Form = (typeof FORMS)[number]

const HASH_DIGITS = 64

export const requestedForm = (receipt: string): { readonly hash: string; readonly form: Form } => ({
  hash: receipt.slice(0, HASH_DIGITS),
  form: receipt.slice(HASH_DIGITS) as Form,
})

export interface RenderedForm {
  readonly body: string | Uint8Array
  readonly contentType: string
  readonly filename?: string
}

const json = (value: unknown, contentType = 'application/json'): RenderedForm => ({
  body: JSON.stringify(value),
  contentType,
})

export type ReceiptWithOpening = PublishedReceipt & { readonly opening?: Opening }

const kitOf = ({
  hash,
  envelope,
  evidence,
  key,
  isLogged,
  noteKeys,
  opening,
}: ReceiptWithOpening): RenderedForm | undefined =>
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
 * Renders a receipt in a form; undefined if the form is not available: for a private receipt, or before the log
 * contains it.
 */
export const renderedReceipt = (receipt: ReceiptWithOpening, form: Exclude<Form, ''>): RenderedForm | undefined => {
  if (form === '.json') return json(receipt.reply)
  if (receipt.isPrivate) return undefined
  switch (form) {
    case '.dsse.json':
      return json(receipt.envelope)
    case '.sigstore.json':
      return json(sigstoreBundle(receipt.envelope), 'application/vnd.dev.sigstore.bundle.v0.3+json')
    case '.tlog-proof':
      return receipt.isLogged && receipt.evidence.proof !== undefined
        ? { body: receipt.evidence.proof, contentType: 'text/plain; charset=utf-8' }
        : undefined
    case '.zip':
      return kitOf(receipt)
  }
}
