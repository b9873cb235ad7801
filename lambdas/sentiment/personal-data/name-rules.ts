import { ANNOUNCED, CLOSINGS, INTRODUCED, NO_NAMES, PRESENTED, ROLES, TITLES } from './name-words.ts'
import { cuePattern } from './near-cue.ts'
import { type Find, matchesOf, type Piece } from './pieces.ts'
import { HOLE, type PlainText } from './plain-text.ts'

const CAPITAL = String.raw`\p{Lu}[\p{L}'’-]{1,24}(?:\.(?=\p{Lu}))?`
const INITIAL = String.raw`\p{Lu}\.?(?![\p{L}\p{N}])`
const PARTICLE = String.raw`(?:van|von|vom|de|der|den|del|della|dello|degli|di|da|do|dos|das|du|des|la|las|los|le|y|e|bin|al|el|ter|ten|te|zu|zum|zur|st\.?|d['’]|'t)`
const MORE = String.raw`(?:(?:\s${PARTICLE}){0,3}\s(?:${CAPITAL}|${INITIAL}))`
/** Capitalised words with their particles, and initials. */
const NAME = String.raw`(?:(?:${INITIAL}\s?){1,3}(?:${PARTICLE}\s){0,2}${CAPITAL}|${CAPITAL}|(?:[Vv]an|[Dd]e|[Vv]on|[Tt]en|[Tt]er)\s(?:der\s|den\s)?${CAPITAL})${MORE}{0,4}`
const ANY_CASE = String.raw`\p{L}[\p{L}'’-]{1,24}(?:\s(?:${PARTICLE}\s){0,2}\p{L}[\p{L}'’-]{1,24}){0,2}`

const at = (pattern: string): RegExp => new RegExp(pattern, 'uy')
const QUOTES = `["“”«»„'‘(*]{0,2}`
const GAP_SMALL = String.raw`\s{0,2}[.:,]?\s{0,2}${QUOTES}\s?`
const AFTER_INTRO = at(`${GAP_SMALL}(?=(${NAME}))`)
const AFTER_INTRO_ANY = at(`${GAP_SMALL}(?=(${ANY_CASE}))`)
const AFTER_ANNOUNCED = at(
  String.raw`(?:\s?:)?\s{1,2}${QUOTES}(?:(?:den|die|der|dem|the|el|la|il|lo|o|a|à|al|le|de|van|een|ein|con|is|was|are|ist|est|es)\s){0,1}${QUOTES}(?=(${NAME}))`,
)
const AFTER_ROLE = at(
  String.raw`s?(?:\s(?:is|was|named|called|ist|war|est|es|e|era|heet|heette|tale|namens|de nombre|nomme|nommee)){0,2}\s?[,:(]?\s${QUOTES}(?=(${NAME}))`,
)
const AFTER_TITLE = at(
  String.raw`\.?\s{1,2}(?:(?:[Mm]ed|[Pp]hil|[Jj]ur|[Ii]ng|[Mm]ag|[Dd]r|[Pp]rof|[Dd]ent|[Vv]et|[Dd]ipl|[Aa]vv|[Ll]ic)\.?\s?-?){0,3}(?=(${NAME}))`,
)
const AFTER_PRESENTED = at(
  String.raw`\s{1,2}(?:(?:die|der|el|la|o|a|de)\s)?(?=(${CAPITAL}${MORE}{1,3}|${CAPITAL}(?=,|\.\s|\s(?:from|aus|de|da|di|uit|from|and I|here|und ich)(?![\p{L}]))))`,
)
const LINE_END = String.raw`(?=\s{0,2}(?:$|\n|[,.;)!–—\-/(|]|${HOLE}))`
const AFTER_CLOSING = at(String.raw`\s{0,2}[,:!.–—-]{0,2}\s{0,4}(?=(${NAME}))`)
const AFTER_CLOSING_ANY = new RegExp(String.raw`\s{0,2}[,:!.–—-]{1,2}\s{0,3}(?=((?:${ANY_CASE})${LINE_END}))`, 'uym')

const listsOf = (words: Readonly<Record<string, string>>): string[][] =>
  Object.values(words).map((line) => line.split('|'))

interface CueRule {
  readonly cue: RegExp
  readonly after: readonly RegExp[]
}

/** A cue may end with a comma or a colon. */
const CUES: readonly CueRule[] = [
  { cue: cuePattern(listsOf(INTRODUCED)), after: [AFTER_INTRO, AFTER_INTRO_ANY] },
  { cue: cuePattern(listsOf(TITLES)), after: [AFTER_TITLE] },
  { cue: cuePattern(listsOf(CLOSINGS)), after: [AFTER_CLOSING, AFTER_CLOSING_ANY] },
  { cue: cuePattern(listsOf(ANNOUNCED)), after: [AFTER_ANNOUNCED] },
  { cue: cuePattern(listsOf(PRESENTED)), after: [AFTER_PRESENTED] },
  { cue: cuePattern(listsOf(ROLES)), after: [AFTER_ROLE] },
]

/** Words of speech that may follow "my name is" in small letters. */
const NO_SMALL_NAMES =
  /^(?:on|in|not|the|a|an|still|being|and|is|nicht|falsch|auf|pas|sur|no|en|nao|non|niet|mal|wrong|spelled|misspelled)$/

const firstWord = (folded: string, start: number): string =>
  /^[\p{L}'’-]+/u.exec(folded.slice(start, start + 26))?.[0] ?? ''

const nameAt = ({ shown, folded }: PlainText, from: number, after: readonly RegExp[]): Piece | undefined => {
  for (const pattern of after) {
    pattern.lastIndex = from
    const match = pattern.exec(shown)
    if (!match) continue
    const start = pattern.lastIndex
    const first = firstWord(folded, start)
    if (NO_NAMES.has(first) || NO_SMALL_NAMES.test(first)) continue
    return { kind: 'NAME', start, end: start + (match[1]?.length ?? 0) }
  }
  return undefined
}

/** Names behind the words that announce them. */
const cuedNames = (text: PlainText): Piece[] =>
  CUES.flatMap(({ cue, after }) =>
    [...text.folded.matchAll(cue)].flatMap((match) => {
      const piece = nameAt(text, match.index + match[0].length, after)
      return piece ? [piece] : []
    }),
  )

const FULL = String.raw`(?:${CAPITAL}|\p{Lu}\.)${MORE}{1,4}`
const BESIDE = [
  // Sofie Ongena, [EMAIL]
  new RegExp(String.raw`(?<![\p{L}\p{N}'’-]|\p{L}[.]\s?)${FULL}(?=\s?[,;/|(–—-]\s?\(?${HOLE})`, 'gu'),
  // [PHONE] / Sofie Ongena
  new RegExp(String.raw`(?<=${HOLE}\s?[,;/|–—-]\s?)${FULL}(?=\s?(?:[,;/|–—.\n-]|$))`, 'gu'),
  // Ich, Hannelore Prukner, geb. …; Eu, Casimiro Pestana, …
  new RegExp(String.raw`(?<=(?<![\p{L}])(?:Ich|Eu|Yo|Io|Ik|I|Moi),\s)${FULL}(?=,)`, 'gu'),
  // Jane from customer service
  new RegExp(
    String.raw`(?<![\p{L}\p{N}'’-])(?:${CAPITAL})(?:\s${CAPITAL}){0,2}(?=\s(?:from|in|at|of|vom|von der|aus dem|du|del|de la|do|da|van de|dell['’]|del)\s(?:the\s)?(?:customer|support|sales|service|billing|reception|returns|front desk|accounts|your|Kundenservice|Kundendienst|Support|service client|SAV|servicio|soporte|atención|atendimento|apoio|assistenza|servizio|klantenservice))`,
    'gu',
  ),
  // People named together with somebody.
  new RegExp(
    String.raw`(?<=${HOLE}(?:\s(?:and|then|or|und|et|y|e|en|&|ou|oder|o|of|a|to|bis)\s(?:(?:then|dann|puis|luego|despues|después|poi|depois|daarna|später|later)\s)?(?:(?:with|mit|avec|con|com|met|von|from|to|an)\s)?|,\s))${CAPITAL}${MORE}?(?=\s(?:from|in|at|were|both|waren|ont)|[,!)]|\.(?![\d-])(?!\s?[\d${HOLE}])|$)`,
    'gu',
  ),
]
/** The last sentence or line is a signature where it has nothing but a name, and perhaps a place. */
const SIGNATURE = new RegExp(
  String.raw`(?<=(?:[.!?…;–—\n]|${HOLE})["»”)]?\s{0,3}[–—-]?\s{0,2})${FULL}(?:,\s\p{L}[\p{L}\s'’-]{1,40})?(?=[.!]?\s{0,3}(?:\n|$))`,
  'gu',
)

const inPlain = (shown: string, pattern: RegExp): Piece[] =>
  [...shown.matchAll(pattern)].map(({ 0: { length }, index }) => ({ kind: 'NAME', start: index, end: index + length }))

const TITLE_WORDS = new Set(
  Object.values(TITLES).flatMap((line) => line.split('|').map((title) => title.replaceAll('.', ''))),
)

/** Words in capitals are shouted. */
const isName = ({ shown, folded }: PlainText, { start, end }: Piece): boolean =>
  !(NO_NAMES.has(firstWord(folded, start)) || TITLE_WORDS.has(folded.slice(start, end))) &&
  /\p{Ll}/u.test(shown.slice(start, end))

/** Names that something announces. A name without a cue cannot be told from other words, which limits recall. */
export const namesIn: Find = (text) => {
  const { shown } = text
  const beside = BESIDE.slice(0, 4).flatMap((pattern) => inPlain(shown, pattern))
  const isPersonal = shown.includes(HOLE) || shown.includes('\n')
  const signed = isPersonal ? inPlain(shown, SIGNATURE) : []
  return [...cuedNames(text), ...[...beside, ...signed].filter((piece) => isName(text, piece))]
}

/** Days in a list of personal data, between strokes. */
const LISTED_DAY = new RegExp(
  String.raw`(?<=${HOLE}\s?[/|;,]\s?)\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?=\s?[/|;,]\s?${HOLE})|(?<=[/|;]\s?)\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?=\s?[/|;]\s?${HOLE})|(?<=${HOLE}\s?[/|;]\s?)\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?=\s?(?:[/|;]|$|\n))`,
  'gu',
)

export const listedDaysIn: Find = ({ shown }) => matchesOf('DATE', LISTED_DAY, shown)

/** Names that stand beside what was found later than they could be. */
export const companionsIn: Find = (text) =>
  BESIDE.flatMap((pattern) => inPlain(text.shown, pattern)).filter((piece) => isName(text, piece))
