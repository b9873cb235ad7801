import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/min'
import { besideCues, cuePattern, endsSentence, type Stretch, stretchesOf, wordsIn } from './near-cue.ts'
import { CALL_CUES, NATIONAL_NUMBERS } from './phone-formats.ts'
import { type Find, matchesOf, type Piece } from './pieces.ts'
import { isOfThing } from './thing-rules.ts'

const CUE = cuePattern([...Object.values(CALL_CUES).map((line) => line.split('|')), ['📞', '☎', '📱', '☏', '✆']])

/** Longest stretch of a text that is searched for a telephone number at once. */
const WINDOW = 40

const digitsOf = (dialled: string): string => dialled.replaceAll(/\D/g, '')

/** Each word once: a word that is there twice doubles the ways to read it, and twelve of them have 4,096. */
const DIGIT_WORDS = [
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple',
  'null|eins|zwo|zwei|drei|vier|funf|sechs|sieben|acht|neun',
  'un|deux|trois|quatre|cinq|sept|huit|neuf',
  'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve',
  'um|dois|quatro|sete|oito|nove|meia',
  'due|tre|quattro|cinque|sei|sette|otto',
  'nul|een|twee|drie|vijf|zes|zeven|negen',
].join('|')
const SPELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\+\s?)?(?:(?:${DIGIT_WORDS}|\d)[\s,.-]{1,2}){6,14}(?:${DIGIT_WORDS}|\d)(?![\p{L}\p{N}])`,
  'gu',
)
/** Words and digits by turns: "null eins sieben zwei 9925 904". */
const HALF_SPELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\+\s?)?(?:(?:${DIGIT_WORDS})[\s,.-]{1,2}){2,12}\d{1,8}(?:[\s/.-]{1,2}\d{1,5}){0,4}(?![\p{L}\p{N}%€$£]|[.,:]\d)`,
  'gu',
)
/** Pairs in words, as in French: "zéro six douze quarante-cinq". */
const PAIR_WORDS =
  'dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cent|diez|once|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|dieci|undici|dodici|tredici|quattordici|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta'
const IN_PAIRS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${DIGIT_WORDS})[\s,.-]{1,2}){1,3}(?:(?:${DIGIT_WORDS}|${PAIR_WORDS}|et|y)[\s,.-]{1,2}){4,16}(?:${DIGIT_WORDS}|${PAIR_WORDS})(?![\p{L}\p{N}])`,
  'gu',
)
/** Fewer are a sum, or a count. */
const SPOKEN_MIN = 7

const spokenDigits = (text: string): number => digitsOf(text).length + (text.match(/\p{L}+/gu) ?? []).length

/** Two words count only where they begin as numbers do. */
const isSpoken = (text: string): boolean =>
  spokenDigits(text) >= SPOKEN_MIN &&
  ((text.match(/\p{L}+/gu) ?? []).length > 2 || /^(?:null?|zero|cero|oh)(?!\p{L})/u.test(text))

/** Candidates for telephone numbers: digits in groups with usual separators. */
const DIALLED =
  /(?<![\p{L}\p{N}#$€£]|[\p{N}][.,/:-])(?:\+\s?|00)?[([]{0,2}\d(?:xx(?=\d{2}))?(?:[\s().\-–—/·•_[\]|]{0,3}\d){5,16}(?![\p{L}\p{N}%]|[.,:]\d)/gu

const MONEY = /^\s?(?:%|€|\$|£|eur|usd|chf|reais|pesos|kg|gb|mb|km|x\d)/u
/** Amounts, dates, times, ratios, fractions and versions have digits, too. */
const NOT_DIALLED = [
  /^\d\.\d{10,}$/,
  /^\d{4}-\d{2}-\d{2}(?:\D|$)/,
  /^(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:(?:19|20)\d{2}|\d{2})(?!\d)(?!.\d{2}\b)/,
  /^\d{1,3}(?:\.\d{1,3}){2,3}$/,
  /^(?:19|20)\d{2}\s?[-–—/]\s?(?:19|20)\d{2}/,
  /^[1-9]\d{0,2}(?:[. ]000)+$/,
  // From nine to five.
  /^(?:[01]?\d|2[0-4])[.:h][0-5]\d\s?[-–—]\s?(?:[01]?\d|2[0-4])[.:h][0-5]\d$/,
]

/** "+49 (0) 30": the zero is dialled within the country only. */
const isInternational = (dialled: string): boolean =>
  /^(?:\+|00[1-9])/.test(dialled.trim()) && digitsOf(dialled).length >= 8

const isNational = (dialled: string, region: string): boolean => {
  const digits = digitsOf(dialled.replace('xx', ''))
  if (NATIONAL_NUMBERS[region]?.test(digits)) return true
  if (digits.length < 7 || !isSupportedCountry(region)) return false
  return findPhoneNumbersInText(dialled.slice(0, WINDOW), { defaultCountry: region, extended: false }).length > 0
}

const IPV4 = /^\(?(?:\d{1,3}\.){3}\d{1,3}$/

/** Each call of the library takes a quarter of a millisecond. In a text with more candidates all of them are removed. */
const QUESTIONS_MAX = 20

/** A point between groups of three is a sum where no region has such numbers. */
const mayBeNumber = (folded: string, { start, end }: Stretch): boolean => {
  const dialled = folded.slice(start, end)
  // Belgium: a payment's own number; elsewhere: an address of the network, which has rules of its own.
  if (folded.startsWith('++', start - 1) || IPV4.test(dialled)) return false
  if (
    MONEY.test(folded.slice(end, end + 8)) ||
    /(?:€|\$|£|r\$|chf|eur)\s?$/u.test(folded.slice(Math.max(0, start - 4), start))
  )
    return false
  return (
    (dialled.startsWith('+') || !isOfThing(folded, start)) &&
    (isInternational(dialled) || !NOT_DIALLED.some((pattern) => pattern.test(dialled)))
  )
}

/** What may be dialled: a date or a version is told from a number by the form of the country. */
const shapedAs = (dialled: string, regions: readonly string[]): boolean =>
  /^0\d([.\s-])\d{2}(?:\1\d{2}){3}$/.test(dialled) ||
  (/^\d{3}\.\d{3}\.\d{3}$/.test(dialled) && regions.some((region) => NATIONAL_NUMBERS[region]?.test(digitsOf(dialled))))

/** Those with a code of a country are told from anything else. */
export const internationalPhonesIn: Find = ({ folded }) =>
  stretchesOf(folded, DIALLED).flatMap((value): Piece[] =>
    isInternational(folded.slice(value.start, value.end)) && mayBeNumber(folded, value)
      ? [{ kind: 'PHONE', ...value }]
      : [],
  )

/** Telephone numbers: international ones, those near a cue, and those that are dialled in the monitor's regions. */
export const phonesIn: Find = ({ folded }, regions) => {
  const values = stretchesOf(folded, DIALLED).filter(
    (value) =>
      mayBeNumber(folded, value) ||
      (shapedAs(folded.slice(value.start, value.end), regions) && !isOfThing(folded, value.start)),
  )
  const cued = besideCues(folded, { values, cues: stretchesOf(folded, CUE) }, { before: 40, after: 24 })
  const isCued = new Set(
    cued.flatMap(({ value, gap, side }) =>
      /\d/.test(gap) ||
      endsSentence(gap) ||
      wordsIn(gap).length > (side === 'before' ? 5 : 2) ||
      (side === 'after' && digitsOf(folded.slice(value.start, value.end)).length < 7)
        ? []
        : [value],
    ),
  )
  const isPhone = (value: Stretch, i: number): boolean => {
    const dialled = folded.slice(value.start, value.end)
    const enough = digitsOf(dialled).length >= 7
    if (i >= QUESTIONS_MAX) return enough
    return (
      isInternational(dialled) ||
      (isCued.has(value) && digitsOf(dialled).length >= 6) ||
      (enough && regions.some((region) => isNational(dialled, region)))
    )
  }
  return [
    ...values.filter(isPhone).map((value): Piece => ({ kind: 'PHONE', ...value })),
    ...[SPELLED, IN_PAIRS]
      .flatMap((pattern) => matchesOf('PHONE', pattern, folded))
      .filter(({ start, end }) => /\p{L}/u.test(folded.slice(start, end))),
    ...matchesOf('PHONE', HALF_SPELLED, folded).filter(({ start, end }) => isSpoken(folded.slice(start, end))),
  ]
}
