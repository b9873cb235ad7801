import { type Code, code } from './code.ts'
import type { Boundary, Decision, ThreatDraft } from './design.ts'

/** Builds a threat: who does what, with which effect, its likelihood and impact from 1 to 5, and the mitigation. */
export const threat = (
  key: string,
  source: Code,
  action: Code,
  impact: Code,
  [likelihood, impactScore]: readonly [number, number],
  mitigation: Code,
  prerequisites: Code = code`None`,
): ThreatDraft => ({ key, source, prerequisites, action, impact, likelihood, impactScore, mitigation })

/** Adds the IDs of the cards that describe a threat. */
export const withCardIds = (cardIds: readonly string[], draft: ThreatDraft): ThreatDraft => ({ ...draft, cardIds })

/** Builds a boundary. Other parts fill the STRIDE letters that are omitted here. */
export const boundary = (key: string, name: Code, cells: Partial<Boundary['cells']>): Boundary => ({
  key,
  name,
  cells: { S: [], T: [], R: [], I: [], D: [], E: [], ...cells },
})

export const option = (name: Code, good: Code, bad: Code): Decision['options'][number] => ({ name, good, bad })
