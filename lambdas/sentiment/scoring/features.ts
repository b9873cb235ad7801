import { foldedText } from '../personal-data/plain-text.ts'
import type { Polarity } from './english-polarity.ts'
import { CONTRASTS, FIRST_PERSONS } from './opinion-words.ts'
import { opinionsIn, type ScoredLanguage, wordPatterns } from './opinions.ts'

/** Positions where an opinion can change, including ends of sentences. A text is MIXED if its clauses disagree. */
const CLAUSE_BOUNDARIES = /[.!?;,:\n]+\s|\s(?:but|though|although|however|yet|while|whereas|except|despite)\s/i

export const clausesOf = (text: string): readonly string[] =>
  text
    .split(CLAUSE_BOUNDARIES)
    .flatMap((clause) => (/\p{L}|\p{Extended_Pictographic}/u.test(clause) ? [clause.trim()] : []))

const QUESTION =
  /(?:^|[.!?\n,:]\s{0,3})(?:hi |hey |hello |hallo |hola |ola |salut |ciao )?(?:is|are|does|do|did|can|could|has|have|anyone|anybody|what|what's|whats|which|when|where|who|how|should|will|would|any|thoughts|kann|gibt|hat|haben|ist|sind|wie|was|wann|wo|wer|welche\p{L}?|weiss|est-ce|quelqu'un|quel|quelle|quels|qui|ou|combien|comment|vous avez|on peut|alguien|que|cual|cuando|donde|cuanto|como|se puede|hay|sabe|alguem|qual|quando|onde|quanto|tem|da para|qualcuno|quale|dove|chi|come|si puo|c'e|hoe|wat|wanneer|waar|wie|welke|iemand|kan|weet|heeft|is er)(?!\p{L})/u
const NEWS_WORDS =
  /(?<!\p{L})(?:announce[sd]?|announcing|opening|opens|to open|launch(?:es|ed|ing)?|rolling out|roll-?out|due to|merger|takeover|taken over|acquire[sd]?|acquisition|shares?|shareholders?|stock|revenue|profit|ceo|cfo|interview|trialling|pilot|moving to|moving from|patch notes|according to|says the|bbc|reuters|hiring|vacancy|jobs?|version|comes in|available in|warranty|released?|release date|adds|comparing|compare|vs|looking for|quotes?|just ordered|just bought|will report|report back|checking in|first time|tomorrow|any tips|recommendations?|suggestions?|wondering|ama|eroffnet|eroffnung|ubernimmt|ubernahme|aktie|quartal|kundigt an|verfugbar|neue filiale|ouvre|ouverture|annonce|lance|rachat|actions|trimestre|abre|apertura|anuncia|lanza|acciones|compra|adquiere|trimestre|inaugura|anunciou|lanca|acoes|greve|sindicato|huelga|greve|sciopero|apre|apertura|annuncia|lancia|azioni|vendute|copie|opent|opening|kondigt|lanceert|aandelen|staking|streik|comparando|vergelijk\p{L}{0,4}|comparatif|million[eis]*|mln|milioni|millones|milhoes|miljoen)(?!\p{L})/gu
const CONTRAST = wordPatterns(CONTRASTS)
const FIRST_PERSON = wordPatterns(FIRST_PERSONS)
const THIRD_PERSONS =
  /(?<!\p{L})(?:they|them|their|staff|support|driver|courier|reception|manager|team|agent|app|patch|update|crew|waiter|sie|kundenservice|fahrer|ils|elle|service client|livreur|ellos|soporte|repartidor|eles|apoio|suporte|loro|assistenza|corriere|ze|zij|klantenservice|bezorger)(?!\p{L})/gu
const DURATIONS =
  /(?<![\p{L}\p{N}])(?:\d{1,4}|a|an|one|two|three|four|five|six) ?(?:mins?|minutes?|hours?|hrs?|h|days?|weeks?|wks?|months?|stunden|tage|wochen|monate|minuten|heures?|jours|semaines|mois|horas?|dias?|semanas?|meses|minutos|ore|giorni|settimane|mesi|minuti|uur|dagen|weken|maanden)(?!\p{L})|\d{1,2}[:.]\d{2}/gu
const NUMERIC_RATING =
  /(?<![\d/])(10|[0-9])(?:[.,]\d)?\s?(?:\/|out of|von|sur|de|su|van)\s?10(?!\d)|(?<![\d/])([0-5])(?:[.,]\d)?\s?\/\s?5(?!\d)/gu

/** Returns ratings in the text, from 0 to 1: "8/10", stars. */
const ratingsIn = (folded: string): readonly number[] => {
  const fractions = [...folded.matchAll(NUMERIC_RATING)].map(([, ten, five]) =>
    ten === undefined ? Number(five) / 5 : Number(ten) / 10,
  )
  const stars = [...folded.matchAll(/⭐/gu)].length
  const starCount =
    /(?<!\p{L})(zero|no|one|two|three|four|five|[0-5]|ein(?:en)?|zwei|drei|vier|funf|une?|deux|trois|quatre|cinq|cinco|tres|quattro|cinque|vijf|een) (?:stars?|sterne?|etoiles?|estrellas?|estrelas?|stell[ae]|sterren|ster)(?!\p{L})/u.exec(
      folded,
    )?.[1]
  const NUMBERS: Readonly<Record<string, number>> = {
    zero: 0,
    no: 0,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    ein: 1,
    einen: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    funf: 5,
    un: 1,
    une: 1,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    cinco: 5,
    tres: 3,
    quattro: 4,
    cinque: 5,
    vijf: 5,
    een: 1,
  }
  const starRatings = starCount === undefined ? [] : [(NUMBERS[starCount] ?? Number(starCount)) / 5]
  return [...fractions, ...starRatings, ...(stars > 0 ? [Math.min(5, stars) / 5] : [])]
}

const countShare = (text: string, pattern: RegExp, max: number): number =>
  Math.min(max, [...text.matchAll(pattern)].length) / max
const flag = (condition: boolean): number => (condition ? 1 : 0)

export const FEATURES = [
  ...['bias', 'praise', 'blame', 'more praise', 'more blame', 'both', 'clauses disagree', 'no opinion words'],
  ...['contrast', 'contrast with praise', 'contrast with blame', 'rates well', 'rates badly', 'rates both'],
  ...[
    'question',
    'question without opinion',
    'ends with a question',
    'news words',
    'news words without opinion',
    'first person',
    'third persons',
    'durations',
  ],
  ...['exclaims', 'quotes', 'short', 'long', 'polarity', 'polarity clauses up', 'polarity clauses down', 'not English'],
] as const

/** Returns the input of the label model: numbers from -1 to 1, in the order of `FEATURES`. */
export const featuresOf = (text: string, language: ScoredLanguage, polarity: Polarity): readonly number[] => {
  const { folded: plain } = foldedText(text)
  const folded = plain.replaceAll('’', "'")
  const textOpinions = opinionsIn(text, language)
  const clauses = clausesOf(text)
  const isEnglish = language === 'en'
  const strength = isEnglish ? polarity(text) : 0
  const strengths = isEnglish && clauses.length > 1 ? clauses.map(polarity) : [strength]
  const ratings = ratingsIn(folded)
  const hasPraise = textOpinions.praise > 0
  const hasBlame = textOpinions.blame > 0
  const hasNoOpinionWords = !hasPraise && !hasBlame
  // Clauses can disagree only if the text contains both praise and blame.
  const clauseOpinions = hasPraise && hasBlame ? clauses.map((clause) => opinionsIn(clause, language)) : []
  const hasContrast = folded.search(CONTRAST[language]) >= 0
  const isQuestion = folded.includes('?') && (QUESTION.test(folded) || /\?\s*$/.test(folded))
  const hasPositiveClause = clauseOpinions.some(({ praise, blame }) => praise > blame)
  const hasNegativeClause = clauseOpinions.some(({ praise, blame }) => blame > praise)
  return [
    ...[1, flag(hasPraise), flag(hasBlame), Math.max(0, Math.min(3, textOpinions.praise - textOpinions.blame)) / 3],
    ...[
      Math.max(0, Math.min(3, textOpinions.blame - textOpinions.praise)) / 3,
      flag(hasPraise && hasBlame),
      flag(hasPositiveClause && hasNegativeClause),
      flag(hasNoOpinionWords),
    ],
    ...[flag(hasContrast), flag(hasContrast && hasPraise), flag(hasContrast && hasBlame)],
    ...[flag(ratings.some((each) => each >= 0.75)), flag(ratings.some((each) => each <= 0.4))],
    flag(
      (ratings.some((each) => each >= 0.75) && ratings.some((each) => each <= 0.4)) ||
        ratings.some((each) => each > 0.4 && each < 0.7),
    ),
    ...[flag(isQuestion && QUESTION.test(folded)), flag(isQuestion && hasNoOpinionWords), flag(/\?\s*$/.test(folded))],
    ...[countShare(folded, NEWS_WORDS, 2), hasNoOpinionWords ? countShare(folded, NEWS_WORDS, 2) : 0],
    ...[
      countShare(folded, FIRST_PERSON[language], 3),
      hasPraise ? 0 : countShare(folded, THIRD_PERSONS, 2),
      hasPraise ? 0 : countShare(folded, DURATIONS, 2),
    ],
    ...[flag(/!/.test(text)), flag(/["“«]/.test(text)), flag(text.length < 40), flag(text.length > 160)],
    ...[strength, Math.max(0, ...strengths), Math.min(0, ...strengths), flag(!isEnglish)],
  ]
}

const OPINION_FEATURES = [
  'no opinion words',
  'contrast',
  'rates well',
  'rates badly',
  'question',
  'first person',
  'third persons',
  'durations',
  'exclaims',
  'quotes',
  'polarity',
] as const
const OPINION_FEATURE_INDEXES = OPINION_FEATURES.map((name) => FEATURES.indexOf(name))

/**
 * Checks if a text has no sign of an opinion: no opinion words, and none of the other features. The model would return
 * its most frequent label for it.
 */
export const hasNoOpinion = (features: readonly number[]): boolean =>
  OPINION_FEATURE_INDEXES.every((index, i) => (i === 0 ? features[index] === 1 : Math.abs(features[index] ?? 0) < 0.05))
