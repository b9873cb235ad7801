/** Reason why a PDF is not changed. `signed`: a stamp would break the signature. */
export type StampRejection = 'signed' | 'encrypted' | 'too_large' | 'too_many_pages' | 'unreadable'

export type PdfStampResult =
  | { readonly isStamped: true; readonly bytes: Uint8Array; readonly pages: number }
  | { readonly isStamped: false; readonly reason: StampRejection }
