import { requireDay } from '../days.ts'
import { CISO_RULES } from '../rules/ciso-rules.ts'
import type { Rule, Severity } from '../rules/rule.ts'
import type { Intake } from '../schemas.ts'
import { anyMatches, type ConditionScope } from './conditions.ts'
import { namesOf, type Recovery, recoveryOf } from './recovery.ts'
import { elementPathsOf } from './rule-paths.ts'

export interface Finding {
  /** Id of the rule, such as `SUB-02`. */
  readonly id: string
  /** Path in the intake, such as `subprocessors[2].dpaSigned`. */
  readonly path: string
  readonly severity: Severity
  readonly description: string
  readonly remediation: string
  readonly recoveredBy?: Recovery
}

export interface Verdict {
  readonly isRefused: boolean
  readonly summary: string
  /** In the order of the rules, then of the intake's elements. */
  readonly findings: readonly Finding[]
  readonly unrecovered: readonly string[]
}

interface RuleMatch {
  readonly rule: Rule
  readonly path: string
}

/** Rules about compensating controls read the findings of all other rules, including later ones. */
const dependsOnFindings = ({ when }: Rule): boolean =>
  when.some(({ tests }) => tests.some(({ asks }) => asks === 'namesNoFinding'))

const matchesOf = (rule: Rule, scope: ConditionScope): readonly RuleMatch[] =>
  elementPathsOf(scope.intake, rule.path)
    .filter((rulePath) => anyMatches(rule.when, rulePath, scope))
    .map(({ path }) => ({ rule, path }))

const allMatches = (intake: Intake, asOf: string): readonly RuleMatch[] => {
  const scope = { intake, asOf, names: new Set<string>() }
  const independentMatches = CISO_RULES.filter((rule) => !dependsOnFindings(rule)).flatMap((rule) =>
    matchesOf(rule, scope),
  )
  const names = new Set(independentMatches.flatMap(({ rule, path }) => namesOf(rule, path)))
  return CISO_RULES.flatMap((rule) =>
    dependsOnFindings(rule)
      ? matchesOf(rule, { ...scope, names })
      : independentMatches.filter((match) => match.rule === rule),
  )
}

const findingOf = ({ rule, path }: RuleMatch, { compensatingControls }: Intake): Finding => {
  const { id, severity, description, remediation } = rule
  const recoveredBy = recoveryOf(rule, path, compensatingControls)
  return { id, path, severity, description, remediation, ...(recoveredBy && { recoveredBy }) }
}

const isOpenDisqualifier = ({ severity, recoveredBy }: Finding): boolean =>
  severity === 'disqualifier' && recoveredBy === undefined

const countOf = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`

const summaryOf = (findings: readonly Finding[]): string => {
  const open = findings.filter(isOpenDisqualifier).length
  const recovered = findings.filter(({ recoveredBy }) => recoveredBy !== undefined).length
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  const outcome = open > 0 ? 'The intake is refused' : 'The intake is accepted'
  return `${outcome} with ${countOf(open, 'open disqualifier')}, ${countOf(recovered, 'mitigated disqualifier')} and ${countOf(warnings, 'warning')}.`
}

/**
 * Judges an intake by `ciso-rules@2026.11.1`: refuses it if no compensating control mitigates a disqualifier.
 * The same intake and day give the same bytes, regardless of the order of fields. One finding per rule and element.
 * @param intake an intake without faults by its schema and `intakeFaults`
 * @param asOf the server's date, YYYY-MM-DD, which the receipt states
 * @throws RangeError for an invalid date
 */
export const judgeIntake = (intake: Intake, asOf: string): Verdict => {
  requireDay(asOf, 'asOf')
  const findings = allMatches(intake, asOf).map((match) => findingOf(match, intake))
  const unrecovered = [...new Set(findings.filter(isOpenDisqualifier).map(({ id }) => id))]
  return { isRefused: unrecovered.length > 0, summary: summaryOf(findings), findings, unrecovered }
}
