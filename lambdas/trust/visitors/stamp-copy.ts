import { latinText, type PdfStampResult, StampTimedOut, stampInThread } from '@signet/artifacts/pdf-stamp'
import type { RequestRow } from '@signet/notifications/trust-requests'
import { timeText } from '@signet/ui/dates'

type Recipient = Pick<RequestRow, 'name' | 'company' | 'mail' | 'id'>

/** Returns the lines that are stamped on every page. A note is added if a name was transliterated to Latin letters. */
export const stampLines = ({ name, company, mail, id }: Recipient, now: Date): readonly string[] => {
  const recipientText = `Provided to ${name}, ${company}`
  const transliterationNote = latinText(recipientText).isTransliterated ? ' (in Latin letters)' : ''
  return [`${recipientText}${transliterationNote}`, `${mail} · ${timeText(now.toISOString())} · request ${id}`]
}

/** Returns a PDF whose pages name the recipient and the time. `timed_out`: the result is unknown. */
export const stampCopy = async (
  pdf: Uint8Array,
  recipient: Recipient,
  now: Date,
): Promise<PdfStampResult | 'timed_out'> => {
  try {
    return await stampInThread(pdf, stampLines(recipient, now))
  } catch (error) {
    if (error instanceof StampTimedOut) return 'timed_out'
    throw error
  }
}
