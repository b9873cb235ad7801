import type { Card } from '@signet/readings'
import type { Code } from './code.ts'
import type { Boundary, Case, Design, Level, Suite } from './design.ts'
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
  /** Of a card: its id. */
  readonly card?: string
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
  /** A pattern's, or the intention itself. */
  readonly source: string
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

/** Everything that governs a scaffold, with ids that stand in its documents and in its tests. */
export interface Governance {
  readonly requirements: readonly PlannedRequirement[]
  readonly threats: readonly Threat[]
  readonly notApplicable: readonly NotApplicable[]
  readonly cases: readonly PlannedCase[]
  readonly suites: readonly PlannedSuite[]
}

/** A design that contradicts itself. It is our fault, never the caller's. */
export class ScaffoldFault extends Error {
  constructor(faults: readonly string[]) {
    super(`The scaffold has holes: ${faults.join('; ')}`)
    this.name = 'ScaffoldFault'
  }
}

const STRIDE: readonly Stride[] = ['S', 'T', 'R', 'I', 'D', 'E']
const requirementId = (at: number): string => `FR-${String(at + 1).padStart(3, '0')}`

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
  requirements: new Map(design.requirements.map(({ key }, at) => [key, requirementId(at)])),
  threats: new Map(draftsOf(design.boundaries).map(({ draft }, at) => [draft.key, `T-${at + 1}`])),
})

const planSuites = (suites: readonly Suite[], ids: Ids): PlannedSuite[] => {
  let count = 0
  const traceOf = (key: string): string => {
    const id = ids.requirements.get(key) ?? ids.threats.get(key)
    if (id === undefined) throw new ScaffoldFault([`a test traces ${key}, which is neither requirement nor threat`])
    return id
  }
  const plan = ({ level, given, when, outcome, traces, body }: Case, file: string) => {
    count += 1
    // biome-ignore lint/suspicious/noThenProperty: a member of the plan, by its name in the field
    const planned = { id: `TC-${count}`, level, given, when, then: outcome, traces: traces.map(traceOf), file }
    return { planned, body }
  }
  return suites.map(({ path, head, cases }) => ({ path, head, cases: cases.map((each) => plan(each, path)) }))
}

/** Words of a text that can be compared. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 3)
      .map((word) => word.replace(/(?:ies|es|s|ed|ing)$/, '')),
  )

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((word) => b.has(word)).length

/** The threat of the design that a card speaks of: the same letter, and the most words in common, two at least. */
const kinOf = (card: Card, threats: readonly Threat[]): Threat | undefined => {
  const words = wordsOf([card.title, ...card.tells, card.question, card.check.test].join(' '))
  const kin = threats
    .filter(({ stride }) => stride === card.stride)
    .map((threat) => ({
      threat,
      score: shared(words, wordsOf(`${threat.source} ${threat.action} ${threat.mitigation}`)),
    }))
    .toSorted((a, b) => b.score - a.score)
  return kin[0] !== undefined && kin[0].score >= 2 ? kin[0].threat : undefined
}

const SCORES: Readonly<Record<Card['severity'], readonly [likelihood: number, impact: number]>> = {
  info: [1, 1],
  low: [2, 2],
  medium: [3, 3],
  high: [3, 4],
  critical: [4, 5],
}

/** A drawn card as a threat. What our tests do not show is open, and stands among the open questions. */
const threatOfCard = (card: Card, id: string, threats: readonly Threat[], boundary: string): Threat => {
  const kin = kinOf(card, threats)
  const [likelihood, impactScore] = SCORES[card.severity]
  return {
    ...{ id, boundary: kin?.boundary ?? boundary, stride: card.stride ?? 'T' },
    ...{
      source: 'Drawn from the deck',
      prerequisites: `Not where ${card.not_when}`,
    },
    ...{ action: card.title, impact: card.why, likelihood, impactScore },
    mitigation: card.advice.map((each) => each.do).join('; '),
    ...{ testIds: kin?.testIds ?? [], status: kin === undefined ? 'open' : 'mitigated', card: card.id },
  }
}

/** Requirements, threats and cases with their ids and the traces between them. @throws ScaffoldFault for an unknown trace. */
export const governanceOf = (design: Design, cards: readonly Card[]): Governance => {
  const ids = idsOf(design)
  const suites = planSuites(design.suites, ids)
  const cases = suites.flatMap((suite) => suite.cases.map(({ planned }) => planned))
  const testsOf = (id: string): string[] => cases.flatMap((each) => (each.traces.includes(id) ? [each.id] : []))
  const designed = draftsOf(design.boundaries).map(
    ({ draft: { key: _key, ...draft }, stride, boundary }, at): Threat => {
      const id = `T-${at + 1}`
      return { id, boundary: boundary.name, stride, ...draft, testIds: testsOf(id), status: 'mitigated' }
    },
  )
  const threatCards = cards.filter(({ stride }) => stride !== undefined)
  const first = design.boundaries[0]?.name ?? 'Service'
  const drawn = threatCards.map((card, at) => threatOfCard(card, `T-${designed.length + at + 1}`, designed, first))
  return {
    requirements: design.requirements.map(({ text, priority }, at) => {
      const id = requirementId(at)
      return { id, text, priority, source: 'pattern', testIds: testsOf(id) }
    }),
    threats: [...designed, ...drawn],
    notApplicable: design.boundaries.flatMap(({ name, cells }) =>
      STRIDE.flatMap((stride) => {
        const cell = cells[stride]
        if (typeof cell !== 'string') return cell.length === 0 ? [{ boundary: name, stride, reason: '' }] : []
        return [{ boundary: name, stride, reason: cell as string }]
      }),
    ),
    cases,
    suites,
  }
}
