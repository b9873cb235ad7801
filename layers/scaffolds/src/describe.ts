import { type Code, code } from './code.ts'
import type { Boundary, Decision, ThreatDraft } from './design.ts'

/** A threat: who does what, with which effect, how likely and how bad of 5, and what is done against it. */
export const threat = (
  key: string,
  source: Code,
  action: Code,
  impact: Code,
  [likelihood, impactScore]: readonly [number, number],
  mitigation: Code,
  prerequisites: Code = code`None`,
): ThreatDraft => ({ key, source, prerequisites, action, impact, likelihood, impactScore, mitigation })

export const answering = (answers: readonly string[], draft: ThreatDraft): ThreatDraft => ({ ...draft, answers })

/** Cells of a boundary; a letter that is left out is left to other parts. */
export const boundary = (key: string, name: Code, cells: Partial<Boundary['cells']>): Boundary => ({
  key,
  name,
  cells: { S: [], T: [], R: [], I: [], D: [], E: [], ...cells },
})

export const option = (name: Code, good: Code, bad: Code): Decision['options'][number] => ({ name, good, bad })
