import { isBusinessNumber, isGoodsOrCompanyNumber, NUMBER_OF } from './business-number-rules.ts'
import { ORDER_WORDS } from './business-number-words.ts'
import {
  type CueMatch,
  cuePattern,
  endsSentence,
  listsOf,
  pairWithCues,
  rangesOf,
  type TextRange,
  wordsIn,
} from './cues.ts'
import { DOCUMENT_WORDS, GLUE_WORDS, REFERENCE_WORDS } from './id-words.ts'
import { type Finder, matchesOf, type Piece } from './pieces.ts'
import { HOLE, type PlainText } from './plain-text.ts'

/** Document numbers with an unambiguous shape, for folded text. */
const SHAPES: readonly string[] = [
  // United States: SSN, ITIN.
  String.raw`\d{3}-\d{2}-\d{4}`,
  // United Kingdom: National Insurance number.
  String.raw`(?:[a-ceghj-pr-tw-z]{2}|qq)[ -]?\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?[a-d]`,
  // Spain: DNI, NIE.
  String.raw`(?:\d{8}|\d{2}\.\d{3}\.\d{3}|\d{1,2} \d{3} \d{3})[ -]?[a-hj-np-tv-z]`,
  String.raw`[xyz][ -]?\d{7}[ -]?[a-z]`,
  // France: NIR, with or without its key.
  String.raw`[12][ .]?\d{2}[ .]?(?:0[1-9]|1[0-2]|[2-9]\d)[ .]?(?:\d{2}|2[ab])[ .]?\d{3}[ .]?\d{3}(?:[ ./-]{0,3}\d{2})?`,
  // Italy: codice fiscale, also with letters in place of digits. Without any digit it is three words.
  '(?=[a-z ]{6,17}\\d)[a-z]{3} ?[a-z]{3} ?[0-9lmnp-v]{2}[a-ehlmprst][0-9lmnp-v]{2} ?[a-z][0-9lmnp-v]{3}[a-z]',
  // Italy: electronic identity card.
  String.raw`c[a-z]\d{5}[a-z]{2}`,
  // Portugal: cartão de cidadão.
  String.raw`\d{8}[ -]?\d ?[a-z]{2}\d`,
  // Brazil: CPF, RG.
  String.raw`\d{3}\.\d{3}\.\d{3}[-/. ]\d{2}`,
  String.raw`\d{3} \d{3} \d{3}-\d{2}`,
  String.raw`\d{1,2}\.\d{3}\.\d{3}-[\dx]`,
  // Germany: tax id in groups, pension insurance number.
  String.raw`\d{2} \d{3} \d{3} \d{3}`,
  String.raw`\d{2} ?\d{6} ?[a-z] ?\d{3}`,
  // Switzerland: AHV.
  String.raw`756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}`,
  // Belgium: national register number.
  String.raw`\d{2}\.\d{2}\.\d{2}[-. ]\d{3}[-. ]\d{2}`,
  // Mexico: CURP, RFC of a person; Argentina: CUIL.
  String.raw`[a-z]{4}\d{6}[hmx][a-z]{5}[a-z0-9]\d`,
  String.raw`[a-z]{4}\d{6}[a-z0-9]{3}`,
  String.raw`(?:20|23|24|27|30|33)-\d{8}-\d`,
]

/** Parcel numbers: UPU S10 and similar, UPS. */
const PARCEL_SHAPES: readonly string[] = [
  String.raw`[a-z]{2} ?\d{9} ?[a-z]{2}`,
  String.raw`[a-z]{2}\d{7,12}[a-z]{2}`,
  String.raw`1z ?(?=[a-z]{0,15}\d)[a-z0-9](?: ?[a-z0-9]){15}`,
]

const wholeWord = (shapes: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}+]|\d[.,-])(?:${shapes.join('|')})(?![\p{L}\p{N}]|[.,-]\d)`, 'gu')

const ID_SHAPE = wholeWord(SHAPES)
const PARCEL_SHAPE = wholeWord(PARCEL_SHAPES)

const DOCUMENT_CUE = cuePattern(listsOf(DOCUMENT_WORDS), NUMBER_OF)
const REFERENCE_CUE = cuePattern(listsOf(REFERENCE_WORDS), NUMBER_OF)
const ORDER_CUE = cuePattern(listsOf(ORDER_WORDS), NUMBER_OF)

/** Letters and digits in groups. Each group after a blank contains a digit, or is a single letter. */
const VALUE =
  /(?<![\p{L}\p{N}€$£])(?<!\d[.,:])(?=\p{L}{0,6}[./-]?\p{L}{0,4}[./-]?\d|[a-z]{1,3}-[a-z]{1,2}\s\d)[a-z0-9]{1,20}(?:[./-]{1,2}[a-z0-9]{1,14}|\s(?=[a-z]{0,3}\d)[a-z0-9]{1,14}|\s[a-z](?![\p{L}])){0,7}/gu
/** A booking code can consist of letters only. */
const CODE =
  /(?<=\b(?:booking|booking (?:code|ref)|pnr|codice prenotazione|codigo de reserva|code de reservation|buchungscode|localizador|locator|reserva|prenotazione|reservation|boekingscode|reserveringscode)[\s:.#n°o-]{1,6})(?<![\p{L}\p{N}])[A-Z]{6}(?![\p{L}\p{N}])/gu

const UNIT_AFTER =
  /^\s?(?:%|‰|€|\$|£|°|eur|euros?|usd|chf|gbp|brl|reais|real|franken|francs?|pesos?|dollars?|pounds?|bucks|quid|kg|g|gb|mb|tb|ml|cl|l|liter|litros?|litri|cm|mm|km|m|m2|w|kw|mah|mbps|min|mins?|minuten|minutes?|minutos?|minuti|h|hs|std|stunden|hours?|horas?|heures?|ore|uur|days?|tage|jours|dias?|giorni|dagen|weeks?|wochen|semaines|semanas|settimane|weken|months?|monate|mois|meses|mesi|maanden|years?|jahre|ans|anos|anni|jaar|x|mal|times|fois|veces|vezes|volte|keer|people|leute|stars?|sterne|sterren|stelle|estrellas|etoiles)(?![\p{L}\p{N}])/u
const MONEY_BEFORE = /(?:€|\$|£|eur|usd|chf|gbp|r\$)\s?$/u
const NO_NUMBER = [
  // Days, times, prices, years, sizes, versions, phases of a score.
  /^(?:\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{4}|\d{2}))?|\d{4}-\d{2}-\d{2})$/,
  /^\d{1,6}[.,]\d{1,2}$/,
  /^(?:19|20)\d{2}$/,
  /^\d{1,4}x\d/,
  /^v?\d{1,2}(?:\.\d{1,2}){1,2}$/,
  /^\d{1,3}(?:er|e|eme|th|st|nd|rd|x|h|km|kg|gb|min|k|a|o)$/,
  /^\d{1,2}h\d{0,2}$/,
  /^\d{1,2} (?:\d{1,2} )?(?:19|20)?\d{0,2}$/,
]

/** Sums and versions also contain periods, so only a cue distinguishes them from a number. */
const DOTTED = /^v?\d{1,3}(?:\.\d{1,3}){1,3}$/

const digitCountOf = (value: string): number => value.replaceAll(/\D/g, '').length
const isNumber = (value: string): boolean =>
  value.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 4 && !NO_NUMBER.some((pattern) => pattern.test(value))

const valuesIn = (folded: string): readonly TextRange[] =>
  rangesOf(folded, VALUE).filter(
    ({ start, end }) =>
      isNumber(folded.slice(start, end)) &&
      !UNIT_AFTER.test(folded.slice(end, end + 16)) &&
      !MONEY_BEFORE.test(folded.slice(Math.max(0, start - 5), start)) &&
      !isGoodsOrCompanyNumber(folded, start),
  )

const hasOnlyGlueWords = (gap: string): boolean => wordsIn(gap).every((word) => GLUE_WORDS.has(word))

/** Checks a number near a cue for documents. The further it is from the cue, the more digits it must have. */
const isDocumentNumber = ({ value: { start, end }, gap, side }: CueMatch, text: string): boolean => {
  if (/\d/.test(gap) || endsSentence(gap)) return false
  const value = text.slice(start, end)
  const digits = digitCountOf(value)
  if (side === 'after') return digits >= 5 && wordsIn(gap).length <= 3
  return hasOnlyGlueWords(gap) ? digits >= 3 : digits >= 5 && wordsIn(gap).length <= 10 && !DOTTED.test(value)
}

/** Checks a number after a cue for references, by its distance from the cue and its shape. */
const isReferenceNumber = ({ value: { start, end }, gap, side }: CueMatch, text: string): boolean => {
  if (side === 'after' || /\d/.test(gap) || endsSentence(gap)) return false
  const value = text.slice(start, end)
  const digits = digitCountOf(value)
  if (hasOnlyGlueWords(gap)) return digits >= 1 && (value.length >= 5 || /^\s{0,2}[#:n(]/.test(gap))
  return !DOTTED.test(value) && (digits >= 6 || (digits >= 4 && /[a-z]/.test(value))) && wordsIn(gap).length <= 4
}

const asIds = (cued: readonly CueMatch[]): Piece[] => cued.map(({ value }) => ({ kind: 'ID', ...value }))

const PASSPORT_CUE = cuePattern(
  [
    'passport|reisepass|pass|passeport|pasaporte|passaporte|passaporto|paspoort|reispas|pas|travel document|reisedokument|documento di viaggio|reisdocument'.split(
      '|',
    ),
  ],
  NUMBER_OF,
)
/**
 * Passport numbers: capitals and digits. They can be further from the cue than other numbers, also after other small
 * numbers.
 */
const PASSPORT_VALUE = /(?<![\p{L}\p{N}])(?=[A-Z\d]{0,8}[A-Z])(?=(?:[A-Z]{0,5}\d){4})[A-Z\d]{7,10}(?![\p{L}\p{N}])/gu

/** "… nimmt meinen Pass nicht. C01X0006H": the next sentence starts with the number. */
const BEGINS_NEXT =
  /^[^.!?:;]{0,40}[.!?:]\s{1,2}(?:(?:the |die |der |le |la |el |il |o |a |het )?(?:number|no|nummer|nr|numero|num)\.?\s(?:is|ist|est|es|e|:)?\s?)?$/u

const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/g

const passportsIn = ({ original, folded }: PlainText): Piece[] => {
  const values = rangesOf(original, PASSPORT_VALUE).filter(({ start }) => !isBusinessNumber(folded, start))
  const cued = pairWithCues(folded, { values, cues: rangesOf(folded, PASSPORT_CUE) }, { before: 72, after: 32 })
  return asIds(
    cued.filter(({ gap }) => !/\d{4}/.test(gap.replaceAll(YEAR, '')) && (!endsSentence(gap) || BEGINS_NEXT.test(gap))),
  )
}

/** Six leading letters indicate a codice fiscale or a CURP, whatever the cue. */
const STARTS_WITH_SIX_LETTERS = /^[a-z]{3} ?[a-z]{3}/

const SORT_CODE = /(?<=\bsort ?code[\s:]{1,3}(?:is\s)?)\d{2}-\d{2}-\d{2}(?!\d)/gu

const AFTER_NUMBER_SIGN =
  /(?<![\p{L}\p{N}&])#(?=[a-z]{0,4}\d)(?![0-9a-f]{6}(?![\p{L}\p{N}-]))(?=[a-z0-9-]{0,20}\d{4})[a-z0-9][a-z0-9-]{4,24}(?![\p{L}\p{N}])/gu

const idsWithShape = (shape: RegExp, folded: string): Piece[] => matchesOf('ID', shape, folded)

/** Finds document numbers by their shape, and any number near a cue for documents, bookings or memberships. */
export const idsIn: Finder = ({ original, folded }) => {
  const values = valuesIn(folded).filter(({ start }) => !isBusinessNumber(folded, start))
  const documentMatches = pairWithCues(
    folded,
    { values, cues: rangesOf(folded, DOCUMENT_CUE) },
    { before: 56, after: 24 },
  )
  const referenceMatches = pairWithCues(
    folded,
    { values, cues: rangesOf(folded, REFERENCE_CUE) },
    { before: 36, after: 0 },
  )
  return [
    ...idsWithShape(ID_SHAPE, folded).filter(
      ({ start, end }) => STARTS_WITH_SIX_LETTERS.test(folded.slice(start, end)) || !isBusinessNumber(folded, start),
    ),
    ...idsWithShape(SORT_CODE, folded),
    ...matchesOf('ID', CODE, original),
    ...passportsIn({ original, folded }),
    ...asIds(documentMatches.filter((each) => isDocumentNumber(each, folded))),
    ...asIds(referenceMatches.filter((each) => isReferenceNumber(each, folded))),
  ]
}

/**
 * Finds numbers of orders, parcels, tickets and cases in texts with other personal data, because they can then identify
 * the person. Alone they do not.
 */
export const orderNumbersIn: Finder = ({ original, folded }) => {
  if (!original.includes(HOLE)) return []
  const cued = pairWithCues(
    folded,
    { values: valuesIn(folded), cues: rangesOf(folded, ORDER_CUE) },
    { before: 36, after: 0 },
  )
  return [
    ...[PARCEL_SHAPE, AFTER_NUMBER_SIGN]
      .flatMap((shape) => idsWithShape(shape, folded))
      .filter(({ start }) => !isGoodsOrCompanyNumber(folded, start)),
    ...asIds(cued.filter((each) => isReferenceNumber(each, folded))),
  ]
}
