import type { Finding } from './judge/judge-intake.ts'
import { foldCase } from './placeholders.ts'
import type { Intake } from './schemas.ts'

/** The findings of an intake. With `intake`, list elements are matched by name instead of position. */
export interface JudgedIntake {
  readonly findings: readonly Finding[]
  readonly intake?: Intake
}

export interface IntakeDiff {
  readonly fixed: readonly Finding[]
  readonly appeared: readonly Finding[]
  /** Open findings of the later intake that the earlier intake also has, open or mitigated. */
  readonly stillOpen: readonly Finding[]
  readonly recovered: readonly Finding[]
}

/** The stable name of a list element; a subprocessor's index changes when another is removed. */
const elementName = (intake: Intake, list: string, nth: number): string | undefined => {
  switch (list) {
    case 'subprocessors':
      return intake.subprocessors[nth]?.name
    case 'incidentHistory':
      return intake.incidentHistory[nth]?.date
    case 'compensatingControls':
      return intake.compensatingControls[nth]?.gap
    default:
      return undefined
  }
}

const subjectOf = ({ path }: Finding, intake: Intake | undefined): string => {
  const [, list = '', nth = ''] = /^(\w+)\[(\d+)\]/.exec(path) ?? []
  const name = intake && elementName(intake, list, Number(nth))
  return name === undefined ? path : `${list} ${foldCase(name)}`
}

/** Findings by rule and subject. Findings of the same rule for equally named elements are numbered. */
const findingsByKey = ({ findings, intake }: JudgedIntake): ReadonlyMap<string, Finding> => {
  const counts = new Map<string, number>()
  return new Map(
    findings.map((finding) => {
      const key = JSON.stringify([finding.id, subjectOf(finding, intake)])
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return [`${key} ${count}`, finding]
    }),
  )
}

export const diffIntakes = (earlier: JudgedIntake, later: JudgedIntake): IntakeDiff => {
  // If one of the intakes is missing, elements can only be matched by position.
  const isNamed = earlier.intake !== undefined && later.intake !== undefined
  const [before, after] = isNamed
    ? [findingsByKey(earlier), findingsByKey(later)]
    : [findingsByKey({ findings: earlier.findings }), findingsByKey({ findings: later.findings })]
  const open = [...after].filter(([, { recoveredBy }]) => recoveredBy === undefined)
  const findingsOf = (entries: readonly (readonly [string, Finding])[]) => entries.map(([, finding]) => finding)
  return {
    fixed: findingsOf([...before].filter(([key]) => !after.has(key))),
    appeared: findingsOf(open.filter(([key]) => !before.has(key))),
    stillOpen: findingsOf(open.filter(([key]) => before.has(key))),
    recovered: [...after.values()].filter(({ recoveredBy }) => recoveredBy !== undefined),
  }
}
