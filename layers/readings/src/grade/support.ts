import { type GradeCheck, thousandths, within } from './check.ts'
import { claimsOf } from './claims.ts'
import type { Document } from './document.ts'
import { overclaimsIn } from './overclaims.ts'
import { localIds, sourcesIn } from './sources.ts'
import { wrongSums } from './sums.ts'

const FEW_CLAIMS = 2
const FEW_VALUE = 250
const SOURCES_ENOUGH = 4
const [OVERCLAIM_COSTS, IMPOSSIBLE_COSTS, WHOLE] = [250, 340, 1_000]

/** The share of claims that say what they stand on. */
export const claimsCheck = (document: Document): GradeCheck => {
  const { claims, bare } = claimsOf(document)
  const backed = claims.length - bare.length
  return {
    ...{ id: 'claims', dimension: 'Support', weight: 45, spans: bare.map(({ start, end }) => ({ start, end })) },
    value: claims.length < FEW_CLAIMS ? FEW_VALUE : thousandths(backed, claims.length),
    detail: `${backed} of ${claims.length} claims say what they stand on`,
  }
}

/** How many things the text leans on. */
export const sourcesCheck = ({ text }: Document): GradeCheck => {
  const sources = new Set(sourcesIn(text).flatMap(({ name, isImpossible }) => (isImpossible ? [] : [name])))
  const ids = [...localIds(text)].filter((id) => !sources.has(id.toLowerCase()))
  return {
    ...{ id: 'sources', dimension: 'Support', weight: 30, spans: [] },
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
    ...{ id: 'sober', dimension: 'Support', weight: 25, value: within(WHOLE - costs) },
    ...{ detail: said.join(', ') || 'promises what can be kept', spans: [...impossible, ...sums, ...overclaims] },
  }
}
