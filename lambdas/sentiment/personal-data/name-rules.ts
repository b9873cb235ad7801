import { cuePattern, listsOf } from './cues.ts'
import { namesByPosition } from './name-context.ts'
import { NAME_LABELS, PERSON_LABELS } from './name-labels.ts'
import { isUnambiguousName, mayBeName } from './name-lists.ts'
import { CAPITAL, FURTHER_NAME, firstWord, HONORIFIC, NAME, NAME_IN_ANY_CASE } from './name-shape.ts'
import {
  ANNOUNCEMENT_PHRASES,
  CLOSINGS,
  GREETING_WORDS,
  HINT_WORDS,
  INTRODUCTION_PHRASES,
  NO_NAMES,
  PRESENTATION_PHRASES,
  ROLES,
  SMALL_WORDS,
  TITLES,
  WEAK_TITLES,
} from './name-words.ts'
import type { Finder, Piece } from './pieces.ts'
import { HOLE, type PlainText } from './plain-text.ts'
import { isPublicName, isTown } from './public-names.ts'

/** Requirement for the word after a cue: any word, a word followed by punctuation, or a known first name. */
type Trust = 'any' | 'stopped' | 'known'

interface CueRule {
  readonly cue: RegExp
  readonly after: readonly RegExp[]
  readonly trust: Trust
  /** True if the name can be in capitals. After other cues, capitals are emphasis or technical terms. */
  readonly mayBeInCapitals?: true
  /** True for self-introductions, in which a name counts even if it is a public one. */
  readonly isSelfIntroduction?: true
  /** True if the cue is a title, which is removed with the name. */
  readonly isTitle?: true
  /** Matches a name in lower case, which must be a known name. */
  readonly small?: RegExp
}

const stickyPattern = (pattern: string): RegExp => new RegExp(pattern, 'uy')
/** Looks ahead for titles and a name of a shape. `lastIndex` remains at the start of the titles. */
const honorAndName = (shape: string): string => String.raw`(?=(?<honor>${HONORIFIC})(?<name>${shape})(?![\p{L}\p{N}]))`
const QUOTES = `["“”«»„'‘(*]{0,2}`
const GAP_SMALL = String.raw`\s{0,2}[.:,]?\s{0,2}${QUOTES}\s?`
const ARTICLE =
  "(?:(?:den|die|der|dem|the|el|la|il|lo|o|a|à|al|ao|le|de|do|da|van|een|ein|eine|con|un|una|uma|um|tale|tal|certo|certa|certain|certaine|gewisser|gewissen|zekere|is|was|are|ist|war|est|es|era|foi|è|é|one|een zekere)\\s|l['’]){0,2}"
const AFTER_ANNOUNCED = String.raw`(?:\s?:)?\s{1,2}${QUOTES}${ARTICLE}${QUOTES}`
const AFTER_ROLE = String.raw`s?(?:\s(?:is|was|named|called|ist|war|est|es|e|era|heet|heette|tale|namens|de nombre|di nome|de nome|nomme|nommee|nommé|nommée|chamado|chamada|llamado|llamada|genaamd|una certa|un certo|un certain|une certaine|un tal|una tal)){0,2}\s?[,:(–-]?\s${QUOTES}`
/** Text that shows that a name ends before it. */
const STOP = new RegExp(
  String.raw`^\s{0,2}(?:$|\n|[,.;:)!?–—\-/(|"”»]|${HOLE}|(?:on|at|auf|unter|op|sur|au|al|em|no)\s?[${HOLE}\d(+]|(?:from|here|again|and|at|who|aus|und|de|da|do|di|uit|y|e|et|en|del|du)(?![\p{L}]))`,
  'u',
)
const LINE_END = String.raw`(?=\s{0,2}(?:$|\n|[,.;)!–—\-/(|]|${HOLE}))`
/** Words between a closing and a name: "groetjes van jullie Roos". */
const OWN = String.raw`(?:(?:da|do|dal|dalla|de|von|van|from|di|vom|votre|ihr|ihre|eure|dein|deine|euer|je|jullie|your|sua|seu|tua|tuo|tu|su|la|il|el|die|der|o|a)\s){0,2}`
const FROM = String.raw`(?:\s(?:aus|from|de|desde|depuis|da|do|di|dal|uit|vom|von|in)\s(?:(?:der|dem|het|la|le|o|a)\s)?${CAPITAL}(?:[ -]${CAPITAL}){0,2}(?=[,\n!.]))`
/** After a closing: perhaps a place, perhaps a role: "Firmato: una cliente furiosa, …". */
const CLOSED = String.raw`${FROM}?\s{0,2}[,:!.–—-]{0,2}\s{0,4}`
const AFTER_CLOSING = [
  stickyPattern(`${CLOSED}${honorAndName(NAME)}`),
  stickyPattern(`${CLOSED}${OWN}${honorAndName(NAME)}`),
  stickyPattern(
    String.raw`\s{0,2}[,:]\s{1,2}(?:\p{Ll}[\p{L}'’]{0,20}\s){1,5}${honorAndName(`${CAPITAL}${FURTHER_NAME}{1,3}`)}`,
  ),
  stickyPattern(
    String.raw`\s{0,2}[,:]\s{1,2}(?:\p{Ll}[\p{L}'’]{0,20}[ ,]{1,2}){1,5}\(?${honorAndName(`${CAPITAL}${FURTHER_NAME}{1,3}`)}`,
  ),
  new RegExp(String.raw`\s{0,2}[,:!.–—-]{1,2}\s{0,3}${honorAndName(`(?:${NAME_IN_ANY_CASE})${LINE_END}`)}`, 'uym'),
]
/** "groetjes roos": no comma, and nothing after it. */
const SIGNED_AT_END = stickyPattern(
  String.raw`\s{1,2}${honorAndName(String.raw`(?:${NAME_IN_ANY_CASE})(?=\s{0,2}[.!]?\s{0,2}$)`)}`,
)
/** After a last name: a comma and the first name. */
const LAST_FIRST = String.raw`(?:,\s?(?:${NAME}|(?:\p{Lu}\.? ?){1,4})(?=\s{0,2}(?:$|\n|[,.;)(|/–-]|${HOLE})))?`
const LABELLED = String.raw`\s{0,2}[:=]\s{0,3}${QUOTES}`
const ON_PAPER =
  '(?:passport|invoice|bill|receipt|rechnung|facture|factura|fatura|fattura|factuur|recibo|ricevuta|card|account|booking|ticket|id|reservation|order|pass|reisepass|ausweis|karte|konto|passeport|carte|compte|pasaporte|tarjeta|reserva|passaporte|cartão|passaporto|carta|documento|paspoort|reispas|kaart|rekening)'
/** Without a colon, a name of several words must follow, perhaps after a place of writing. */
const AS_PRINTED = String.raw`(?:\s(?:on|in|im|auf|sur|en|no|na|sul|nel|op)\s(?:(?:the|my|le|la|mon|ma|dem|der|meinem|el|mi|o|meu|il|mio|het|mijn)\s)?${ON_PAPER})?(?:\s(?:as|as it is|as is|wie|comme|tel que|como|come|zoals)\s(?:(?:on|in|im|auf|sur|en|no|na|sul|nel|op|da|de|the|my|le|la|el|o|dem|der|het|mein|mon|mi|meu|mio|mijn)\s){0,3}\p{Ll}{2,14})?\s`
const UNMARKED = String.raw`(?:(?:[Vv]an|[Dd]e|[Vv]on|[Dd]i|[Dd]el|[Ll]a|[Ee]l|[Ll]e|[Dd]u)\s(?:der |den |la )?)?${CAPITAL}${FURTHER_NAME}{1,3}`
/** One capitalized word with a comma, a period or "from" after it. */
const FOLLOWED = String.raw`${CAPITAL}(?=,|\.\s|\s(?:from|aus|de|da|di|uit|vom|from|and I|here|und ich)(?![\p{L}]))`

const cuesOf = (words: Readonly<Record<string, string>>): RegExp => cuePattern(listsOf(words))
const SMALL_NAME = String.raw`\p{Ll}[\p{L}'’-]{3,24}`
const smallNameAfter = (before: string): RegExp => stickyPattern(`${before}${honorAndName(SMALL_NAME)}`)

const CUES: readonly CueRule[] = [
  {
    cue: cuesOf(NAME_LABELS),
    after: [
      stickyPattern(`${LABELLED}${honorAndName(`${NAME}${LAST_FIRST}`)}`),
      stickyPattern(`${LABELLED}${honorAndName(NAME_IN_ANY_CASE)}`),
    ],
    trust: 'any',
    mayBeInCapitals: true,
    isSelfIntroduction: true,
  },
  {
    cue: /(?<![\p{L}\p{N}])(?:hi|hello|hey|hiya|good morning|good afternoon|hallo|moin|servus|guten tag|bonjour|salut|hola|buenas|oi|ola|bom dia|ciao|salve|buongiorno|hoi|dag|goedemorgen)(?![\p{L}])/gu,
    after: [
      stickyPattern(
        `[,!]?\\s${honorAndName(String.raw`${CAPITAL}${FURTHER_NAME}{1,2}(?=\s(?:here|hier|ici|aqui|aquí|qui)(?![\p{L}]))`)}`,
      ),
    ],
    trust: 'any',
    isSelfIntroduction: true,
  },
  {
    cue: cuesOf(PERSON_LABELS),
    after: [stickyPattern(`${LABELLED}${honorAndName(`${NAME}${LAST_FIRST}`)}`)],
    trust: 'any',
    isSelfIntroduction: true,
  },
  {
    cue: cuesOf(NAME_LABELS),
    after: [stickyPattern(`${AS_PRINTED}${honorAndName(`${UNMARKED}${LAST_FIRST}`)}`)],
    trust: 'any',
  },
  { cue: cuesOf(NAME_LABELS), after: [stickyPattern(String.raw`\s${honorAndName(NAME)}`)], trust: 'known' },
  {
    cue: cuesOf(INTRODUCTION_PHRASES),
    after: [
      stickyPattern(`${GAP_SMALL}${honorAndName(NAME)}`),
      stickyPattern(`${GAP_SMALL}${honorAndName(NAME_IN_ANY_CASE)}`),
    ],
    trust: 'any',
    mayBeInCapitals: true,
    isSelfIntroduction: true,
  },
  {
    cue: cuesOf(TITLES),
    after: [stickyPattern(String.raw`\.?\s{1,2}${honorAndName(NAME)}`)],
    trust: 'any',
    mayBeInCapitals: true,
    isTitle: true,
  },
  {
    cue: cuesOf(WEAK_TITLES),
    after: [stickyPattern(String.raw`\.?\s{1,2}${honorAndName(NAME)}`)],
    trust: 'known',
    mayBeInCapitals: true,
    isTitle: true,
  },
  { cue: cuesOf(CLOSINGS), after: AFTER_CLOSING, trust: 'any', mayBeInCapitals: true, isSelfIntroduction: true },
  { cue: cuesOf(CLOSINGS), after: [SIGNED_AT_END], trust: 'known', mayBeInCapitals: true, isSelfIntroduction: true },
  {
    cue: cuesOf(ANNOUNCEMENT_PHRASES),
    after: [stickyPattern(`${AFTER_ANNOUNCED}${honorAndName(NAME)}`)],
    trust: 'any',
    small: smallNameAfter(AFTER_ANNOUNCED),
  },
  {
    cue: cuesOf(GREETING_WORDS),
    after: [stickyPattern(`${AFTER_ANNOUNCED}${honorAndName(NAME)}`)],
    trust: 'stopped',
    small: smallNameAfter(AFTER_ANNOUNCED),
  },
  {
    cue: cuesOf(PRESENTATION_PHRASES),
    after: [stickyPattern(String.raw`\s{1,2}${ARTICLE}${honorAndName(`${CAPITAL}${FURTHER_NAME}{1,3}|${FOLLOWED}`)}`)],
    trust: 'any',
    small: smallNameAfter(String.raw`\s{1,2}${ARTICLE}`),
  },
  {
    cue: cuesOf(PRESENTATION_PHRASES),
    after: [stickyPattern(String.raw`\s{1,2}${ARTICLE}${honorAndName(NAME)}`)],
    trust: 'known',
  },
  {
    cue: cuesOf(ROLES),
    after: [stickyPattern(`${AFTER_ROLE}${honorAndName(NAME)}`)],
    trust: 'any',
    small: smallNameAfter(AFTER_ROLE),
  },
  {
    cue: cuesOf(HINT_WORDS),
    after: [stickyPattern(`${AFTER_ANNOUNCED}${honorAndName(NAME)}`)],
    trust: 'known',
    small: smallNameAfter(AFTER_ANNOUNCED),
  },
]

const NO_SMALL_NAMES =
  /^(?:on|in|not|the|a|an|still|being|and|is|nicht|falsch|auf|pas|sur|no|en|nao|non|niet|mal|wrong|spelled|misspelled)$/

/** Words for roles: "my wife and Nurse Betty" contains one name. */
const ROLE_WORDS = new Set(listsOf(ROLES).flat())

const IN_PLACE =
  /(?<!\p{L})(?:a|ad|in|im|em|en|te|nach|aus|from|to|at|de|da|di|do|von|van|vom|per|para|por|pour|bei|uit|naar|near|por|presso|chez)\s$/u

const isInCapitals = (name: string): boolean => !/\p{Ll}/u.test(name) && name.length > 2

/** "Petit Olivier": a common word is a last name if a first name follows. */
const isFullName = (name: string, folded: string): boolean =>
  /^\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+$/u.test(name) && mayBeName(folded.split(' ').at(-1) ?? '')

const isTrusted = ({ original, folded }: PlainText, piece: Piece, { trust, mayBeInCapitals }: CueRule): boolean => {
  const name = original.slice(piece.start, piece.end)
  const plain = folded.slice(piece.start, piece.end)
  const first = firstWord(folded, piece.start)
  if (
    (NO_NAMES.has(first) && !isFullName(name, plain)) ||
    NO_SMALL_NAMES.test(first) ||
    (ROLE_WORDS.has(first) && !mayBeName(first))
  )
    return false
  if (isInCapitals(name) && !mayBeInCapitals && !isUnambiguousName(first)) return false
  if (trust === 'any') return true
  if (isPublicName(plain) || (isTown(plain) && IN_PLACE.test(folded.slice(Math.max(0, piece.start - 8), piece.start))))
    return false
  const isLong = /\s/.test(plain)
  if (isUnambiguousName(first)) return true
  const isStopped = STOP.test(original.slice(piece.end, piece.end + 9))
  if (trust === 'stopped') return isLong ? mayBeName(first) || plain.split(/\s+/).some(isUnambiguousName) : isStopped
  return mayBeName(first) && (isLong || isStopped)
}

const BESIDE_DATA = new RegExp(String.raw`^\s?[,;:/(–-]?\s?\(?${HOLE}`, 'u')
const LAST_NAME = / (?:(?:van|von|de|da|dos|di|el|al|lo|la|der|den|del) ){0,2}(?<last>\p{L}[\p{L}'’-]{2,24})/uy

/**
 * Returns a lower-case name if it is a known name and no other word, or a known name next to personal data. The next
 * word can be the last name.
 */
const smallName = ({ original, folded }: PlainText, { start, end }: Piece): Piece | undefined => {
  const first = firstWord(folded, start)
  const isBesideData = BESIDE_DATA.test(folded.slice(end, end + 4))
  if (!(isUnambiguousName(first) || (isBesideData && mayBeName(first))) || NO_NAMES.has(first)) return undefined
  LAST_NAME.lastIndex = end
  const last = LAST_NAME.exec(original)?.groups?.last ?? ''
  const lastEnd = LAST_NAME.lastIndex
  const isLast = last !== '' && !SMALL_WORDS.has(folded.slice(lastEnd - last.length, lastEnd))
  return { kind: 'NAME', start, end: isLast ? lastEnd : end }
}

const pieceAt = (text: PlainText, from: number, rule: CueRule): Piece | undefined => {
  for (const pattern of rule.after) {
    pattern.lastIndex = from
    const groups = pattern.exec(text.original)?.groups
    if (!groups) continue
    const start = pattern.lastIndex
    const honor = groups.honor?.length ?? 0
    const name: Piece = { kind: 'NAME', start: start + honor, end: start + honor + (groups.name?.length ?? 0) }
    if (isTrusted(text, name, honor > 0 ? { ...rule, trust: 'any', mayBeInCapitals: true } : rule))
      return { ...name, start }
  }
  if (!rule.small) return undefined
  rule.small.lastIndex = from
  const groups = rule.small.exec(text.original)?.groups
  const start = rule.small.lastIndex + (groups?.honor?.length ?? 0)
  return groups ? smallName(text, { kind: 'NAME', start, end: start + (groups.name?.length ?? 0) }) : undefined
}

/** A further name after a name: ", Ben", "and Mr. Miller". */
const CHAIN = stickyPattern(
  String.raw`(?:,?\s(?:and|und|et|y|e|en|i|&|ed|ou|o|or|oder|of|sowie|plus)\s|\s?/\s?|,\s)(?:(?:an|to|to|a|à|ad|mit|with|con|con|com|aan|met|al|ao|der|die|den|la|el|il|the|my|mein|meine|mon|ma|mi|mio|mia|meu|minha|mijn)\s){0,2}${honorAndName(NAME)}`,
)
const CHAIN_MAX = 4

const followingNames = (text: PlainText, from: number): Piece[] => {
  const otherPieces: Piece[] = []
  let end = from
  while (otherPieces.length < CHAIN_MAX) {
    CHAIN.lastIndex = end
    const groups = CHAIN.exec(text.original)?.groups
    if (!groups) break
    const start = CHAIN.lastIndex
    const nameStart = start + (groups.honor?.length ?? 0)
    const first = firstWord(text.folded, nameStart)
    const isSlash = text.original.slice(end, start).includes('/')
    if (NO_NAMES.has(first) || !(isSlash || (groups.honor ?? '') !== '' || mayBeName(first))) break
    end = nameStart + (groups.name?.length ?? 0)
    otherPieces.push({ kind: 'NAME', start, end })
  }
  return otherPieces
}

const cuedNames = (text: PlainText): Piece[] =>
  CUES.flatMap((rule) =>
    [...text.folded.matchAll(rule.cue)].flatMap((match) => {
      // In lower case, "miss" is a verb.
      if (text.original.startsWith('miss ', match.index)) return []
      const piece = pieceAt(text, match.index + match[0].length, rule)
      const isPublic = (start: number): boolean => isPublicName(text.folded.slice(start, piece?.end))
      if (
        !piece ||
        (!rule.isSelfIntroduction &&
          (isPublic(match.index) || (text.folded.startsWith('dr', piece.start) && isPublic(piece.start))))
      )
        return []
      return [{ ...piece, start: rule.isTitle ? match.index : piece.start }, ...followingNames(text, piece.end)]
    }),
  )

export const namesIn: Finder = (text) => [...cuedNames(text), ...namesByPosition(text)]
