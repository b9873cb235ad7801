import { isPaid } from '../analysis/hosts.ts'
import type { Claim, Span, TextAnalysis } from '../analysis/text-analysis.ts'
import { DENIALS } from '../lexicons/claims.ts'
import { MONTHS } from '../lexicons/measures.ts'
import type { PhraseHit } from '../text/phrases.ts'
import type { GapPosition } from './experience.ts'

/** Returns true if a claim has its source in its sentence or the next, or is own data with a described method. */
const isSupported = (analysis: TextAnalysis, { sentence, isNumeric }: Claim): boolean => {
  const { document, isCited, hasMethod, firstHand } = analysis
  if (isCited[sentence] === 1) return true
  if (hasMethod && refersToMethod(analysis, sentence)) return true
  const claimSentence = document.sentences[sentence]
  const next = document.sentences[sentence + 1]
  const block = claimSentence?.block ?? 0
  const isNextInScope = claimSentence && next && (block === next.block || document.blocks[next.block]?.kind === 'note')
  if (isNextInScope && isCited[sentence + 1] === 1) return true
  if (isTabular(analysis, block) && hasSourceBelow(analysis, block)) return true
  // A measurement does not prove a cause; only figures count as own data.
  if (!isNumeric) return false
  if (analysis.hasInstrument[sentence] === 1) return true
  const isTable = document.blocks[block]?.kind === 'row'
  const heading = analysis.headingWith('methodHeading')
  // Claims after a heading about the method are its results.
  const isResult = heading !== undefined && claimSentence !== undefined && claimSentence.from > heading.from
  return hasMethod && (isResult || analysis.isOwn[sentence] === 1 || (isTable && firstHand.length > 0))
}

const METHOD_REFERENCE =
  /\b(?:measured as|as described|described above|read from|counted from|counted by|by the same|from the same)\b/i

/** "Read from the same logs", after the text has described them. */
const refersToMethod = ({ document: { sentences, tokens, body } }: TextAnalysis, sentence: number): boolean => {
  const { from = 0, to = 0 } = sentences[sentence] ?? {}
  return METHOD_REFERENCE.test(body.slice(tokens[from]?.start, tokens[to - 1]?.end))
}

const isTabular = ({ document: { blocks, body } }: TextAnalysis, block: number): boolean => {
  const { kind, start } = blocks[block] ?? { kind: 'hidden', start: 0 }
  return kind === 'row' || body.startsWith('<table', start)
}

const hasSourceBelow = ({ document: { blocks, body } }: TextAnalysis, block: number): boolean => {
  let at = block + 1
  while (blocks[at]?.kind === 'row' || blocks[at]?.kind === 'hidden') at++
  const below = blocks[at]
  return below !== undefined && /^(?:<[^>]{1,40}>|[^\w<])*sources?\s*:/i.test(body.slice(below.start, below.start + 80))
}

/** TRU-01: the share of claims with a source. */
export const citedClaims = (analysis: TextAnalysis, { share }: { readonly share: number }): GapPosition => {
  const { claims, document } = analysis
  if (claims.length === 0) return undefined
  const unsupportedClaims = claims.filter((claim) => !isSupported(analysis, claim))
  if ((claims.length - unsupportedClaims.length) / claims.length >= share) return undefined
  const first = document.sentences[unsupportedClaims[0]?.sentence ?? 0]
  return first ? analysis.span(first.from, first.to) : analysis.whole
}

const DENIAL_REACH = 6
const ADVICE_REACH = 9

const isDenied = (
  { document: { tokens }, sentenceAt }: TextAnalysis,
  { at }: PhraseHit,
  reach = DENIAL_REACH,
): boolean => {
  for (let before = at - 1; before >= at - reach && before >= 0; before--) {
    if (sentenceAt[before] !== sentenceAt[at]) return false
    if (DENIALS.has(tokens[before]?.text ?? '')) return true
  }
  return false
}

/** Words after "best" with which it is not a boast, such as "best practice". */
const NOT_BOAST_AFTER_BEST = new Set(
  'practice practices before interests interest effort efforts way ways thing things guess friend man time seller bet of if by to i we advice'.split(
    ' ',
  ),
)

const SUPERLATIVE_REACH = 8

/** "The most beautiful hotel in Europe": a superlative with its scope. */
const superlativesWithScope = ({ document: { tokens }, hits, sentenceAt }: TextAnalysis): readonly PhraseHit[] =>
  hits.reach.flatMap(({ at, to }): PhraseHit[] => {
    for (let before = at - 1; before >= at - SUPERLATIVE_REACH && sentenceAt[before] === sentenceAt[at]; before--) {
      const { text = '', kind } = tokens[before] ?? {}
      const isSuperlative =
        (text === 'most' &&
          /^(?:the|our|their|its|quite|possibly|perhaps)$|'s$/.test(tokens[before - 1]?.text ?? '')) ||
        text === 'best' ||
        (kind === 'word' && text.length > 4 && text.endsWith('est') && !NOT_SUPERLATIVES.has(text))
      if (isSuperlative && tokens[before - 1]?.text !== 'at') return [{ at: before, to }]
    }
    return []
  })
const NOT_SUPERLATIVES = new Set(
  'interest forest harvest request guest protest honest modest invest contest latest west test rest suggest quest arrest nearest closest earliest'.split(
    ' ',
  ),
)

/** TRU-02: boasts and promises without a source. */
export const boasts = (analysis: TextAnalysis): GapPosition => {
  const { document, hits, isQuoted, isCited, sentenceAt } = analysis
  const boast = [...hits.superlative, ...hits.guarantee, ...superlativesWithScope(analysis)]
    .toSorted((one, other) => one.at - other.at)
    .find((hit) => {
      const { at, to } = hit
      const sentence = document.sentences[sentenceAt[at] ?? -1]
      if (isQuoted[at] || sentence?.isQuestion || isCited[sentenceAt[at] ?? 0] === 1 || isDenied(analysis, hit))
        return false
      // "A guarantee" is usually a product; "guaranteed" is a promise.
      if (/^an?$/.test(document.tokens[at - 1]?.text ?? '') && document.tokens[at]?.text === 'guarantee') return false
      const last = document.tokens[to - 1]?.text
      if (last === 'best' && NOT_BOAST_AFTER_BEST.has(document.tokens[to]?.text ?? '')) return false
      return !(document.tokens[at]?.text === 'the' && last === 'only' && !isBoastOfOnly(analysis, to))
    })
  return boast ? analysis.span(boast.at, boast.to) : undefined
}

/** "The only product you need" is a boast; "the only figure that moved" is a statement. */
const PRODUCT_WORDS = new Set(
  'product solution tool app brand company supplement diet course one choice platform service program programme method cream pill plan guide'.split(
    ' ',
  ),
)
const isBoastOfOnly = ({ document: { tokens } }: TextAnalysis, at: number): boolean =>
  /\bever (?:\w+ )?need\b/.test(
    tokens
      .slice(at, at + 9)
      .map(({ text }) => text)
      .join(' '),
  ) ||
  (tokens.slice(at, at + 3).some(({ text }) => PRODUCT_WORDS.has(text)) &&
    tokens
      .slice(at, at + 8)
      .some(({ text }) => text === 'need' || text === 'works' || text === 'world' || text === 'market'))

const PAYMENT_WORD =
  /^(?:affiliat|commission|earn|paid|pay|sponsor|advert|disclos|referral|interest|links?$|declaration)/

/** TRU-03: a disclosure of paid or machine-generated content. */
export const disclosure = (analysis: TextAnalysis): GapPosition => {
  const { document, hits, isQuoted } = analysis
  const link = document.links.find(isPaid)
  const word = hits.trigger.find((hit) => !isQuoted[hit.at] && !isDenied(analysis, hit))
  if (!link && !word) return undefined
  const { tokens } = document
  const disclosesPayment = ({ at, to }: PhraseHit): boolean =>
    tokens.slice(at, to).some(({ text }) => PAYMENT_WORD.test(text))
  // "They lent us one" does not disclose payment for a link.
  if (link ? hits.disclosure.some(disclosesPayment) : hits.disclosure.length > 0) return undefined
  return link ? { start: link.start, end: link.end } : analysis.span((word as PhraseHit).at, (word as PhraseHit).to)
}

const EDGE_SHARE = 0.1
const SHORT_LINE = 120
const DATE =
  /\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b|\b(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|1[0-2])[./](?:19|20)\d\d\b/

const hasDate = ({ document: { tokens, body } }: TextAnalysis, start: number, end: number): boolean => {
  if (DATE.test(body.slice(start, end))) return true
  return tokens.some(({ text, start: at, isCapital }, nth) => {
    if (at < start || at > end || !isCapital || !MONTHS.has(text)) return false
    const nextTokens = tokens.slice(nth + 1, nth + 6)
    return nextTokens.some((token) => token.kind === 'number' && /^(?:19|20)\d\d$/.test(token.text))
  })
}

/** A line with its own date: "Updated 3 June 2026". */
const DATED_LINE =
  /^[\s*_>#]*(?:(?:last|first|page|article)\s+)?(?:updated|reviewed|revised|published|posted|changed|corrected|amended)\b/i

const hasDatedLine = (analysis: TextAnalysis): boolean =>
  analysis.document.blocks.some(
    ({ kind, start, end }) =>
      kind === 'paragraph' &&
      DATED_LINE.test(analysis.document.body.slice(start, end)) &&
      hasDate(analysis, start, Math.min(end, start + SHORT_LINE)),
  )

/** TRU-04: the date of publication or change, as a field, a labeled line, or a date in the first or last tenth. */
export const dated = (analysis: TextAnalysis): GapPosition => {
  const { publishedAt, updatedAt } = analysis.content
  if (publishedAt || updatedAt) return undefined
  const { length } = analysis.document.body
  const { blocks } = analysis.document
  const isShort = ({ start, end }: Span): boolean => end - start <= SHORT_LINE
  const firstLongBlock = blocks.findIndex((block) => !isShort(block))
  const lastLongBlock = blocks.findLastIndex((block) => !isShort(block))
  // A separate line above or below the text counts as its edge, even in a short text.
  const startEdge = Math.max(length * EDGE_SHARE, blocks[firstLongBlock - 1]?.end ?? 0, firstLongBlock < 0 ? length : 0)
  const endEdge = Math.min(length * (1 - EDGE_SHARE), blocks[lastLongBlock + 1]?.start ?? length)
  return hasDate(analysis, 0, startEdge) || hasDate(analysis, endEdge, length) || hasDatedLine(analysis)
    ? undefined
    : { start: 0, end: Math.min(length, Math.round(startEdge)) }
}

/** A heading such as "What this guide is not", "What we cannot know". */
const LIMIT_HEADING =
  /^[#*\s]*(?:what\b.{1,60}\b(?:not|cannot|can't|don't|doesn't|couldn't|leaves? out|miss(?:es)?)\b|how sure\b|(?:the )?(?:weakness|blind spot|unknown|shortcoming|gap)(?:e?s)?\b)/i

/** "Readers cannot know" does not state a limit of the text. */
const OTHER_SUBJECTS = new Set('they you he she people readers customers nobody'.split(' '))

/** TRU-05: the limits of the text. */
export const limits = ({ document: { blocks, body, tokens }, hits, isQuoted, whole }: TextAnalysis): GapPosition =>
  hits.limit.some(({ at }) => !isQuoted[at] && !OTHER_SUBJECTS.has(tokens[at - 1]?.text ?? '')) ||
  blocks.some(({ kind, start, end }) => kind === 'heading' && LIMIT_HEADING.test(body.slice(start, end)))
    ? undefined
    : whole

/** TRU-06: paired quotation marks, and a speaker within 25 words of each quotation. */
export const attributedQuotes = (analysis: TextAnalysis): GapPosition => {
  const { unpairedQuotes } = analysis.document
  const [mark] = unpairedQuotes
  if (mark !== undefined) return analysis.span(mark, mark + 1)
  const { blocks, tokens } = analysis.document
  const hasAttribution = analysis.spoken.some(({ isAttributed }) => isAttributed)
  const unattributed = analysis.spoken.find(({ isAttributed, quotation: { words, from } }) => {
    // A heading may quote what the text then attributes.
    if (hasAttribution && blocks[tokens[from]?.block ?? 0]?.kind === 'heading') return false
    return !isAttributed && words >= 6
  })
  return unattributed && analysis.span(unattributed.quotation.from, unattributed.quotation.to)
}

/** TRU-07: vague words per thousand, in texts above a minimum length. */
export const vagueWords = (
  analysis: TextAnalysis,
  { perThousand, fromWords }: { readonly perThousand: number; readonly fromWords: number },
): GapPosition => {
  const { document, hits } = analysis
  if (document.words < fromWords) return undefined
  const vague = hits.weasel.filter(
    ({ at }) => !/^(?:many|few)$/.test(document.tokens[at]?.text ?? '') || document.tokens[at - 1]?.text !== 'too',
  )
  const [first] = vague
  return first && vague.length > (perThousand * document.words) / 1_000 ? analysis.span(first.at, first.to) : undefined
}

const EXPERTS = new Set(
  'doctor doctors nurse vet pharmacist physician gp specialist dentist midwife therapist physiotherapist dietitian dietician nutritionist lawyer solicitor attorney barrister counsel accountant adviser advisor planner broker professional expert practitioner clinician surgeon psychologist psychiatrist consultant'.split(
    ' ',
  ),
)
const EXPERT_REACH = 4

/** "Speak to a person" does not name an expert; "speak to a debt adviser" does. Other phrases are sufficient alone. */
const leadsToExpert = ({ document: { tokens } }: TextAnalysis, { to }: PhraseHit): boolean =>
  !/^(?:an?|your)$/.test(tokens[to - 1]?.text ?? '') ||
  tokens.slice(to, to + EXPERT_REACH).some(({ text }) => EXPERTS.has(text))

/** TRU-08: a disclaimer, if the text covers health, law, money or food regulation. */
export const disclaimer = (analysis: TextAnalysis): GapPosition => {
  const { hits } = analysis
  const hasDisclaimer = hits.disclaimer.some((hit) => leadsToExpert(analysis, hit))
  const deniesAdvice = hits.advice.some((hit) => isDenied(analysis, hit, ADVICE_REACH))
  return hasDisclaimer || deniesAdvice ? undefined : analysis.whole
}
