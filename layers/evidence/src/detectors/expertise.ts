import { analyzeContent } from '../analysis/analyze-content.ts'
import { personEnd, personIn } from '../analysis/names.ts'
import type { TextAnalysis } from '../analysis/text-analysis.ts'
import { NUMBER_WORDS } from '../lexicons/measures.ts'
import { NOT_AUTHORS, NOT_NAMES } from '../lexicons/people.ts'
import type { Block } from '../text/blocks.ts'
import type { Token } from '../text/tokens.ts'
import type { GapPosition } from './experience.ts'

const BYLINE =
  /^[\s*_>#—–-]*(?:(?:(?:written|posted|published|story|words?|text|article|report(?:ed)?|review|compiled|prepared|authored|guest post|post|tested(?: and written)?|analysis|notes?|photos? and words|words and photos?|words and pictures|minutes(?: taken)?|minuted|taken|recorded|drafted|interview(?:ed)?|recipe|column|questions|answers|page|copy|memo|letter|essay|research|submitted|presented|filed|produced|kept|log kept|put together)\s+(?:(?:on\s+)?\d{1,2}\s+\w+\s+\d{4},?\s+)?)?by|from(?=\s*\**:)|clerk(?=\s*\**:)|(?:words|text|story) and \w+|author|authors|written by|words|text|writer|contributor|reporter|byline)\b\s*[:|—–-]?\s*(.{2,120})/iu
const SIGNATURE = /^[\s*_>]*(?:—|–|--|-{2,3}|~)\s*(.{2,120})/u
const EDGE_BLOCKS = 4
const DATELINE_BLOCKS = 3

/** Returns true if a text begins with a person's name; with `isAlone`, no verb may follow it. */
const beginsWithPerson = (text: string, isAlone = false): boolean => {
  const { tokens } = analyzeContent({ body: text }).document
  const at = tokens.findIndex(({ kind }) => kind === 'word')
  const end = at >= 0 && at <= 1 ? personEnd(tokens, at) : -1
  // "Calder Quays lets last floor": a verb follows, so it is not a name on its own.
  return end > at && !(isAlone && tokens[end]?.kind === 'word' && !NAME_ENDS.has(tokens[end].text))
}
const NAME_ENDS = new Set('in for at of and from on with is'.split(' '))

/** "Ann Lee-Moss" on its own line. */
const isNameAlone = (line: string): boolean => {
  const { tokens } = analyzeContent({ body: line }).document
  return tokens[0]?.kind === 'word' && personEnd(tokens, 0) === tokens.length
}

/** "By Mairi on 3 June": one name, followed by a date, a comma or nothing. */
const isSingleName = (tokens: readonly Token[]): boolean => {
  const [name, next] = tokens
  if (name?.kind !== 'word' || !name.isCapital || NOT_NAMES.has(name.text) || NOT_AUTHORS.has(name.text)) return false
  return next === undefined || next.text === ',' || next.text === 'on' || next.kind === 'number'
}

/** Returns true if a person's name is among the first words: "the strategy desk's Perry Lomax". */
const namesPersonEarly = (text: string): boolean => {
  const { tokens } = analyzeContent({ body: text }).document
  return personIn(tokens, 0, 6) >= 0 || isSingleName(tokens)
}

const isNamed = (authorName: string | undefined): boolean => {
  const name = authorName?.trim().toLowerCase() ?? ''
  return /\p{L}{2}/u.test(name) && !NOT_AUTHORS.has(name)
}

/**
 * Splits a line, because a byline may follow other text: "Notes on ovens. By Agathe Morel", "3 May 2026 · by Ann Lee",
 * "Opinion, by Ann Lee".
 */
const sentencesOf = (line: string): readonly string[] => [
  line,
  ...line.split(/(?<=[.!?])\s+|\s+[·|•—–]\s+(?=(?:\w+\s+){0,3}by\s)|,\s+(?=by\s)/).slice(1),
]

const BY = /^[\s*_>#—–-]*(?:\w+ )?by\b/i
const DATELINE = /[·|]|\b(?:19|20)\d\d\b/

/** "*Ravi Menon · 9 July 2026*": a short line near the beginning, with a name first and a date or a role. */
const isDateline = (line: string): boolean => {
  const text = line.trim()
  const looksLikeDateline = DATELINE.test(text) || /^([*_]).+\1$/.test(text) || /^(\*\*|__)[^*_]+\1/.test(text)
  return text.length < 160 && looksLikeDateline && beginsWithPerson(text, true)
}

const WRITTEN_BY = /^[\s*_>]*(?:written by|words by|author|by)\s*:?\s*(.{2,100})$/i

const hasWrittenBy = (blocks: readonly Block[], body: string): boolean =>
  blocks.some(({ kind, start, end }) => {
    const name = kind === 'paragraph' ? WRITTEN_BY.exec(body.slice(start, end))?.[1] : undefined
    return name !== undefined && beginsWithPerson(name)
  })

/** XPT-01: the author, as a field or a line near the beginning or the end. */
export const author = (analysis: TextAnalysis): GapPosition => {
  const { content, document } = analysis
  if (isNamed(content.authorName)) return undefined
  const frontMatterAuthor = /^---\n[\s\S]{0,4000}?^author:\s*["']?(.{2,80})$/m.exec(document.body)?.[1]
  if (document.body.startsWith('---\n') && isNamed(frontMatterAuthor)) return undefined
  const blocks = document.blocks.filter(({ kind }) => kind !== 'code' && kind !== 'hidden')
  const hasByline = [...blocks.slice(0, EDGE_BLOCKS), ...blocks.slice(-EDGE_BLOCKS)].some((block, nth) => {
    const lines = document.body.slice(block.start, Math.min(block.end, block.start + 600)).split('\n')
    const isLast = nth >= Math.min(EDGE_BLOCKS, blocks.length)
    return lines.flatMap(sentencesOf).some((line) => {
      const isNearStart = !isLast && nth < DATELINE_BLOCKS && block.kind === 'paragraph' && lines.length <= 2
      if (isNearStart && (isDateline(line) || (nth > 0 && isNameAlone(line)))) return true
      if (isLast && /^\s*([*_]).+\1\s*$/.test(line) && isDateline(line)) return true
      const name = BYLINE.exec(line)?.[1] ?? (isLast && block.kind !== 'quote' ? SIGNATURE.exec(line)?.[1] : undefined)
      return name !== undefined && (BY.test(line) ? namesPersonEarly(name) : beginsWithPerson(name))
    })
  })
  return hasByline || hasWrittenBy(blocks, document.body)
    ? undefined
    : { start: 0, end: blocks[0]?.end ?? document.body.length }
}

const CAREER_PREPOSITIONS = new Set(
  'in as of at with on behind working practising practicing teaching treating running building making fixing growing selling buying covering writing representing advising managing designing repairing cooking baking installing restoring inspecting experience practice doing helping'.split(
    ' ',
  ),
)
const NOT_CAREER_WORDS = new Set(
  'old ago later earlier before after since until apart away from to old, younger older term warranty guarantee lease loan mortgage fixed supply'.split(
    ' ',
  ),
)

const INDEFINITE_COUNTS = new Set(['a', 'several', 'many'])

const isCount = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === 'number' || NUMBER_WORDS.has(token.text) || INDEFINITE_COUNTS.has(token.text))

/** "17 years in Florida real estate", "twenty years as a nurse", "a decade of teaching". */
const statesCareer = ({ document: { tokens }, hits }: TextAnalysis): boolean => {
  const roles = new Set(hits.role.map(({ at }) => at))
  return hits.years.some(({ at }) => {
    const before = tokens[at - 1]?.text === 'plus' || tokens[at - 1]?.text === '+' ? at - 2 : at - 1
    const next = tokens[at + 1]?.text ?? ''
    const wordAfterNext = tokens[at + 2]?.text ?? ''
    if (!isCount(tokens[before])) return false
    if (!NOT_CAREER_WORDS.has(next) && isCareer(tokens, before, next, wordAfterNext)) return true
    return isFollowedByRole(roles, tokens, at) || isHeldSince(tokens, roles, before, next)
  })
}

/** "Thirty-one years a mechanic", "twenty years a parish nurse". */
const isFollowedByRole = (roles: ReadonlySet<number>, tokens: readonly Token[], at: number): boolean =>
  /^an?$/.test(tokens[at + 1]?.text ?? '') && [2, 3, 4].some((reach) => roles.has(at + reach))

/** "Has been a nurse for 13 years", "have taught the violin for nearly twenty years". */
const isHeldSince = (tokens: readonly Token[], roles: ReadonlySet<number>, at: number, next: string): boolean => {
  if (next === 'old' || next === 'ago') return false
  const from = tokens.slice(Math.max(0, at - 4), at).findLastIndex(({ text }) => text === 'for' || text === 'these')
  if (from < 0) return false
  for (let before = at - 1; before >= Math.max(0, at - CAREER_REACH); before--) {
    const { text = '', kind = 'mark' } = tokens[before] ?? {}
    if (kind === 'mark' && text !== ',') return false
    const isTrade = TRADE_PARTICIPLES.has(text) || (text === 'kept' && KEPT_NOUNS.has(tokens[before + 1]?.text ?? ''))
    const isRole = text === 'been' && hasRoleIn(roles, before, at)
    if ((isTrade || isRole) && (isPersonHaving(tokens, before - 1) || isPersonHaving(tokens, before - 2))) return true
  }
  return false
}
const CAREER_REACH = 14
const HAVE_CONTRACTIONS = new Set("i've he's she's we've they've".split(' '))
const PERSON_PRONOUNS = new Set('i we he she they who'.split(' '))
const KEPT_NOUNS = new Set('bees hens goats sheep horses pigs cattle books'.split(' '))

/** "I have", "who has", "Ann Lee has": the subject is a person, not a thing. */
const isPersonHaving = (tokens: readonly Token[], at: number): boolean => {
  const text = tokens[at]?.text ?? ''
  if (HAVE_CONTRACTIONS.has(text)) return true
  const subject = tokens[at - 1]
  return (
    (text === 'have' || text === 'has' || text === 'had') &&
    (PERSON_PRONOUNS.has(subject?.text ?? '') || subject?.isCapital === true)
  )
}
const TRADE_PARTICIPLES = new Set(
  'taught worked practised practiced baked cooked brewed farmed nursed coached repaired mended fixed built grown bred fitted installed restored run managed advised represented edited sold served traded written covered flown driven shod tuned'.split(
    ' ',
  ),
)
const hasRoleIn = (roles: ReadonlySet<number>, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (roles.has(at)) return true
  return false
}

const WORK_WORD =
  /(?:ing|ist|er|or|ian|practice|experience|trade|business|industry|estate|law|nursing|medicine|job|career|field|work|kitchen|restaurants|finance|banking|litigation|advice|insurance|retail|repairs?|care|sales|research|science|education|hospitality|construction|logistics|software|security|policy|government|tion|ment|design|support)$/
const CAREER_LEAD_WORDS = new Set(
  'has have had spent with after for over than my his her their our worked practised practiced taught been'.split(' '),
)

const isCareer = (tokens: readonly Token[], at: number, next: string, wordAfterNext: string): boolean => {
  if (next === 'experience' || wordAfterNext === 'experience' || next === 'practice') return true
  if (!CAREER_PREPOSITIONS.has(next) && !next.endsWith('ing')) return false
  const before = tokens.slice(Math.max(0, at - 3), at).map(({ text }) => text)
  const followsCareerLead = before.some((word) => CAREER_LEAD_WORDS.has(word))
  const words = tokens.slice(at + 2, at + 8).map(({ text }) => text)
  if (next === 'as') return true
  if (next.endsWith('ing')) return true
  return (
    (next === 'in' || next === 'of' || next === 'at' || next === 'with' || next === 'on' || next === 'behind') &&
    (followsCareerLead || words.some((word) => WORK_WORD.test(word)))
  )
}

/** In a biography, years refer to a career, whatever the occupation is called. */
const CAREER = /\b(?:\d{1,2}|[a-z]+(?:-[a-z]+)?)\s+(?:years|decades)\b(?!\s+(?:old|ago|younger|older))/i

/** XPT-02: a qualification of a person in the text, or their years in the field. */
export const credentials = (analysis: TextAnalysis): GapPosition => {
  const { authorBio, authorName } = analysis.content
  // With a name in front, "BMus, teaches in Salford" is recognized as a qualification.
  const biography = [authorName, authorBio].filter((text) => text !== undefined && text !== '').join(', ')
  const hasCredential = [analysis, analyzeContent({ body: biography })].some(
    (each) => each.credentials.length > 0 || statesCareer(each),
  )
  return hasCredential || CAREER.test(authorBio ?? '') ? undefined : analysis.whole
}

/** XPT-03: a quotation with the name and title of its speaker. */
export const expertQuote = (analysis: TextAnalysis): GapPosition => {
  if (analysis.spoken.some(({ isAttributed, hasNameAndRole }) => isAttributed && hasNameAndRole)) return undefined
  const [first] = analysis.spoken
  return first ? analysis.span(first.quotation.from, first.quotation.to) : analysis.whole
}

/** XPT-04: the method behind the figures. */
export const method = (analysis: TextAnalysis): GapPosition => {
  if (analysis.hasMethod) return undefined
  const first = analysis.claims.find(({ isNumeric }) => isNumeric)
  const sentence = first && analysis.document.sentences[first.sentence]
  return sentence ? analysis.span(sentence.from, sentence.to) : analysis.whole
}
