import { countrySpecs, isValidIBAN } from 'ibantools'
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/min'
import type { Kind } from './pattern-rules.ts'

/** A piece of a text, by its UTF-16 offsets. */
export interface Piece {
  readonly kind: Kind
  readonly start: number
  readonly end: number
}

/** Number of letters and digits of an IBAN by country. After a cue a mistyped one is removed as well. */
const ibanLength = (country: string): number | undefined =>
  (countrySpecs as Readonly<Record<string, { readonly chars: number | null } | undefined>>)[country]?.chars ?? undefined

const CUE_BEFORE = /\b(?:iban|konto|account)\W{0,5}$/i

/**
 * End of `count` letters and digits, separated by at most single blanks, dots or hyphens; undefined: there are fewer.
 */
const endOfRun = (text: string, start: number, count: number): number | undefined => {
  let seen = 0
  for (let at = start; at < text.length; at++) {
    const isPart = /[A-Za-z0-9]/.test(text.charAt(at))
    if (isPart && ++seen === count) return at + 1
    const isGap = !isPart && /[ .-]/.test(text.charAt(at)) && /[A-Za-z0-9]/.test(text.charAt(at + 1))
    if (!isPart && !isGap) return undefined
  }
  return undefined
}

/** IBANs by their check digits, in any grouping (ISO 13616). */
export const ibansIn = (text: string): Piece[] =>
  [...text.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2} ?\d{2}/g)].flatMap(({ index }) => {
    const length = ibanLength(text.slice(index, index + 2).toUpperCase())
    const end = length === undefined ? undefined : endOfRun(text, index, length)
    if (end === undefined) return []
    const plain = text
      .slice(index, end)
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
    const isGood = isValidIBAN(plain) || CUE_BEFORE.test(text.slice(Math.max(0, index - 20), index))
    return isGood ? [{ kind: 'IBAN' as const, start: index, end }] : []
  })

const isLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Card numbers: 13 to 19 digits, in groups or not, that pass Luhn's check (ISO/IEC 7812-1). */
export const cardsIn = (text: string): Piece[] =>
  [...text.matchAll(/(?<![\d+])\d(?:[ .-]{0,2}\d){12,18}(?!\d)/g)].flatMap(({ 0: digits, index }) =>
    isLuhn(digits.replaceAll(/\D/g, '')) ? [{ kind: 'CARD' as const, start: index, end: index + digits.length }] : [],
  )

const isIpv4 = (text: string): boolean => text.split('.').every((part) => Number(part) <= 255)

/** IPv4, except for software versions, and IPv6. */
export const addressesIn = (text: string): Piece[] => [
  ...[...text.matchAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d]|\.\d)/g)].flatMap(({ 0: address, index }) => {
    const isVersion = /(?:\bv|\b(?:version|firmware|release|build|ver)\.?)\s{0,2}$/i.test(
      text.slice(Math.max(0, index - 12), index),
    )
    return isIpv4(address) && !isVersion ? [{ kind: 'IP' as const, start: index, end: index + address.length }] : []
  }),
  ...[
    ...text.matchAll(/(?<![0-9A-Za-z:])(?=[0-9a-f:.]{0,39}:[0-9a-f:.]{0,39}:)[0-9a-f:]{2,39}(?![0-9A-Za-z:])/gi),
  ].flatMap(({ 0: address, index }) => {
    const groups = address.split(':').filter(Boolean)
    const isAddress =
      (address.includes('::') || groups.length === 8) &&
      groups.length >= 2 &&
      groups.every((group) => group.length <= 4)
    return isAddress ? [{ kind: 'IP' as const, start: index, end: index + address.length }] : []
  }),
]

/** Longest stretch of a text that is searched for a telephone number at once. */
const WINDOW = 40

const SPELLED =
  /(?<![\p{L}])(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)[\s,.-]{1,2}){6,14}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)(?!\p{L})/giu

/** Candidates for telephone numbers: digits in groups with usual separators. */
const DIALLED = /(?<![\p{L}\p{N}.,/:#$€£-])(?:\+|00)?[([]{0,2}\d(?:[\s().\-–—/·_[\]]{0,3}\d){6,16}(?![\p{N}%])/gu

/** Amounts, dates, times and versions have digits, too. */
const NOT_DIALLED =
  /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,4}(?:\.\d{1,3}){2,}|(?:19|20)\d{2}\s?[-–—/]\s?(?:19|20)\d{2})(?:\D|$)/

const CALL_CUE =
  /\b(?:call|phone|tel|telephone|mobile|cell|text|sms|whats ?app|ring|dial|fax|hotline|number|nr|nummer|handy|ruf|appel\w*|numéro|llam\w*|m|t|ph)\b[\s\p{L}:.#'’-]{0,25}$/iu

const isCallable = (text: string, dialled: string, index: number, regions: readonly string[]): boolean => {
  const digits = dialled.replaceAll(/\D/g, '')
  if (digits.length < 7 || NOT_DIALLED.test(dialled)) return false
  if (/^(?:\+|00)/.test(dialled) && digits.length >= 8) return true
  if (CALL_CUE.test(text.slice(Math.max(0, index - 40), index))) return true
  return regions.some(
    (region) =>
      isSupportedCountry(region) &&
      findPhoneNumbersInText(dialled.slice(0, WINDOW), { defaultCountry: region, extended: false }).length > 0,
  )
}

/**
 * Each call of the library takes a quarter of a millisecond. In a text with more candidates all of them are removed.
 */
const QUESTIONS_MAX = 20

/** Telephone numbers: international ones, those after a cue, and those that are valid in the tenant's regions. */
export const phonesIn = (text: string, regions: readonly string[]): Piece[] => [
  ...[...text.matchAll(DIALLED)].flatMap(({ 0: dialled, index }, i) =>
    i >= QUESTIONS_MAX || isCallable(text, dialled, index, regions)
      ? [{ kind: 'PHONE' as const, start: index, end: index + dialled.length }]
      : [],
  ),
  ...[...text.matchAll(SPELLED)].map(({ 0: spelled, index }) => ({
    kind: 'PHONE' as const,
    start: index,
    end: index + spelled.length,
  })),
]
