import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js/min'
import { isBusinessNumber } from './business-number-rules.ts'
import { cuePattern, endsSentence, pairWithCues, rangesOf, type TextRange, wordsIn } from './cues.ts'
import { type Finder, matchesOf, type Piece } from './pieces.ts'

const NORTH_AMERICA = /^1?[2-9]\d{9}$/

/**
 * National numbers as dialed, digits only: trunk prefix, area, number. Wider than the currently assigned ranges,
 * because unassigned numbers may have belonged to a person.
 */
const NATIONAL_NUMBERS: Readonly<Record<string, RegExp>> = {
  US: NORTH_AMERICA,
  CA: NORTH_AMERICA,
  GB: /^0[1-9]\d{8,9}$/,
  IE: /^0[1-9]\d{6,9}$/,
  AU: /^(?:0[2-478]\d{8}|1[38]00\d{6})$/,
  NZ: /^0[2-9]\d{7,9}$/,
  DE: /^0[1-9]\d{7,10}$/,
  AT: /^0[1-9]\d{6,11}$/,
  CH: /^0[1-9]\d{8}$/,
  LI: /^[2-9]\d{6}$/,
  FR: /^0[1-9]\d{8}$/,
  BE: /^0[1-9]\d{7,8}$/,
  LU: /^(?:2\d{5,8}|6\d{8})$/,
  ES: /^[5-9]\d{8}$/,
  MX: /^(?:0?1|04[45])?[2-9]\d{9}$|^0{2}\d{8}$|^\d{2}0{4}\d{4}$/,
  AR: /^0?(?:11|[2-3]\d{1,3})(?:15)?\d{6,8}$|^15\d{8}$/,
  CO: /^3\d{9}$|^60\d{8}$/,
  CL: /^[29]\d{8}$/,
  PE: /^9\d{8}$/,
  PT: /^[239]\d{8}$/,
  BR: /^0?(?:\d{2})?(?:[1-9]\d)9?\d{8}$/,
  IT: /^(?:0\d{5,10}|3\d{8,9})$/,
  NL: /^0[1-9]\d{8}$/,
}

const CALL_CUES: Readonly<Record<string, string>> = {
  en: 'call|calls|phone|telephone|tel|mobile|mob|cell|cellphone|text|txt|sms|whatsapp|whats app|wa|ring|dial|fax|number|ph|landline|reach me|contact|callback|call back|give me a bell|imessage|t|m',
  de: 'ruf|rufe|ruft|anruf|anrufen|ruckruf|zuruckrufen|tel|telefon|telefonnummer|telefonnr|telnr|handy|handynummer|handynr|mobil|mobilnummer|natel|festnetz|nummer|rufnummer|durchwahl|erreichbar|fax|klingel|klingelt|whatsapp|signal|bimmel',
  fr: 'appelez|appeler|appelle|appelez-moi|rappelez|rappeler|rappelez-moi|rappelle|tel|tel.|telephone|tph|fixe|portable|port|gsm|mobile|numero|num|natel|joignable|contactez|contacter|contact|sms|texto|fax|whatsapp|ligne',
  es: 'llama|llamad|llamadme|llamame|llamen|llamenme|llamar|llamo|tel|tel.|tlf|tlf.|tfno|tfno.|telf|telefono|fono|movil|celular|cel|cel.|fijo|numero|num|contacto|whatsapp|wasap|wsp|guasap|marcar|marquen|sms|llamaron|contactar|linea|cell',
  pt: 'liga|ligue|liguem|ligar|ligam|ligaram|tel|tel.|telefone|telefonem|telemovel|tlm|tlm.|tlf|celular|cel|fixo|numero|num|contacto|contato|whatsapp|whats|zap|zapzap|fone|chama|contactem|ramal|linha',
  it: 'chiama|chiamate|chiamatemi|chiamami|chiamare|tel|tel.|telefono|telefonare|telefonate|cell|cell.|cellulare|fisso|numero|num|contatto|contattatemi|whatsapp|recapito|fax|richiamate|richiamatemi|centralino|utenza',
  nl: 'bel|bellen|belt|gebeld|terugbellen|tel|tel.|telefoon|telefoonnummer|telnr|mobiel|gsm|nummer|06|app|appen|appje|bereikbaar|whatsapp|fax|sms|vaste lijn|nr|belde|contact',
}

const CUE = cuePattern([...Object.values(CALL_CUES).map((line) => line.split('|')), ['📞', '☎', '📱', '☏', '✆']])

const NUMBER_CHARACTERS_MAX = 40

const digitsOf = (dialled: string): string => dialled.replaceAll(/\D/g, '')

/** Words without duplicates: twelve duplicated words would have 4,096 ways to match. */
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
/** Words and digits alternating: "null eins sieben zwei 9925 904". */
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
/** Minimum digits. Fewer are a sum or a count. */
const SPOKEN_MIN = 7

const spokenDigits = (text: string): number => digitsOf(text).length + (text.match(/\p{L}+/gu) ?? []).length

/** Checks a number with words in it. Two words suffice only if the first is zero, as in an area code. */
const isSpoken = (text: string): boolean =>
  spokenDigits(text) >= SPOKEN_MIN &&
  ((text.match(/\p{L}+/gu) ?? []).length > 2 || /^(?:null?|zero|cero|oh)(?!\p{L})/u.test(text))

const DIALED =
  /(?<![\p{L}\p{N}#$€£]|[\p{N}][.,/:-])(?:\+\s?|00)?[([]{0,2}\d(?:xx(?=\d{2}))?(?:[\s().\-–—/·•_[\]|]{0,3}\d){5,16}(?![\p{L}\p{N}%]|[.,:]\d)/gu

const MONEY = /^\s?(?:%|€|\$|£|eur|usd|chf|reais|pesos|kg|gb|mb|km|x\d)/u
/** Amounts, dates, times, ratios, fractions and versions, which also consist of digits. */
const NOT_DIALED = [
  /^\d\.\d{10,}$/,
  /^\d{4}-\d{2}-\d{2}(?:\D|$)/,
  /^(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:(?:19|20)\d{2}|\d{2})(?!\d)(?!.\d{2}\b)/,
  /^\d{1,3}(?:\.\d{1,3}){2,3}$/,
  /^(?:19|20)\d{2}\s?[-–—/]\s?(?:19|20)\d{2}/,
  /^[1-9]\d{0,2}(?:[. ]000)+$/,
  // Opening hours.
  /^(?:[01]?\d|2[0-4])[.:h][0-5]\d\s?[-–—]\s?(?:[01]?\d|2[0-4])[.:h][0-5]\d$/,
]

/** "+49 (0) 30": the zero is dialed within the country only. */
const isInternational = (dialled: string): boolean =>
  /^(?:\+|00[1-9])/.test(dialled.trim()) && digitsOf(dialled).length >= 8

const isNational = (dialled: string, region: string): boolean => {
  const digits = digitsOf(dialled.replace('xx', ''))
  if (NATIONAL_NUMBERS[region]?.test(digits)) return true
  if (digits.length < 7 || !isSupportedCountry(region)) return false
  return (
    findPhoneNumbersInText(dialled.slice(0, NUMBER_CHARACTERS_MAX), { defaultCountry: region, extended: false })
      .length > 0
  )
}

const IPV4 = /^\(?(?:\d{1,3}\.){3}\d{1,3}$/

/**
 * Maximum candidates to check with the library, which takes a quarter of a millisecond each. Further ones are removed
 * unchecked if they have at least seven digits.
 */
const LIBRARY_CHECKS_MAX = 20

/** Excludes amounts, dates, versions, IP addresses and business numbers. */
const mayBeNumber = (folded: string, { start, end }: TextRange): boolean => {
  const dialled = folded.slice(start, end)
  // Excludes Belgian payment references and IP addresses, which have their own rules.
  if (folded.startsWith('++', start - 1) || IPV4.test(dialled)) return false
  if (
    MONEY.test(folded.slice(end, end + 8)) ||
    /(?:€|\$|£|r\$|chf|eur)\s?$/u.test(folded.slice(Math.max(0, start - 4), start))
  )
    return false
  return (
    (dialled.startsWith('+') || !isBusinessNumber(folded, start)) &&
    (isInternational(dialled) || !NOT_DIALED.some((pattern) => pattern.test(dialled)))
  )
}

/** Checks for formats that also look like dates or versions: French pairs, and three groups of three in a region. */
const hasNationalShape = (dialled: string, regions: readonly string[]): boolean =>
  /^0\d([.\s-])\d{2}(?:\1\d{2}){3}$/.test(dialled) ||
  (/^\d{3}\.\d{3}\.\d{3}$/.test(dialled) && regions.some((region) => NATIONAL_NUMBERS[region]?.test(digitsOf(dialled))))

export const internationalPhonesIn: Finder = ({ folded }) =>
  rangesOf(folded, DIALED).flatMap((value): Piece[] =>
    isInternational(folded.slice(value.start, value.end)) && mayBeNumber(folded, value)
      ? [{ kind: 'PHONE', ...value }]
      : [],
  )

/**
 * Finds telephone numbers: international numbers, numbers near a cue, and national numbers of the monitor's regions.
 */
export const phonesIn: Finder = ({ folded }, regions) => {
  const values = rangesOf(folded, DIALED).filter(
    (value) =>
      mayBeNumber(folded, value) ||
      (hasNationalShape(folded.slice(value.start, value.end), regions) && !isBusinessNumber(folded, value.start)),
  )
  const cued = pairWithCues(folded, { values, cues: rangesOf(folded, CUE) }, { before: 40, after: 24 })
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
  const isPhone = (value: TextRange, i: number): boolean => {
    const dialled = folded.slice(value.start, value.end)
    const hasEnoughDigits = digitsOf(dialled).length >= 7
    if (i >= LIBRARY_CHECKS_MAX) return hasEnoughDigits
    return (
      isInternational(dialled) ||
      (isCued.has(value) && digitsOf(dialled).length >= 6) ||
      (hasEnoughDigits && regions.some((region) => isNational(dialled, region)))
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
