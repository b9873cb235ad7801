import { cuePattern, endsSentence, listsOf, pairWithCues, rangesOf, wordsIn } from './cues.ts'
import type { Finder, Piece } from './pieces.ts'

const MONTHS = [
  'january february march april may june july august september october november december',
  'jan feb mar apr jun jul aug sep sept oct nov dec',
  'januar februar maerz marz april mai juni juli september oktober dezember janner jaenner feber okt dez',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre janv fevr avr juil',
  'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene abr ago dic',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro fev mai set out',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre gen mag giu lug ott',
  'januari februari maart april mei juni juli augustus september oktober november december mrt',
].flatMap((line) => line.split(' '))

const MONTH = `(?:${[...new Set(MONTHS)].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}])\\.?`
const DAY = String.raw`(?:3[01]|[12]\d|0?[1-9])`
const YEAR = String.raw`(?:(?:1[89]|20)\d{2}|['’]?\d{2})(?![\d:])`

/** Days and years in words: "zweiten Mai", "quattro marzo", "vingt-trois mai", folded. */
const NUMBERS = [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty thirtieth thirty nineteen eighteen thousand hundred forty fifty sixty seventy eighty ninety one two three four five six seven eight nine oh and ten eleven twelve',
  'ersten zweiten dritten vierten funften sechsten siebten siebenten achten neunten zehnten elften zwolften dreizehnten vierzehnten funfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten dreissigsten einunddreissigsten einundzwanzigsten zweiundzwanzigsten dreiundzwanzigsten vierundzwanzigsten funfundzwanzigsten sechsundzwanzigsten siebenundzwanzigsten achtundzwanzigsten neunundzwanzigsten',
  'premier un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente et mil mille cent neuf soixante quarante cinquante',
  'primero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta mil novecientos cuarenta cincuenta sesenta setenta ochenta noventa y',
  'primeiro um dois quatro sete oito nove dez onze doze treze catorze quatorze quinze dezasseis dezesseis dezassete dezessete dezoito dezanove dezenove vinte trinta mil novecentos quarenta cinquenta sessenta setenta oitenta noventa e',
  'primo due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitre ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno',
  'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig eenendertig eenentwintig tweeentwintig drieentwintig vierentwintig vijfentwintig zesentwintig zevenentwintig achtentwintig negenentwintig',
].flatMap((line) => line.split(' '))
const NUMBER_WORD = `(?:${[...new Set(NUMBERS)].sort((a, b) => b.length - a.length).join('|')})`
const YEAR_WORDS = String.raw`(?:neunzehnhundert\p{L}{0,24}|zweitausend\p{L}{0,24}|millenovecento\p{L}{0,24}|duemila\p{L}{0,16}|negentien ?honderd ?\p{L}{0,24}|${NUMBER_WORD}(?:[\s-]${NUMBER_WORD}){1,7})`

/** A month with its year, as a birth date; only near a cue. */
const MONTH_OF_YEAR = String.raw`${MONTH}\s(?:de |del |of |do )?(?:19|20)\d{2}(?!\d)`

const SPOKEN_DATE = [
  String.raw`${NUMBER_WORD}(?:[\s-]${NUMBER_WORD}){0,2}\s(?:of |de |di |den |day of )?${MONTH}(?:[\s,]{1,2}(?:de |del |of |do |in )?(?:${YEAR}|${YEAR_WORDS}))?`,
  String.raw`${MONTH}\s(?:the )?${NUMBER_WORD}(?:[\s-]${NUMBER_WORD})?(?:[\s,]{1,2}(?:${YEAR}|${YEAR_WORDS}))?`,
  String.raw`${DAY}(?:st|nd|rd|th|er|ste|de|o|a|[.°])?\s(?:of |de |di )?${MONTH}\s(?:de |del |of |do )?${YEAR_WORDS}`,
].join('|')

/** A day in any spelling, with a year or without, for folded text. */
const ANY_DATE = [
  String.raw`(?:1[89]|20)\d{2}\s?[./\- ]\s?\d{1,2}\s?[./\- ]\s?\d{1,2}(?!\d)`,
  String.raw`\d{1,2}\s?[./\-–|]\s?\d{1,2}\s?[./\-–|]\s?(?:\d{4}|['’]?\d{2})(?!\d)`,
  String.raw`\d{1,2}\s\d{1,2}\s(?:19|20)\d{2}(?!\d)`,
  String.raw`${DAY}(?:st|nd|rd|th|er|ste|de|o|a|[.°])?[\s.\-/]{0,2}(?:of |de |di |den |of the )?${MONTH}(?:[\s,.\-/]{0,2}(?:de |del |of |do )?${YEAR})?`,
  String.raw`${MONTH}[\s.\-]{0,2}(?:the )?${DAY}(?:st|nd|rd|th)?(?!\d)(?:[\s,]{1,2}${YEAR})?`,
].join('|')

/** A day without separators, as in forms; only directly next to a cue. */
const PACKED_DATE = String.raw`(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:(?:19|20)\d{2}|\d{2})`

const BIRTH_CUES: Readonly<Record<string, string>> = {
  en: 'dob|d.o.b|date of birth|birth date|birthdate|birthday|bday|b-day|born|birth',
  de: 'geboren|geb|geb.|geburtsdatum|geburtstag|gebdatum|geb.datum|geb.-datum|gebtag|geb.tag|geb.dat|gebdat.|geburtstag am|jahrgang|jg.|geb am|zur welt gekommen|bursti',
  fr: 'ne|nee|nes|date de naissance|naissance|anniversaire|anniv|ddn',
  es: 'naci|nacido|nacida|nacio|nacidos|nacimiento|fecha de nacimiento|f. nac|f.nac|fec. nac|fecha nac|f. nacimiento|f/nac|f.n|fn|f. de nac|fec. nacimiento|fec nac|fnac|cumple|cumpleanos|cumplo|cumplir',
  pt: 'nasci|nascido|nascida|nasceu|nasc|nasc.|data de nascimento|nascimento|data nasc|dn|d.n|d. nasc|dt nasc|dt. nasc|data nascimento|nato em|aniversario|niver|faco anos|faz anos',
  it: 'nato|nata|nacque|nascita|data di nascita|compleanno|nato/a|nasc.|compio gli anni|compie gli anni',
  nl: 'geboren|geb|geb.|geboortedatum|geboorte|verjaardag|jarig|geb.dat|geb.datum|gebdat|geb. datum|geboortedag',
}

const CUE = cuePattern(listsOf(BIRTH_CUES))
const VALUE = new RegExp(String.raw`(?<![\p{L}\p{N}.,/:€$£])(?:${SPOKEN_DATE}|${ANY_DATE}|${MONTH_OF_YEAR})`, 'gu')
const PACKED = new RegExp(
  String.raw`(?<=(?:dob|birth|born|geboren|geb\.?|am|on|naissance|le|nacimiento|el|nascimento|em|nascita|il|geboortedatum|op)[\s:=]{1,3})(?<![\p{L}\d])(?:${PACKED_DATE})(?![\d])`,
  'gu',
)
const AFTER_BIRTH_SIGN = /(?<=(?:^|[\s(,;])[*°⭐✶]\s?)\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?!\d)/gu

/** Austrian house numbers look like days: "Kirchenplatz 3/2/14". */
const HOUSE_BEFORE =
  /\p{L}(?:platz|gasse|strasse|straße|weg|str\.|allee|ring|zeile|gurtel|steig|ufer|kai|promenade|siedlung)\s$/u

/** Maximum characters between a cue and a date. They are few, because cues such as "né" are also common words. */
const GAP = { before: 48, after: 26 }
/** Maximum words between a cue and a date. */
const WORDS_MAX = { before: 7, after: 4 }

/** Finds dates of birth: any spelling of a day near a cue. Other dates, such as a day of purchase, remain. */
export const birthdaysIn: Finder = ({ original, folded }) => {
  const cues = rangesOf(folded, CUE).filter(
    ({ start, end }) =>
      // In French, "né" and "NE" mean "born", but "ne" is a negation.
      folded.slice(start, end) !== 'ne' || /^n[éÉE]/iu.test(original.slice(start, end).replace(/^ne$/, '')),
  )
  const values = rangesOf(folded, VALUE).filter(
    ({ start }) => !HOUSE_BEFORE.test(folded.slice(Math.max(0, start - 40), start)),
  )
  const cued = pairWithCues(folded, { values, cues }, GAP).filter(
    ({ gap, side }) => !(/\d/.test(gap) || endsSentence(gap)) && wordsIn(gap).length <= WORDS_MAX[side],
  )
  const packed = pairWithCues(folded, { values: rangesOf(folded, PACKED), cues }, GAP)
  return [
    ...[...cued, ...packed].map(({ value }): Piece => ({ kind: 'DATE', ...value })),
    ...rangesOf(folded, AFTER_BIRTH_SIGN).map((value): Piece => ({ kind: 'DATE', ...value })),
  ]
}
