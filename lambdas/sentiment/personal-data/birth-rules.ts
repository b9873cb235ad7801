import { ANY_DATE, MONTH_OF_YEAR, PACKED_DATE, SPOKEN_DATE } from './month-words.ts'
import { besideCues, cuePattern, endsSentence, listsOf, stretchesOf, wordsIn } from './near-cue.ts'
import type { Find, Piece } from './pieces.ts'

/** Words beside dates of birth, by language, folded. */
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
const SIGNED = /(?<=(?:^|[\s(,;])[*°⭐✶]\s?)\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?!\d)/gu

/** Austrian houses have numbers like days: "Kirchenplatz 3/2/14". */
const HOUSE_BEFORE =
  /\p{L}(?:platz|gasse|strasse|straße|weg|str\.|allee|ring|zeile|gurtel|steig|ufer|kai|promenade|siedlung)\s$/u

/** "né" is half of many words of speech; a day must follow it in the same breath. */
const GAP = { before: 48, after: 26 }
const WORDS_MAX = 7

/** Dates of birth: any spelling of a day near a cue. The day of a purchase stays. */
export const birthdaysIn: Find = ({ shown, folded }) => {
  const cues = stretchesOf(folded, CUE).filter(
    ({ start, end }) =>
      folded.slice(start, end) !== 'ne' || /^n[éÉE]/iu.test(shown.slice(start, end).replace(/^ne$/, '')),
  )
  const values = stretchesOf(folded, VALUE).filter(
    ({ start }) => !HOUSE_BEFORE.test(folded.slice(Math.max(0, start - 40), start)),
  )
  const cued = besideCues(folded, { values, cues }, GAP).filter(
    ({ gap, side }) =>
      !(/\d/.test(gap) || endsSentence(gap)) && wordsIn(gap).length <= (side === 'before' ? WORDS_MAX : 4),
  )
  const packed = besideCues(folded, { values: stretchesOf(folded, PACKED), cues }, GAP)
  return [
    ...[...cued, ...packed].map(({ value }): Piece => ({ kind: 'DATE', ...value })),
    ...stretchesOf(folded, SIGNED).map((value): Piece => ({ kind: 'DATE', ...value })),
  ]
}
