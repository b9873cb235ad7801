import { stemOf, stemsOf } from '../text/stems.ts'
import { type GradeCheck, thousandths, within } from './check.ts'
import { claimsOf } from './claims.ts'
import type { Document } from './document.ts'
import { overclaimsIn } from './overclaims.ts'
import { localIds, sourcesIn } from './sources.ts'
import { wrongSums } from './sums.ts'

/** Few claims tell little: as if there were two more, which are worth this. */
const UNSEEN_CLAIMS = 2
const UNSEEN_VALUE = 250
const SOURCES_ENOUGH = 4
const OVERCLAIM_COSTS = 250
const IMPOSSIBLE_COSTS = 340
const WHOLE = 1_000

export const claimsCheck = (document: Document): GradeCheck => {
  const { claims, bare } = claimsOf(document)
  const backed = claims.length - bare.length
  return {
    id: 'claims',
    dimension: 'Support',
    weight: 45,
    spans: bare.map(({ start, end }) => ({ start, end })),
    value: thousandths(backed * WHOLE + UNSEEN_CLAIMS * UNSEEN_VALUE, (claims.length + UNSEEN_CLAIMS) * WHOLE),
    detail: `${backed} of ${claims.length} claims say what they stand on`,
  }
}

/** How many things the text leans on. Words of its subject are none: a runbook of log servers does not lean on logs. */
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
    value: thousandths(2 * sources.size + ids.length, 2 * SOURCES_ENOUGH),
    detail: `${sources.size} sources, ${ids.length} ids of its own`,
  }
}

/** Whether it promises no more than anybody can keep, and cites what exists. Sums that do not add up count as promises. */
export const soberCheck = ({ text, lines }: Document, isFinancial: boolean): GradeCheck => {
  const overclaims = overclaimsIn(text)
  const impossible = sourcesIn(text).filter(({ isImpossible }) => isImpossible)
  const sums = isFinancial ? wrongSums(lines) : []
  const costs = OVERCLAIM_COSTS * (overclaims.length + sums.length) + IMPOSSIBLE_COSTS * impossible.length
  const said = [
    overclaims.length > 0 ? `${overclaims.length} promises that nobody can keep` : '',
    impossible.length > 0 ? `cites what does not exist: ${impossible.map(({ name }) => name).join(', ')}` : '',
    sums.length > 0 ? `${sums.length} sums that do not add up` : '',
  ].filter((each) => each !== '')
  return {
    id: 'sober',
    dimension: 'Support',
    weight: 25,
    value: within(WHOLE - costs),
    detail: said.join(', ') || 'promises what can be kept',
    spans: [...impossible, ...sums, ...overclaims],
  }
}
