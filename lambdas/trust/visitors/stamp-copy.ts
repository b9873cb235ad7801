import { latinText, type PdfStampResult, StampTimedOut, stampInThread } from '@signet/artifacts/pdf-stamp'
import type { RequestRow } from '@signet/notifications/trust-requests'
import { timeText } from '@signet/ui/dates'

type Holder = Pick<RequestRow, 'name' | 'company' | 'mail' | 'id'>

/** Returns the stamp of every page. Notes when a name was transliterated to Latin letters. */
export const stampLines = ({ name, company, mail, id }: Holder, now: Date): readonly string[] => {
  const whom = `Provided to ${name}, ${company}`
  const note = latinText(whom).isTransliterated ? ' (in Latin letters)' : ''
  return [`${whom}${note}`, `${mail} · ${timeText(now.toISOString())} · request ${id}`]
}

/** Returns a PDF whose pages name the recipient and the time. `timed_out`: the result is unknown. */
export const stampCopy = async (pdf: Uint8Array, holder: Holder, now: Date): Promise<PdfStampResult | 'timed_out'> => {
  try {
    return await stampInThread(pdf, stampLines(holder, now))
  } catch (error) {
    if (error instanceof StampTimedOut) return 'timed_out'
    throw error
  }
}
