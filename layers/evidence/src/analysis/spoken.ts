import { NOT_NAMES } from '../lexicons/people.ts'
import type { Quotation } from '../text/quotations.ts'
import { personEnd, personIn } from './names.ts'
import type { SpokenQuotation, TextAnalysis } from './text-analysis.ts'

/** Number of words before and after a quotation that are searched for its speaker. */
const ATTRIBUTION_REACH = 25
/** Maximum distance of a speaker's role from the start of the name, in tokens. */
const ROLE_REACH = 19

const ORGANIZATIONS = new Set(
  'university college institute hospital clinic trust school council ministry department agency bank group inc ltd llc llp plc gmbh association society foundation authority board company co bureau office laboratory lab centre center union club church farm bakery garage workshop studio labs partners council service nhs police court commission'.split(
    ' ',
  ),
)
const ORGANIZATION_PREPOSITIONS = new Set(['at', 'of', 'for', 'runs', 'owns'])
const DASHES = new Set(['—', '–', '-'])

/** Returns true for a token before a quotation in the same block, and for a colon at the end of the block before. */
const mayIntroduce = ({ document: { tokens, blocks } }: TextAnalysis, at: number, block: number): boolean => {
  const before = tokens[at]
  if (before === undefined) return false
  if (before.block === block) return true
  return before.block === block - 1 && before.text === ':' && blocks[before.block]?.kind !== 'heading'
}

/**
 * Tokens around a quotation that may name its speaker: its own sentences, the one before, and the one after if it
 * begins with the speaker. Excludes other quotations.
 */
const tokensAround = (analysis: TextAnalysis, { from, to, isBlock }: Quotation): number[] => {
  const { document, isQuoted, sentenceAt } = analysis
  const { tokens, sentences } = document
  const near: number[] = []
  const block = tokens[from]?.block ?? 0
  const firstSentence = sentenceAt[from] ?? 0
  for (
    let at = from - 1, counted = 0;
    at >= 0 && counted < ATTRIBUTION_REACH && mayIntroduce(analysis, at, block);
    at--
  ) {
    if ((sentenceAt[at] ?? 0) < firstSentence - 1) break
    if (isQuoted[at]) continue
    near.unshift(at)
    if (tokens[at]?.kind !== 'mark') counted++
  }
  const last = sentenceAt[to - 1] ?? firstSentence
  const end = sentences[last]?.to ?? to
  const isNext = tokens[end]?.block === block || isBlock
  const until = isNext && beginsWithSpeaker(analysis, end) ? (sentences[last + 1]?.to ?? end) : end
  for (let at = to, counted = 0; at < until && counted < ATTRIBUTION_REACH; at++) {
    if (isQuoted[at] && !isBlock) continue
    near.push(at)
    if (tokens[at]?.kind !== 'mark') counted++
  }
  return near
}

const SPEECH_VERBS = new Set(
  'said says told wrote writes explained explains added adds noted recalled recalls replied answered argued warned stated asked admitted admits put remembers'.split(
    ' ',
  ),
)

/** "Jane Doe said so": a verb of speech among the first words after a quotation. */
const beginsWithSpeaker = ({ document: { tokens } }: TextAnalysis, at: number): boolean =>
  tokens.slice(at, at + 6).some(({ text }) => SPEECH_VERBS.has(text)) ||
  (/^(?:that|this|so)$/.test(tokens[at]?.text ?? '') &&
    tokens.slice(at + 1, at + 5).some(({ text }) => /^(?:from|is|was)$/.test(text)) &&
    tokens.slice(at + 1, at + 7).some(({ isCapital }) => isCapital)) ||
  /^[—–]$/.test(tokens[at]?.text ?? '')

/** An organization: a capitalized word such as "University", or a capitalized name after "at", "of" or "runs". */
const isOrganization = ({ document: { tokens } }: TextAnalysis, at: number): boolean => {
  const token = tokens[at]
  if (token?.kind !== 'word' || !token.isCapital) return false
  return ORGANIZATIONS.has(token.text) || ORGANIZATION_PREPOSITIONS.has(tokens[at - 1]?.text ?? '')
}

/** Returns the start of a signature in a block quote: a dash near its end, or a name on its last line; otherwise -1. */
const signatureStart = ({ document: { tokens, body } }: TextAnalysis, { from, to, isBlock }: Quotation): number => {
  if (!isBlock) return -1
  for (let at = to - 1; at > from && at > to - ATTRIBUTION_REACH; at--) {
    const token = tokens[at]
    if (token && DASHES.has(token.text)) return at
    if (token && /(?:^|\s)-{1,3}\s*$/.test(body.slice(Math.max(0, token.start - 4), token.start))) return at
    if (
      token?.isCapital &&
      isLastLine(body, token.start, tokens[to - 1]?.end ?? 0) &&
      personIn(tokens, at, at + 1) === at
    )
      return at
  }
  return -1
}

const NOT_BEFORE_PERSON = new Set(['at', 'in', 'from', 'for', 'near', 'to', 'the', 'of', 'with', 'on'])

/** A person's name, not a workplace: "at" or "of" does not precede it. */
const isPerson = ({ document: { tokens } }: TextAnalysis, at: number): boolean => {
  if (!tokens[at]?.isCapital || personIn(tokens, at, at + 1) !== at) return false
  const before = tokens[at - 1]
  if (before?.kind === 'word' && before.isCapital && before.block === tokens[at]?.block && !NOT_NAMES.has(before.text))
    return false
  return !NOT_BEFORE_PERSON.has(before?.text ?? '') || tokens[at - 2]?.text === 'words'
}

/** A separate line at the end of a block quote, such as "Eleni Markou, panel leader". */
const isLastLine = (body: string, start: number, end: number): boolean =>
  /\n\s*>?[\s>*_]*$/.test(body.slice(Math.max(0, start - 12), start)) && !body.slice(start, end).includes('\n')

/** Looks for the speaker in the quotation's sentence if it has a verb of speech, else nearby. */
const inSentenceOrNearby = (
  { sentenceAt }: TextAnalysis,
  { from, to }: Quotation,
  near: readonly number[],
  speech: ReadonlySet<number>,
): readonly number[] => {
  const first = sentenceAt[from] ?? 0
  const last = (sentenceAt[to - 1] ?? 0) + 1
  const inside = near.filter((at) => (sentenceAt[at] ?? -1) >= first && (sentenceAt[at] ?? -1) <= last)
  return inside.some((at) => speech.has(at)) ? inside : near
}

const NOT_TITLES = new Set(
  'who which whose and but or when while as after before in on at from with to by if though because so then now adding speaking talking looking standing sitting laughing aged'.split(
    ' ',
  ),
)
const TITLE_REACH = 5

/** "Angus Reid, harbour master." An apposition that ends soon is a title, whatever the occupation. */
const hasTitleAfter = ({ document: { tokens }, isQuoted }: TextAnalysis, name: number): boolean => {
  const end = personEnd(tokens, name)
  const first = tokens[end + 1]
  if (tokens[end]?.text !== ',' || first?.kind !== 'word' || first.isCapital || isQuoted[end + 1]) return false
  if (NOT_TITLES.has(first.text) || first.text.endsWith('ly')) return false
  for (let at = end + 1; at <= end + TITLE_REACH; at++) {
    const token = tokens[at]
    if (token === undefined || token.block !== first.block) return true
    if (/^[.,;:!?"“”)]$/.test(token.text) || /^(?:of|at|for|in)$/.test(token.text)) return at > end + 1
    if (token.kind !== 'word') return false
  }
  return false
}

const attributeQuotation = (
  analysis: TextAnalysis,
  quotation: Quotation,
  roles: ReadonlySet<number>,
  speech: ReadonlySet<number>,
): SpokenQuotation => {
  const { tokens } = analysis.document
  const signatureAt = signatureStart(analysis, quotation)
  const all =
    signatureAt < 0
      ? tokensAround(analysis, quotation)
      : [...tokensAround(analysis, quotation), ...range(signatureAt, quotation.to)]
  const near = inSentenceOrNearby(analysis, quotation, all, speech)
  const nameAt = near.filter((at) => isPerson(analysis, at))
  const roleAt = near.filter((at) => roles.has(at))
  const hasDash = near.some((at) => DASHES.has(tokens[at]?.text ?? '') && tokens[at + 1]?.isCapital === true)
  const hasColonBefore = near.some((at) => tokens[at]?.text === ':' && at < quotation.from && at >= quotation.from - 3)
  const hasSpeechVerb = hasSpeechNearSubject(analysis, near, speech, roles)
  const hasName = nameAt.length > 0
  const isTitled = nameAt.some((at) => hasTitleAfter(analysis, at))
  const hasRole = roleAt.length > 0 || isTitled
  const hasOrganization = near.some((at) => isOrganization(analysis, at))
  const hasSpeaker = hasName || hasRole || hasOrganization || near.some((at) => isSpeaker(analysis, at))
  return {
    quotation,
    hasName,
    hasRole,
    hasOrganization,
    isAttributed:
      startsWithThatIsFrom(analysis, quotation) ||
      hasVerbThenPerson(analysis, quotation, speech) ||
      signatureAt >= 0 ||
      (hasDash && hasSpeaker) ||
      ((hasSpeechVerb || hasColonBefore) && hasSpeaker),
    hasNameAndRole: isTitled || nameAt.some((name) => roleAt.some((role) => Math.abs(role - name) <= ROLE_REACH)),
  }
}

/** "That was from Jean in Hull." */
const startsWithThatIsFrom = (analysis: TextAnalysis, { to }: Quotation): boolean => {
  const { document, sentenceAt } = analysis
  const end = document.sentences[sentenceAt[to - 1] ?? -1]?.to ?? to
  return /^(?:that|this)$/.test(document.tokens[end]?.text ?? '') && beginsWithSpeaker(analysis, end)
}

const PERSON_DETERMINERS = new Set('a an one another somebody someone my our his her the some many several'.split(' '))

/** A verb of speech directly after the quotation, then a person: "…," said one of them. */
const hasVerbThenPerson = (
  { document: { tokens } }: TextAnalysis,
  { to, isBlock }: Quotation,
  speech: ReadonlySet<number>,
): boolean => {
  if (isBlock) return false
  const verb = tokens[to + 1]
  const speaker = tokens[to + 2]
  const isSaid = speech.has(to + 1) && verb?.block === speaker?.block
  return isSaid && speaker?.kind === 'word' && (speaker.isCapital || PERSON_DETERMINERS.has(speaker.text))
}

const SUBJECT_REACH = 6

const hasSpeechNearSubject = (
  analysis: TextAnalysis,
  near: readonly number[],
  speech: ReadonlySet<number>,
  roles: ReadonlySet<number>,
): boolean =>
  near.some(
    (at) =>
      speech.has(at) &&
      near.some(
        (other) =>
          other !== at && Math.abs(other - at) <= SUBJECT_REACH && (roles.has(other) || isSpeaker(analysis, other)),
      ),
  )

const SPEAKER_NOUNS = new Set(
  'he box packet leaflet brochure poster screen app instructions advert flyer banner she they who mother father neighbour neighbor colleague friend wife husband report letter notice label statute act manual website email rule policy guidance page document sign section clause court agency company'.split(
    ' ',
  ),
)

const NOT_SPEAKERS = new Set(
  'the a an in it but and from on at for when then so by to this that these those with if as of or'.split(' '),
)

const isSpeaker = ({ document: { tokens } }: TextAnalysis, at: number): boolean => {
  const token = tokens[at]
  return token?.kind === 'word' && (SPEAKER_NOUNS.has(token.text) || (token.isCapital && !NOT_SPEAKERS.has(token.text)))
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth)

/** "Audiologist", "arborist": endings of occupations, because no list is complete. */
const OCCUPATION_ENDING = /(?:ologist|iatrist|iatrician|technician|ographer|onomist|smith|wright|monger)$/

const occupationsIn = ({ document: { tokens } }: TextAnalysis): readonly number[] =>
  tokens.flatMap(({ kind, text }, at) =>
    kind === 'word' && text.length > 7 && OCCUPATION_ENDING.test(text) ? [at] : [],
  )

export const spokenOf = (analysis: TextAnalysis): readonly SpokenQuotation[] => {
  const roles = new Set([...analysis.hits.role.map(({ at }) => at), ...occupationsIn(analysis)])
  const speech = new Set(analysis.hits.speech.map(({ at }) => at))
  const { quotations } = analysis.document
  const blockQuotes = quotations.filter(({ isBlock }) => isBlock)
  // Quotation marks inside a block quote belong to the same speaker.
  const isInside = ({ isBlock, from, to }: Quotation): boolean =>
    !isBlock && blockQuotes.some((quote) => quote.from <= from && to <= quote.to)
  return quotations
    .filter((quotation) => quotation.words >= SPOKEN_WORDS_MIN && !isInside(quotation))
    .map((quotation) => attributeQuotation(analysis, quotation, roles, speech))
}

export const SPOKEN_WORDS_MIN = 4
