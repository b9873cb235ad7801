import { latinText, type Stamped, stampInThread } from '@signet/pdf-stamp'
import type { RequestRow } from '../requests/request-table.ts'

type Holder = Pick<RequestRow, 'name' | 'company' | 'mail' | 'id'>

/** What every page of a copy says. A name in other letters than Latin ones says that it was transliterated. */
export const stampLines = ({ name, company, mail, id }: Holder, now: Date): readonly string[] => {
  const whom = `Provided to ${name}, ${company}`
  const note = latinText(whom).isTransliterated ? ' (in Latin letters)' : ''
  return [`${whom}${note}`, `${mail} · ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC · request ${id}`]
}

/** A PDF whose pages say who has it, and since when. */
export const stampCopy = (pdf: Uint8Array, holder: Holder, now: Date): Promise<Stamped> =>
  stampInThread(pdf, stampLines(holder, now))
