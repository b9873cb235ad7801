import { cuePattern, endsSentence, rangesOf, type TextRange } from './cues.ts'
import { isUnambiguousName, mayBeName } from './name-lists.ts'
import { CAPITAL, FULL_NAME, FURTHER_NAME, firstWord } from './name-shape.ts'
import { NEARBY, NO_NAMES, ROLES, TITLES } from './name-words.ts'
import { type Finder, matchesOf, type Piece } from './pieces.ts'
import { HOLE, type PlainText } from './plain-text.ts'
import { isPublicName, isTown } from './public-names.ts'

const NEXT_TO_DATA = [
  // Sofie Ongena, [EMAIL]
  new RegExp(String.raw`(?<![\p{L}\p{N}'’-]|\p{L}[.]\s?)${FULL_NAME}(?=\s?[,;/|(–—-]\s?\(?${HOLE})`, 'gu'),
  // [PHONE] / Sofie Ongena
  new RegExp(String.raw`(?<=${HOLE}\s?[,;/|–—-]\s?)${FULL_NAME}(?=\s?(?:[,;/|–—.\n-]|$))`, 'gu'),
  // Ich, Hannelore Prukner, geb. …; Eu, Casimiro Pestana, …
  new RegExp(String.raw`(?<=(?<![\p{L}])(?:Ich|Eu|Yo|Io|Ik|I|Moi|Je),\s)${FULL_NAME}(?=,)`, 'gu'),
  // Jane from customer service
  new RegExp(
    String.raw`(?<![\p{L}\p{N}'’-])(?:${CAPITAL})(?:\s${CAPITAL}){0,2}(?=\s(?:from|in|at|of|vom|von der|aus dem|du|del|de la|do|da|van de|dell['’]|del)\s(?:the\s)?(?:customer|support|sales|service|billing|reception|returns|front desk|accounts|your|Kundenservice|Kundendienst|Support|service client|SAV|servicio|soporte|atención|atendimento|apoio|assistenza|servizio|klantenservice))`,
    'gu',
  ),
]
const AFTER_DATA = new RegExp(
  String.raw`(?<=${HOLE}(?:\s(?:and|then|or|und|et|y|e|en|&|ou|oder|o|of|a|to|bis)\s(?:(?:then|dann|puis|luego|despues|después|poi|depois|daarna|später|later)\s)?(?:(?:with|mit|avec|con|com|met|von|from|to|an)\s)?|,\s))${CAPITAL}${FURTHER_NAME}?(?=\s(?:from|in|at|were|both|waren|ont)|[,!)]|\.(?![\d-])(?!\s?[\d${HOLE}])|$)`,
  'gu',
)
/** Words before a name or a town. The name must be a known one. */
const AS_BEFORE_TOWNS = /\s(?:of|a|à|to|bis|an|from|von)\s$/u
/** Signature: the last sentence or line consists of a name, and perhaps a place. */
const SIGNATURE = new RegExp(
  String.raw`(?<=(?:[.!?…;–—\n]|${HOLE})["»”)]?\s{0,3}[–—-]?\s{0,2})${FULL_NAME}(?:,\s\p{L}[\p{L}\s'’-]{1,40})?(?=[.!]?\s{0,3}(?:\n|$))`,
  'gu',
)
/** Signature of one word: a known name after a line break or a dash. */
const SIGNED = new RegExp(
  String.raw`(?<=(?:\n|[.!?…][^\S\n]{0,2}[–—~-]|\s[–—~])\s{0,2}(?:x\s)?)${CAPITAL}(?: \p{Lu}\.?)?(?=[.!]?\s{0,3}(?:x{1,3}\s{0,2})?$)`,
  'gu',
)

/** The last sentence or line is a name with the last name first. */
const LAST_COMMA_FIRST = new RegExp(
  String.raw`(?<=^|[.!?…]["»”)]?\s{1,2}|\n)${CAPITAL}(?:[ -]${CAPITAL})?, ${CAPITAL}(?: ${CAPITAL})?(?=[.!]?\s{0,3}(?:$|\n)|\s?[/|;,(–-]\s?${HOLE})`,
  'gu',
)
/** A first name alone at the start of a sentence: "Ciro, Napoli, …", "Iker again". */
const BEGINS = new RegExp(
  String.raw`(?<=^|\n|[.!?]\s)${CAPITAL}(?=, |\s(?:again|wieder|nochmal|encore|otra vez|de nuevo|de novo|outra vez|di nuovo|ancora|weer|opnieuw)(?!\p{L}))`,
  'gu',
)
/** The last entry of a list after personal data: "[PHONE] / Roos". */
const LISTED = new RegExp(String.raw`(?<=${HOLE}\s?[/|]\s?)${CAPITAL}(?=[.!]?\s{0,3}(?:$|\n))`, 'gu')

const LAST_WORD = /(?<=(?:[.!?…]["»”)]?|\ufffc)\s{1,2})\p{Lu}[\p{L}'’-]{1,24}(?=\s{0,3}$)/gu

/** A sentence of a name and a place: "Maria Rossi, Verona." */
const FROM_TOWN = new RegExp(
  String.raw`(?<=[.!?…]\s{1,2})${CAPITAL}(?:${FURTHER_NAME}){1,2}(?=, ${CAPITAL}(?: ${CAPITAL})?[.!])`,
  'gu',
)

const namesMatching = (original: string, pattern: RegExp): Piece[] =>
  [...original.matchAll(pattern)].map(({ 0: { length }, index }) => ({
    kind: 'NAME',
    start: index,
    end: index + length,
  }))

const TITLE_WORDS = new Set(
  Object.values(TITLES).flatMap((line) => line.split('|').map((title) => title.replaceAll('.', ''))),
)

/** Returns the word before a name, which can be part of a public name: "Frau Antje". */
const lastWord = (before: string): string => /[\p{L}]{2,14}(?=\.?\s$)/u.exec(before)?.[0] ?? ''

const isName = ({ original, folded }: PlainText, { start, end }: Piece): boolean =>
  !(
    NO_NAMES.has(firstWord(folded, start)) ||
    TITLE_WORDS.has(folded.slice(start, end)) ||
    isPublicName(folded.slice(start, end)) ||
    isPublicName(`${lastWord(folded.slice(Math.max(0, start - 16), start))} ${folded.slice(start, end)}`)
  ) && /\p{Ll}/u.test(original.slice(start, end))

const ROW = new RegExp(String.raw`(?<![\p{L}\p{N}'’@#-])${CAPITAL}(?:${FURTHER_NAME}{1,5})`, 'gu')
/** Words before the name of a street, shop or square. */
const PLACE_BEFORE =
  /(?:\b(?:rua|r\.|rue|calle|c\/|via|viale|piazza|plaza|praca|place|avenue|avenida|av\.|boulevard|corso|largo|paseo|quai|saint|san|santa|santo|sao|st\.?|hotel|cafe|bar|chez|bei|museo|musee|museum|teatro|theatre|stade|estadio|stadio|schule|college|lycee|escola|universidad|universite|fundacion|fondation|hospital|klinik|clinica|airport|aeroporto|aeropuerto|aeroport)\s(?:de\s|do\s|da\s|del\s|the\s)?)$/u
/** Words that make a row of capitalized words the name of a place, a company or a work. */
const PLACE_WORDS =
  /(?:\s|-)(?:stra(?:ss|ß)e|str|street|road|lane|avenue|platz|allee|weg|bakery|kitchen|bar|cafe|café|restaurant|hotel|museum|museo|arena|stadion|stadium|airport|park|school|university|hospital|station|bahnhof|straat|laan|plein|gracht|group|gmbh|ag|ltd|inc|llc|s\.?a|spa|srl|bv|nv|store|shop|café|moveis|móveis|collection|pro|max|plus|ultra|mini|edition|series|huis|haus|house|club|fc|preis|prize|award|tour|show|foundation|stiftung)(?![\p{L}])/iu

/** Finds a name in a row of capitalized words: it starts at a known first name with more words after it. */
const nameInRow = ({ original, folded }: PlainText, { index, 0: { length } }: RegExpExecArray): Piece | undefined => {
  const row = original.slice(index, index + length)
  for (const { index: offset, 0: word } of row.matchAll(/\p{L}[\p{L}'’-]*/gu)) {
    const start = index + offset
    const first = folded.slice(start, start + word.length)
    if (start + word.length >= index + length) return undefined
    if (!/^\p{Lu}/u.test(word) || NO_NAMES.has(first) || !mayBeName(first)) continue
    const piece: Piece = { kind: 'NAME', start, end: index + length }
    const isPlace =
      PLACE_BEFORE.test(folded.slice(Math.max(0, start - 20), start)) ||
      PLACE_WORDS.test(original.slice(start, piece.end + 12).slice(0, length + 8))
    return isPlace || !isName({ original, folded }, piece) ? undefined : piece
  }
  return undefined
}

/** Words after a name for what a person did: "helped", "called me". */
const ACTION_AFTER =
  /^\s(?:(?:from|at|in|von|aus|de|da|do|di|van|uit|der|die)\s\p{L}{2,20}\s)?(?:(?:has|had|really|kindly|then|also|just|who)\s)?(?:helped|assisted|served|answered|explained|fixed|sorted|resolved|took care|went above|picked up|was (?:so|very|really|super|extremely|incredibly|absolutely|kind|helpful|friendly|rude|patient|polite|a star|an angel|a gem|a legend|lovely|useless|at the)|hat (?:mir|mich|uns|sich|sehr|super|alles|meine?n?)|war (?:sehr|super|so|total|echt|wirklich|freundlich|nett|mega|extrem|ein schatz)|half|bediente|erklarte|m'a|m’a|nous a|a ete|est (?:tres|super|une? )|a su|etait|me (?:ha )?(?:atendio|atendido|ayudo|ayudado|resolvio|explico|dijo)|nos (?:ha )?(?:atendio|atendido|ayudo|ayudado|explico|dijo)|fue (?:muy|super|un|una)|es (?:un|una) (?:encanto|crack|sol|amor|profesional|borde)|me (?:ajudou|atendeu|explicou|disse|resolveu)|nos (?:ajudou|atendeu|explicou|disse)|(?:ajudou|atendeu|explicou)[- ]|foi (?:muito|super|um|uma|impecavel|incrivel)|e (?:um|uma) (?:amor|anjo|querida|querido|simpatia|maximo)|mi ha|ci ha|e stat[oa]|e (?:un|una) (?:tesoro|angelo|grande)|gentilissim|bravissim|molto gentile|heeft (?:me|mij|ons|alles)|hielp|was (?:zeer|heel|erg|super|ontzettend|vriendelijk|geweldig|een schat)|legde|belde me|rief mich|called me|rang me|told me)(?![\p{L}])/u

const isDefined = (piece: Piece | undefined): piece is Piece => piece !== undefined

const SINGLE_NAME = new RegExp(String.raw`(?<![\p{L}\p{N}'’@#.-]|& )${CAPITAL}(?![\p{L}\p{N}'’-]| \p{Lu})`, 'gu')

const singleNamesIn = (text: PlainText): Piece[] =>
  namesMatching(text.original, SINGLE_NAME).filter((piece) => {
    const word = text.folded.slice(piece.start, piece.end)
    return isUnambiguousName(word) && !/['’]s$/.test(word) && isName(text, piece)
  })

const PERSON_CUE = cuePattern([ROLES, NEARBY].flatMap((words) => Object.values(words).map((line) => line.split('|'))))
/** Maximum distance in characters between a word for a person and a name. */
const CUE_DISTANCE_MAX = 28

/** Returns names that follow a word for a person in the same sentence, with only lower-case text in between. */
const namesNearPersonCues = ({ original }: PlainText, names: readonly Piece[], cues: readonly TextRange[]): Piece[] => {
  let nextIndex = 0
  return names.filter(({ start }) => {
    while (nextIndex < cues.length && (cues[nextIndex]?.end ?? 0) <= start) nextIndex++
    const gap = original.slice(cues[nextIndex - 1]?.end ?? start + 1, start)
    return gap.length > 0 && gap.length <= CUE_DISTANCE_MAX && !/[\p{Lu}\d\n]/u.test(gap) && !endsSentence(gap)
  })
}

/** Full names between commas or in brackets, and names before "here" or "speaking". */
const BETWEEN_COMMAS = [
  new RegExp(String.raw`(?<=, )${FULL_NAME}(?=,)|(?<=\p{Ll}, )${CAPITAL}(?=,)|(?<=\()${FULL_NAME}(?=[),])`, 'gu'),
  new RegExp(
    String.raw`(?<=(?:^|\n|[.!?,]\s))${CAPITAL}(?= (?:here|hier|speaking)(?:[,.!]|\s(?:and|from|again|with)))`,
    'gu',
  ),
]

const isFollowedByAction = ({ folded }: PlainText, { start, end }: Piece): boolean =>
  isUnambiguousName(firstWord(folded, start)) && ACTION_AFTER.test(folded.slice(end, end + 60))

/** Finds names by position: next to personal numbers, as a signature, or before what a person did. */
export const namesByPosition = (text: PlainText): Piece[] => {
  const { original } = text
  // Names are more likely in texts with other personal data, and in texts of several lines, such as letters.
  const isPersonal = original.includes(HOLE) || original.includes('\n')
  const singleNames = singleNamesIn(text)
  const rows = [...original.matchAll(ROW)].map((row) => nameInRow(text, row)).filter(isDefined)
  return [
    ...[...NEXT_TO_DATA, ...(isPersonal ? [SIGNATURE, FROM_TOWN] : [])]
      .flatMap((pattern) => namesMatching(original, pattern))
      .filter((piece) => isName(text, piece)),
    ...namesMatching(original, SIGNED).filter(
      (piece) => isName(text, piece) && mayBeName(firstWord(text.folded, piece.start)),
    ),
    ...(isPersonal ? namesMatching(original, LAST_COMMA_FIRST) : []).filter(
      (piece) =>
        isName(text, piece) &&
        mayBeName(/(?<=, )[\p{L}'’-]+/u.exec(text.folded.slice(piece.start, piece.end))?.[0] ?? ''),
    ),
    ...(isPersonal ? namesMatching(original, BEGINS) : []).filter((piece) => {
      const first = text.folded.slice(piece.start, piece.end)
      return isName(text, piece) && isUnambiguousName(first) && !isTown(first)
    }),
    ...namesMatching(original, LISTED).filter((piece) => isName(text, piece)),
    ...(isPersonal ? namesMatching(original, LAST_WORD) : []).filter(
      (piece) => isName(text, piece) && mayBeName(text.folded.slice(piece.start, piece.end)),
    ),
    ...rows.filter((piece) => isPersonal || isFollowedByAction(text, piece)),
    ...namesNearPersonCues(
      text,
      [...rows, ...singleNames].toSorted((a, b) => a.start - b.start),
      rangesOf(text.folded, PERSON_CUE),
    ),
    ...BETWEEN_COMMAS.flatMap((pattern) => namesMatching(original, pattern)).filter(
      (piece) => isName(text, piece) && isUnambiguousName(firstWord(text.folded, piece.start)),
    ),
    ...singleNames.filter((piece) => ACTION_AFTER.test(text.folded.slice(piece.end, piece.end + 60))),
  ]
}

const LISTED_DAY = new RegExp(
  String.raw`(?<=${HOLE}\s?[/|;,]\s?)\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?=\s?[/|;,]\s?(?:\p{L}{2,14}\s)?${HOLE})|(?<=[/|;]\s?)\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?=\s?[/|;]\s?${HOLE})|(?<=${HOLE}\s?[/|;]\s?)\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?=\s?(?:[/|;]|$|\n))`,
  'gu',
)

/** Finds days in a list of personal data: "[NAME]; 3.4.1981; [PHONE]". */
export const listedDaysIn: Finder = ({ original }) => matchesOf('DATE', LISTED_DAY, original)

const mayBeTown = ({ original, folded }: PlainText, { start, end }: Piece): boolean => {
  const first = firstWord(folded, start)
  const isAlone = !/\s/.test(folded.slice(start, end))
  if (isAlone && isTown(first)) return true
  return AS_BEFORE_TOWNS.test(original.slice(Math.max(0, start - 6), start)) && !mayBeName(first)
}

/** Finds names next to pieces that other finders found, but no towns. Must run last. */
export const companionsIn: Finder = (text) =>
  [...NEXT_TO_DATA, AFTER_DATA]
    .flatMap((pattern) => namesMatching(text.original, pattern))
    .filter((piece) => isName(text, piece) && !mayBeTown(text, piece))
