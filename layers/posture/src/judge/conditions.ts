import { daysBetween } from '../days.ts'
import { isAdequate } from '../jurisdictions.ts'
import { foldCase, isPlaceholder } from '../placeholders.ts'
import type { Condition, MemberTest } from '../rules/rule.ts'
import type { Intake } from '../schemas.ts'
import { fieldAt, type RulePath } from './rule-paths.ts'

export interface ConditionScope {
  readonly intake: Intake
  /** The day of the verdict, YYYY-MM-DD. */
  readonly asOf: string
  readonly names: ReadonlySet<string>
}

const isOlder = (day: unknown, limit: number, asOf: string): boolean =>
  day === undefined || daysBetween(day as string, asOf) > limit

type Incident = Intake['incidentHistory'][number]

const severeIncidents = (incidents: readonly Incident[], severities: readonly string[], days: number, asOf: string) =>
  incidents.filter(({ date, severity }) => severities.includes(severity) && daysBetween(date, asOf) <= days)

const passes = (value: unknown, test: MemberTest, { intake, asOf, names }: ConditionScope): boolean => {
  switch (test.asks) {
    case 'oneOf':
      return test.values.includes(value as string | boolean)
    case 'noneOf':
      return !test.values.includes(value as string | boolean)
    case 'says':
      return test.values.includes(foldCase(value as string))
    case 'isPlaceholder':
      return isPlaceholder(value as string)
    case 'below':
      return (value as number) < test.limit
    case 'atLeast':
      return (value as number) >= test.limit
    case 'isEmpty':
      return (value as readonly unknown[]).length === 0
    case 'hasAny':
      return (value as readonly string[]).some((one) => test.values.includes(one))
    case 'onlyOf':
      return (
        (value as readonly string[]).length > 0 &&
        (value as readonly string[]).every((one) => test.values.includes(one))
      )
    case 'notHandled': {
      const listed = [...test.values, ...intake.dataHandled]
      return (value as readonly string[]).some((one) => !listed.includes(one))
    }
    case 'outside':
      return !isAdequate(value as string)
    case 'olderThan':
      return isOlder(value, test.limit, asOf)
    case 'recent':
      return !isOlder(value, test.limit, asOf)
    case 'severeWithin':
      return severeIncidents(value as readonly Incident[], test.values, test.limit, asOf).length >= test.least
    case 'namesNoFinding':
      return !names.has(foldCase(value as string))
  }
}

const isConditionMet = (
  { tests, handles, handlesNone }: Condition,
  rulePath: RulePath,
  scope: ConditionScope,
): boolean => {
  const { dataHandled } = scope.intake
  const isHandled = handles === undefined || handles.some((name) => dataHandled.includes(name))
  const hasNoneOf = handlesNone === undefined || !handlesNone.some((name) => dataHandled.includes(name))
  return (
    isHandled && hasNoneOf && tests.every((test) => passes(fieldAt(scope.intake, test.member, rulePath), test, scope))
  )
}

export const anyMatches = (conditions: readonly Condition[], rulePath: RulePath, scope: ConditionScope): boolean =>
  conditions.some((condition) => isConditionMet(condition, rulePath, scope))
