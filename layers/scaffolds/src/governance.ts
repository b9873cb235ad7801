import type { Card } from '@signet/readings'
import type { Code } from './code.ts'
import type { Boundary, Case, Design, Level, Suite } from './design.ts'
import type { ClauseMatch } from './intention/match-clause.ts'
import { stemsOf } from './intention/stems.ts'
import type { Stride } from './stride.ts'

export interface Threat {
  readonly id: string
  readonly boundary: string
  readonly stride: Stride
  readonly source: string
  readonly prerequisites: string
  readonly action: string
  readonly impact: string
  readonly likelihood: number
  readonly impactScore: number
  readonly mitigation: string
  readonly testIds: readonly string[]
  readonly status: 'mitigated' | 'open'
  readonly card?: string
  /** ID of the threat of the design that covers this card. */
  readonly sameAs?: string
}

export interface NotApplicable {
  readonly boundary: string
  readonly stride: Stride
  readonly reason: string
}

export interface PlannedRequirement {
  readonly id: string
  readonly text: string
  readonly priority: 'P1' | 'P2' | 'P3'
  readonly source: 'pattern' | 'intention'
  /** For a clause of the intention: `partly` when requirements meet some of its words, `open` when none does. */
  readonly status: 'built' | 'partly' | 'open'
  /** For a clause: IDs of the requirements that meet it. The next four members are of its `ClauseMatch`. */
  readonly metBy?: readonly string[]
  readonly matched?: readonly string[]
  readonly unmatched?: readonly string[]
  readonly missing?: readonly string[]
  readonly different?: readonly string[]
  readonly testIds: readonly string[]
}

export interface PlannedCase {
  readonly id: string
  readonly level: Level
  readonly given: string
  readonly when: string
  readonly then: string
  readonly traces: readonly string[]
  readonly file: string
}

export interface PlannedSuite {
  readonly path: string
  readonly head: Code
  readonly cases: readonly { readonly planned: PlannedCase; readonly body: Code }[]
}

export interface Governance {
  readonly requirements: readonly PlannedRequirement[]
  readonly threats: readonly Threat[]
  readonly notApplicable: readonly NotApplicable[]
  readonly cases: readonly PlannedCase[]
  readonly suites: readonly PlannedSuite[]
}

/** A design that contradicts itself: a fault of a pattern, never of the caller. */
export class ScaffoldFault extends Error {
  constructor(faults: readonly string[]) {
    super(`The scaffold is inconsistent: ${faults.join('; ')}`)
    this.name = 'ScaffoldFault'
  }
}

const STRIDE: readonly Stride[] = ['S', 'T', 'R', 'I', 'D', 'E']
const requirementId = (index: number): string => `FR-${String(index + 1).padStart(3, '0')}`

interface Ids {
  readonly requirements: ReadonlyMap<string, string>
  readonly threats: ReadonlyMap<string, string>
}

const draftsOf = (boundaries: readonly Boundary[]) =>
  boundaries.flatMap((boundary) =>
    STRIDE.flatMap((stride) => {
      const cell = boundary.cells[stride]
      return typeof cell === 'string' ? [] : cell.map((draft) => ({ draft, stride, boundary }))
    }),
  )

const idsOf = (design: Design): Ids => ({
  requirements: new Map(design.requirements.map(({ key }, index) => [key, requirementId(index)])),
  threats: new Map(draftsOf(design.boundaries).map(({ draft }, index) => [draft.key, `T-${index + 1}`])),
})

const planSuites = (suites: readonly Suite[], ids: Ids): PlannedSuite[] => {
  let count = 0
  const traceOf = (key: string): string => {
    const id = ids.requirements.get(key) ?? ids.threats.get(key)
    if (id === undefined) throw new ScaffoldFault([`a test traces ${key}, which is neither a requirement nor a threat`])
    return id
  }
  const plan = ({ level, given, when, outcome, traces, body }: Case, file: string) => {
    count += 1
    // biome-ignore lint/suspicious/noThenProperty: the usual name of this field in test plans
    const planned = { id: `TC-${count}`, level, given, when, then: outcome, traces: traces.map(traceOf), file }
    return { planned, body }
  }
  return suites.map(({ path, head, cases }) => ({ path, head, cases: cases.map((each) => plan(each, path)) }))
}

const SCORES: Readonly<Record<Card['severity'], readonly [likelihood: number, impact: number]>> = {
  info: [1, 1],
  low: [2, 2],
  medium: [3, 3],
  high: [3, 4],
  critical: [4, 5],
}

/**
 * Converts a drawn card into a threat. If a threat of the design names the card, its mitigation and tests apply. All
 * other cards are open and appear among the open questions.
 */
const threatOfCard = (card: Card, id: string, answeringThreat: Threat | undefined, boundary: string): Threat => {
  const [likelihood, impactScore] = SCORES[card.severity]
  return {
    id,
    boundary: answeringThreat?.boundary ?? boundary,
    stride: card.stride ?? 'T',
    source: 'Drawn card',
    prerequisites: `Does not apply if ${card.not_when}`,
    action: card.title,
    impact: card.why,
    likelihood,
    impactScore,
    mitigation:
      answeringThreat?.mitigation ??
      `No test covers this card. Advice: ${card.advice.map((each) => each.do).join('; ')}`,
    testIds: answeringThreat?.testIds ?? [],
    status: answeringThreat === undefined ? 'open' : 'mitigated',
    card: card.id,
    ...(answeringThreat !== undefined && { sameAs: answeringThreat.id }),
  }
}

export interface MatchedClause extends ClauseMatch {
  readonly text: string
}

/** Returns the cases that contain words of a clause, or all cases if no case contains any. */
const casesMentioning = (matched: readonly string[], cases: readonly PlannedCase[]): readonly PlannedCase[] => {
  const stems = stemsOf(matched.join(' '))
  const isMentioned = ({ given, when, then }: PlannedCase): boolean =>
    [...stemsOf([given, when, then].join(' '))].some((stem) => stems.has(stem))
  const mentioned = cases.filter(isMentioned)
  return mentioned.length === 0 ? cases : mentioned
}

const requirementsOf = (
  design: Design,
  matchedClauses: readonly MatchedClause[],
  casesOf: (id: string) => readonly PlannedCase[],
): PlannedRequirement[] => {
  const testsOf = (id: string): string[] => casesOf(id).map((planned) => planned.id)
  const built = design.requirements.map(({ text, priority }, index): PlannedRequirement => {
    const id = requirementId(index)
    return { id, text, priority, source: 'pattern', status: 'built', testIds: testsOf(id) }
  })
  const idOf = new Map(design.requirements.map(({ key }, index) => [key, requirementId(index)]))
  const clauses = matchedClauses.map(({ text, keys, ...clauseMatch }, index): PlannedRequirement => {
    const metBy = keys.flatMap((key) => idOf.get(key) ?? [])
    const isFullyMet = [clauseMatch.unmatched, clauseMatch.missing, clauseMatch.different].every(
      (each) => each.length === 0,
    )
    const status = metBy.length === 0 ? 'open' : isFullyMet ? 'built' : 'partly'
    const id = requirementId(built.length + index)
    const metByCases = metBy.flatMap(casesOf)
    const testIds = (status === 'partly' ? casesMentioning(clauseMatch.matched, metByCases) : metByCases).map(
      (planned) => planned.id,
    )
    return { id, text, priority: 'P1', source: 'intention', status, metBy, ...clauseMatch, testIds }
  })
  return [...built, ...clauses.map((clause) => ({ ...clause, testIds: [...new Set(clause.testIds)] }))]
}

const withClauseTraces = (requirements: readonly PlannedRequirement[], planned: PlannedCase): PlannedCase => {
  const tracedClauses = requirements.filter(
    ({ source, testIds }) => source === 'intention' && testIds.includes(planned.id),
  )
  return { ...planned, traces: [...planned.traces, ...tracedClauses.map(({ id }) => id)] }
}

/**
 * Assigns IDs to requirements, threats and cases, and links them.
 * @throws ScaffoldFault for an unknown trace.
 */
export const governanceOf = (
  design: Design,
  cards: readonly Card[],
  matchedClauses: readonly MatchedClause[] = [],
): Governance => {
  const ids = idsOf(design)
  const plannedSuites = planSuites(design.suites, ids)
  const casesOf = (id: string): PlannedCase[] =>
    plannedSuites.flatMap(({ cases }) => cases.flatMap(({ planned }) => (planned.traces.includes(id) ? [planned] : [])))
  const testsOf = (id: string): string[] => casesOf(id).map((planned) => planned.id)
  const requirements = requirementsOf(design, matchedClauses, casesOf)
  const suites = plannedSuites.map((suite) => ({
    ...suite,
    cases: suite.cases.map((each) => ({ ...each, planned: withClauseTraces(requirements, each.planned) })),
  }))
  const drafts = draftsOf(design.boundaries)
  const designed = drafts.map(
    ({ draft: { key: _key, cardIds: _cardIds, ...draft }, stride, boundary }, index): Threat => {
      const id = `T-${index + 1}`
      return { id, boundary: boundary.name, stride, ...draft, testIds: testsOf(id), status: 'mitigated' }
    },
  )
  const threatAnswering = ({ id }: Card): Threat | undefined =>
    designed[drafts.findLastIndex(({ draft }) => draft.cardIds?.includes(id))]
  const threatCards = cards.filter(({ stride }) => stride !== undefined)
  const firstBoundary = design.boundaries[0]?.name ?? 'Service'
  const cardThreats = threatCards.map((card, index) =>
    threatOfCard(card, `T-${designed.length + index + 1}`, threatAnswering(card), firstBoundary),
  )
  return {
    requirements,
    threats: [...designed, ...cardThreats],
    notApplicable: design.boundaries.flatMap(({ name, cells }) =>
      STRIDE.flatMap((stride) => {
        const cell = cells[stride]
        if (typeof cell !== 'string') return cell.length === 0 ? [{ boundary: name, stride, reason: '' }] : []
        return [{ boundary: name, stride, reason: cell }]
      }),
    ),
    cases: suites.flatMap((suite) => suite.cases.map(({ planned }) => planned)),
    suites,
  }
}
