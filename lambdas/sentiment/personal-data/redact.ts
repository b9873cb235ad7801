import { cardsIn, ibansIn } from './bank-rules.ts'
import { bareStreetsIn } from './bare-street-rules.ts'
import { birthdaysIn } from './birth-rules.ts'
import { handlesIn } from './handle-rules.ts'
import { idsIn, orderNumbersIn } from './id-rules.ts'
import { linkReplacement, linksIn } from './link-rules.ts'
import { mailsIn } from './mail-rules.ts'
import { companionsIn, listedDaysIn } from './name-context.ts'
import { namesIn } from './name-rules.ts'
import { addressesIn, macsIn } from './network-rules.ts'
import { internationalPhonesIn, phonesIn } from './phone-rules.ts'
import { type Finder, type Piece, type PieceKind, withHoles, withoutOverlaps } from './pieces.ts'
import { foldedText, plainTextOf } from './plain-text.ts'
import { streetsIn } from './street-rules.ts'

/**
 * Maximum characters of a cleaned text. Opinions rarely come later. The text is cut after the search, because a part of a
 * telephone number would not be found.
 */
export const TEXT_MAX = 5_000

/** Maximum characters that are read. No platform has longer texts. */
export const READ_MAX = 100_000

/** Finders in order. A later one does not see pieces that an earlier one found. */
export const FINDERS: Readonly<Record<string, Finder>> = {
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
  errands: orderNumbersIn,
  listedDays: listedDaysIn,
  companions: companionsIn,
}

/**
 * Returns the personal data of a plain text (`plainTextOf`) in order, by UTF-16 offsets. Linear in the length of the text.
 */
export const piecesIn = (plain: string, regions: readonly string[]): readonly Piece[] => {
  let remaining = foldedText(plain)
  const pieces = Object.values(FINDERS).flatMap((find) => {
    const newPieces = withoutOverlaps(find(remaining, regions))
    remaining = withHoles(remaining, newPieces)
    return newPieces
  })
  return withoutOverlaps(pieces)
}

/**
 * Removes personal data from a text: links except for their sites, mail and network addresses, numbers of accounts,
 * cards, documents, orders and telephones, dates of birth, handles, streets, and names after a cue. In doubt, it removes a
 * piece, because this hardly changes the sentiment. The whole text is searched before it is cut to `TEXT_MAX`.
 */
export const redact = (raw: string, regions: readonly string[]) => {
  const removed: Partial<Record<PieceKind, number>> = {}
  const plain = plainTextOf(raw.slice(0, READ_MAX))
  let text = ''
  let at = 0
  for (const { kind, start, end } of piecesIn(plain, regions)) {
    removed[kind] = (removed[kind] ?? 0) + 1
    text += plain.slice(at, start) + (kind === 'URL' ? linkReplacement(plain.slice(start, end)) : `[${kind}]`)
    at = end
  }
  return { text: (text + plain.slice(at)).slice(0, TEXT_MAX), removed }
}
