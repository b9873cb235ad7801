import { countrySpecs } from 'ibantools'
import { isBusinessNumber } from './business-number-rules.ts'
import { cuePattern, endsSentence, pairWithCues, rangesOf } from './cues.ts'
import type { Finder, Piece } from './pieces.ts'

const ibanLength = (country: string): number | undefined =>
  (countrySpecs as Readonly<Record<string, { readonly chars: number | null } | undefined>>)[country]?.chars ?? undefined

/**
 * Returns the end of `count` letters and digits, separated by at most single blanks, periods, hyphens, slashes or
 * underscores; undefined if there are fewer.
 */
const endOfRun = (text: string, start: number, count: number): number | undefined => {
  let characterCount = 0
  for (let at = start; at < text.length; at++) {
    const isCharacter = /[a-z0-9]/.test(text.charAt(at))
    if (isCharacter && ++characterCount === count) return at + 1
    const isGap = !isCharacter && /[ .\-/_]/.test(text.charAt(at)) && /[a-z0-9]/.test(text.charAt(at + 1))
    if (!isCharacter && !isGap) return undefined
  }
  return undefined
}

/** Checks the digits by ISO 7064, MOD 97-10, as ISO 13616 requires. */
const hasValidCheckDigits = (iban: string): boolean => {
  // The letter a counts as 10, b as 11, and so on.
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[a-z]/g, (letter) =>
    String(letter.charCodeAt(0) - 87),
  )
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0) === 1
}

/** A mistyped IBAN consists mostly of digits. Two words such as "il 24/11/2022" do not. */
const isMostlyDigits = (iban: string): boolean => iban.replaceAll(/\D/g, '').length >= iban.length * 0.6

/** Finds IBANs in any grouping (ISO 13616), also with a mistyped digit. */
export const ibansIn: Finder = ({ original, folded }) =>
  [...folded.matchAll(/(?<![\p{L}\p{N}])[a-z]{2}[ -]?\d{2}/gu)].flatMap(({ index }): Piece[] => {
    const length = ibanLength(folded.slice(index, index + 2).toUpperCase())
    const end = length === undefined ? undefined : endOfRun(folded, index, length)
    if (end === undefined) return []
    const plain = folded.slice(index, end).replaceAll(/[^a-z0-9]/g, '')
    const mayBeMistyped =
      /^[A-Z]{2}/.test(original.slice(index, index + 2)) && isMostlyDigits(plain) && !isBusinessNumber(folded, index)
    return hasValidCheckDigits(plain) || mayBeMistyped ? [{ kind: 'IBAN', start: index, end }] : []
  })

const isLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const CARD_CUES = cuePattern(
  [
    'card|credit card|debit card|cc|visa|mastercard|maestro|amex|american express|diners|discover|card number',
    'karte|kreditkarte|ec-karte|girokarte|debitkarte|kartennummer|kartennr|bankkarte',
    'carte|carte bleue|carte bancaire|cb|numero de carte|tarjeta|tarjeta de credito|tarjeta de debito',
    'cartao|cartao de credito|carta|carta di credito|bancomat|postepay|kaart|creditcard|bankkaart|pinpas|betaalpas|kaartnummer|carta de credito',
  ].map((line) => line.split('|')),
)

const CARD = /(?<![\p{L}\d+.,]|\d[-/])\d(?:[ ._/·-]{0,2}\d){12,18}(?!\d)/gu

/** Embossed format: groups of four, or the format of American Express. */
const EMBOSSED = /^\d{4}([ .-]{1,2})\d{4}\1\d{4}\1\d{4}$|^3\d{3}([ .-]{1,2})\d{6}\2\d{5}$/

/**
 * Finds card numbers: 13 to 19 digits that pass Luhn's check (ISO/IEC 7812-1), have the embossed format, or have a cue.
 * After a word for an order or a barcode, the check and the format are both required.
 */
export const cardsIn: Finder = ({ folded }) => {
  const values = rangesOf(folded, CARD)
  const cued = pairWithCues(folded, { values, cues: rangesOf(folded, CARD_CUES) }, { before: 40, after: 20 })
  const isCued = new Set(cued.flatMap(({ value, gap }) => (endsSentence(gap) ? [] : [value])))
  return values.flatMap((value): Piece[] => {
    const digits = folded.slice(value.start, value.end)
    const isEmbossed = EMBOSSED.test(digits)
    const passes = isLuhn(digits.replaceAll(/\D/g, ''))
    const isCard = isBusinessNumber(folded, value.start)
      ? isEmbossed && passes
      : isEmbossed || passes || isCued.has(value)
    return isCard ? [{ kind: 'CARD', ...value }] : []
  })
}
