import { stemOf, stemsOf } from '../text/stems.ts'
import { clampThousandths, type GradeCheck, thousandths } from './check.ts'
import type { Document, Sentence } from './document.ts'
import { DATED_SOURCE, EVIDENCE, overclaimsIn } from './evidence-words.ts'
import { localIds, sourcesIn } from './sources.ts'
import { wrongSums } from './sums.ts'

const QUANTITY =
  /(?:[$€£]\s?\d|\d[\d.,]*\s?(?:%|percent|per cent|ms|milliseconds?|s\b|seconds?|minutes?|min\b|hours?|h\b|days?|weeks?|months?|years?|[kmg]b\b|[km]?bytes?|requests?|users?|customers?|tickets?|errors?|orders?|usd|eur|euros?|dollars?|times|x\b|fold|qps|rps|tps|people|engineers|accounts|incidents)|\b\d+\s?(?:\/|:|of|in|out of)\s?\d+)/i
const COMPARATIVE =
  /\b(?:faster|slower|cheaper|better|worse|larger|smaller|higher|lower|more [a-z]+|less [a-z]+|fewer|safer|simpler|easier) than\b/i
const CAUSAL =
  /\b(?:because of|causes?|caused|leads? to|led to|results? in|resulted in|reduces?|reduced|increases?|increased|prevents?|prevented|improves?|improved|due to|drives?|eliminates?)\b/i

/** Matches plans, decisions and timeline entries, which need no source. */
const PLANNED_OR_TIMED =
  /^\W*(?:\d{1,2}[:.]\d\d\b|\[[ x]\])|\b(?:must|shall|will|should|needs? to|stop|measure:|fix:|action:|fewer than .*:|more than .*:|below .*:|above .*:|within|until)\b|(?:\b(?:below|above|at least|at most|not above|no more than|longer than|more than|less than|under|over)|[<>≤≥])\s?\d/i

/** Returns true for a statement that a reader could doubt: a quantity, a comparison or a cause. */
const isClaim = ({ text, kind }: Sentence): boolean =>
  kind !== 'heading' &&
  kind !== 'quote' &&
  !text.endsWith('?') &&
  !PLANNED_OR_TIMED.test(text) &&
  (QUANTITY.test(text) || COMPARATIVE.test(text) || CAUSAL.test(text))

const ASSUMED =
  /\b(?:assum(?:e|es|ed|ing|ption|ptions)|estimat(?:e|es|ed|ion)|expect(?:s|ed)?|forecast|guess|hypothes[ie]s|unverified|target|judge?ment|believes?|roughly|not tested|not tried|no data|careful|we think|unknown|not known|may be off|not sure)\b/i

const CALCULATED =
  /\b\d[\d,.]* (?:of|out of) (?:the |all )?\d|\b(?:mean|median|average)\b|[×÷*/+−-]\s?[$€£]?\d[\d,.]*[^.;]{0,20}=/i

const isBacked = (sentence: Sentence, ids: ReadonlySet<string>): boolean =>
  /\bassum/i.test(sentence.section) ||
  CALCULATED.test(sentence.text) ||
  EVIDENCE.test(sentence.text) ||
  DATED_SOURCE.test(sentence.text) ||
  ASSUMED.test(sentence.text) ||
  sourcesIn(sentence.text).some(({ isImpossible }) => !isImpossible) ||
  [...sentence.text.matchAll(/\b[A-Z]{1,4}-?\d{1,4}\b/g)].some(([id]) => ids.has(id))

interface Claims {
  readonly claims: readonly Sentence[]
  readonly unsupported: readonly Sentence[]
}

/** Returns the claims of a text, and those without a source or assumption in the same or the next sentence. */
const claimsOf = ({ sentences, text }: Document): Claims => {
  const ids = localIds(text)
  const claims: Sentence[] = []
  const unsupported: Sentence[] = []
  for (const [at, sentence] of sentences.entries()) {
    if (!isClaim(sentence)) continue
    claims.push(sentence)
    const next = sentences[at + 1]
    if (!isBacked(sentence, ids) && !(next && isBacked(next, ids))) unsupported.push(sentence)
  }
  return { claims, unsupported }
}

/** Adds virtual claims of a low value, because a few supported claims prove little. */
const VIRTUAL_CLAIMS = 2
const VIRTUAL_CLAIM_VALUE = 250
const SOURCES_REQUIRED = 4
const OVERCLAIM_COSTS = 250
const IMPOSSIBLE_COSTS = 340
const WHOLE = 1_000

export const claimsCheck = (document: Document): GradeCheck => {
  const { claims, unsupported } = claimsOf(document)
  const backed = claims.length - unsupported.length
  return {
    id: 'claims',
    dimension: 'Support',
    weight: 45,
    spans: unsupported.map(({ start, end }) => ({ start, end })),
    value: thousandths(backed * WHOLE + VIRTUAL_CLAIMS * VIRTUAL_CLAIM_VALUE, (claims.length + VIRTUAL_CLAIMS) * WHOLE),
    detail: `${backed} of ${claims.length} claims are supported`,
  }
}

/** Counts the sources of a text. Words of the request do not count: a runbook for log servers does not cite logs. */
export const sourcesCheck = ({ text }: Document, intent: string): GradeCheck => {
  const subject = new Set(stemsOf(intent))
  const sources = new Set(
    sourcesIn(text).flatMap(({ name, isImpossible }) => (isImpossible || subject.has(stemOf(name)) ? [] : [name])),
  )
  const ids = [...localIds(text)].filter((id) => !sources.has(id.toLowerCase()))
  return {
    id: 'sources',
    dimension: 'Support',
    weight: 30,
    spans: [],
    value: thousandths(2 * sources.size + ids.length, 2 * SOURCES_REQUIRED),
    detail: `${sources.size} sources, ${ids.length} local ids`,
  }
}

/**
 * Checks for overclaims and for citations that do not exist. In financial models, each wrong total counts as an
 * overclaim.
 */
export const soberCheck = ({ text, lines }: Document, isFinancial: boolean): GradeCheck => {
  const overclaims = overclaimsIn(text)
  const impossible = sourcesIn(text).filter(({ isImpossible }) => isImpossible)
  const sums = isFinancial ? wrongSums(lines) : []
  const cost = OVERCLAIM_COSTS * (overclaims.length + sums.length) + IMPOSSIBLE_COSTS * impossible.length
  const findings = [
    overclaims.length > 0 ? `${overclaims.length} promises that cannot be kept` : '',
    impossible.length > 0 ? `cites sources that do not exist: ${impossible.map(({ name }) => name).join(', ')}` : '',
    sums.length > 0 ? `${sums.length} wrong totals` : '',
  ].filter((each) => each !== '')
  return {
    id: 'sober',
    dimension: 'Support',
    weight: 25,
    value: clampThousandths(WHOLE - cost),
    detail: findings.join(', ') || 'no promise that cannot be kept',
    spans: [...impossible, ...sums, ...overclaims],
  }
}
