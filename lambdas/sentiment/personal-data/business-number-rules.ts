import { CARRIERS, GOODS_AND_COMPANY_WORDS, ORDER_WORDS } from './business-number-words.ts'
import { cuePattern, listsOf } from './cues.ts'
import { GLUE_WORDS, REFERENCE_WORDS } from './id-words.ts'

/** Compound words in German and Dutch: "Bestellnr". */
export const NUMBER_OF = '(?:-?(?:nr|nummer|nummern|nummers|no|code|num))?'
/** The period of an abbreviation. The period of a sentence would separate the number from the word. */
const POINT = String.raw`(?:(?<=nr|no|num|n|art|ref|rif|prot|exp|cmd|fatt|az|iva|reg)\.)?`
const MARKS = String.raw`[^\p{L}\p{N}\n.,;!?\ufffc]{0,4}`
const WORDS = [...GLUE_WORDS, ...CARRIERS.split('|')].sort((a, b) => b.length - a.length).join('|')
const GAP = String.raw`(?:${MARKS}(?<![\p{L}\p{N}])(?:${WORDS})(?![\p{L}\p{N}])\.?){0,4}${MARKS}`
/** "SKU 1 and 2": the second number has the same kind. */
const FIRST_OF_TWO = String.raw`(?:(?=[a-z/.-]{0,8}\d)[a-z0-9][a-z0-9/.-]{3,28}(?:,|\s(?:and|und|et|y|e|en|or|oder|ou|o|of)|\s?[&/])\s{1,2})?`
/** "FR40 303 265 045": the found number can be the end of a longer number. */
const GROUPS = String.raw`(?:[a-z]{1,4}[-/])?(?:(?=[a-z]{0,4}\d)[a-z\d]{1,6}[ ./-]){0,3}`

const beforeNumber = (words: readonly (readonly string[])[]): RegExp =>
  new RegExp(`${cuePattern(words, NUMBER_OF).source}${POINT}${GAP}${FIRST_OF_TWO}${GROUPS}$`, 'u')

const ORDER_WORD_BEFORE = beforeNumber(listsOf(ORDER_WORDS))
/** "Booking reference", "customer ref.": the first word gives the kind of the number. */
const REFERENCE_WORD_BEFORE = new RegExp(`${cuePattern(listsOf(REFERENCE_WORDS)).source}[ -]{0,2}$`, 'u')
const GOODS_OR_COMPANY_BEFORE = beforeNumber(listsOf(GOODS_AND_COMPANY_WORDS))
const GOODS_BEFORE =
  /\b(?:isbn|ean|gtin|upc|asin|issn|barcode|strichcode|code-barres?|codigo de barras|codice a barre|streepjescode|imei|serial|seriennummer)\b[^\n]{0,16}$/u
/** Spain: company numbers start with a letter, even after a cue for a person. */
const SPANISH_COMPANY = /^[abcdefghjnpqrsuvw][ -]?\d{7}[\da-j](?![\p{L}\p{N}])/u
const TAX_BEFORE = /\b(?:cif|nif|c\.i\.f|n\.i\.f)\b[\s:.nº°#-]{0,6}$/u

/** Mexico: company numbers have three letters, personal ones have four. */
const MEXICAN_COMPANY = /^[a-zñ&]{3}[ -]?\d{6}[ -]?[a-z\d]{3}(?![\p{L}\p{N}])/u
const RFC_BEFORE = /\br\.?f\.?c\b[^\n]{0,32}$/u

const WINDOW = 64

const textBefore = (folded: string, start: number): string => folded.slice(Math.max(0, start - WINDOW), start)

export const isGoodsOrCompanyNumber = (folded: string, start: number): boolean => {
  const text = textBefore(folded, start)
  return (
    GOODS_BEFORE.test(text.slice(-32)) ||
    GOODS_OR_COMPANY_BEFORE.test(text) ||
    (RFC_BEFORE.test(text) && MEXICAN_COMPANY.test(folded.slice(start, start + 16))) ||
    (TAX_BEFORE.test(text) && SPANISH_COMPANY.test(folded.slice(start, start + 12)))
  )
}

const isOrderNumber = (text: string): boolean => {
  const match = ORDER_WORD_BEFORE.exec(text)
  if (!match) return false
  return !(/^(?:ref|rif|kenmerk|cod)/.test(match[0]) && REFERENCE_WORD_BEFORE.test(text.slice(0, match.index)))
}

/** Checks if the word before a number indicates goods, a company, an order, a parcel, a ticket or a case. */
export const isBusinessNumber = (folded: string, start: number): boolean =>
  isGoodsOrCompanyNumber(folded, start) || isOrderNumber(textBefore(folded, start))
