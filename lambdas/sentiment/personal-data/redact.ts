import { cardsIn, ibansIn } from './bank-rules.ts'
import { bareStreetsIn } from './bare-street-rules.ts'
import { birthdaysIn } from './birth-rules.ts'
import { handlesIn } from './handle-rules.ts'
import { errandsIn, idsIn } from './id-rules.ts'
import { linksIn, linkWord } from './link-rules.ts'
import { mailsIn } from './mail-rules.ts'
import { companionsIn, listedDaysIn } from './name-context.ts'
import { namesIn } from './name-rules.ts'
import { addressesIn, macsIn } from './network-rules.ts'
import { internationalPhonesIn, phonesIn } from './phone-rules.ts'
import { apart, type Find, type Kind, type Piece, withHoles } from './pieces.ts'
import { foldedText, plainOf } from './plain-text.ts'
import { streetsIn } from './street-rules.ts'

/**
 * Maximum characters after removal. Opinions rarely come later. The cut follows the search, because half a number is
 * still a number.
 */
export const TEXT_MAX = 5_000

/** Maximum characters that are read. No platform has longer texts. */
export const READ_MAX = 100_000

/** Finders in order. A later one does not see pieces that an earlier one found. */
export const FINDERS: Readonly<Record<string, Find>> = {
  links: linksIn,
  mails: mailsIn,
  macs: macsIn,
  ibans: ibansIn,
  addresses: addressesIn,
  cards: cardsIn,
  internationalPhones: internationalPhonesIn,
  birthdays: birthdaysIn,
  bareStreets: bareStreetsIn,
  streets: streetsIn,
  ids: idsIn,
  handles: handlesIn,
  phones: phonesIn,
  names: namesIn,
  errands: errandsIn,
  listedDays: listedDaysIn,
  companions: companionsIn,
}

/**
 * Returns the personal data of a plain text (`plainOf`) in order, by UTF-16 offsets. Linear in the length of the text.
 */
export const piecesIn = (plain: string, regions: readonly string[]): readonly Piece[] => {
  let remaining = foldedText(plain)
  const pieces = Object.values(FINDERS).flatMap((find) => {
    const fresh = apart(find(remaining, regions))
    remaining = withHoles(remaining, fresh)
    return fresh
  })
  return apart(pieces)
}

/**
 * Removes personal data from a text: links except for their sites, mail and network addresses, numbers of accounts,
 * cards, documents, orders and telephones, dates of birth, handles, streets, and names after a cue. It prefers to
 * remove too much, which loses only some tone of the text. The whole text is searched before it is cut to `TEXT_MAX`.
 */
export const redact = (raw: string, regions: readonly string[]) => {
  const removed: Partial<Record<Kind, number>> = {}
  const plain = plainOf(raw.slice(0, READ_MAX))
  let text = ''
  let at = 0
  for (const { kind, start, end } of piecesIn(plain, regions)) {
    removed[kind] = (removed[kind] ?? 0) + 1
    text += plain.slice(at, start) + (kind === 'URL' ? linkWord(plain.slice(start, end)) : `[${kind}]`)
    at = end
  }
  return { text: (text + plain.slice(at)).slice(0, TEXT_MAX), removed }
}
