import type { Finding } from './judge/judge-intake.ts'
import { folded } from './placeholders.ts'
import type { Intake } from './schemas.ts'

/** The findings of an intake. With the intake, elements of lists are known by what they are, instead of by their place. */
export interface JudgedIntake {
  readonly findings: readonly Finding[]
  readonly intake?: Intake
}

export interface IntakeDiff {
  readonly mended: readonly Finding[]
  readonly appeared: readonly Finding[]
  /** Those of the later that are open, and that the earlier has, open or recovered. */
  readonly stillOpen: readonly Finding[]
  readonly recovered: readonly Finding[]
}

/** What an element of a list is, whatever its place: a subprocessor moves up when another is removed. */
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
  return name === undefined ? path : `${list} ${folded(name)}`
}

/** Findings by rule and subject. Of the same rule about elements of one name, each is counted. */
const keyed = ({ findings, intake }: JudgedIntake): ReadonlyMap<string, Finding> => {
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
  // Without one of the intakes, places are all that both have.
  const isNamed = earlier.intake !== undefined && later.intake !== undefined
  const [before, after] = isNamed
    ? [keyed(earlier), keyed(later)]
    : [keyed({ findings: earlier.findings }), keyed({ findings: later.findings })]
  const open = [...after].filter(([, { recoveredBy }]) => recoveredBy === undefined)
  const findingsOf = (entries: readonly (readonly [string, Finding])[]) => entries.map(([, finding]) => finding)
  return {
    mended: findingsOf([...before].filter(([key]) => !after.has(key))),
    appeared: findingsOf(open.filter(([key]) => !before.has(key))),
    stillOpen: findingsOf(open.filter(([key]) => before.has(key))),
    recovered: [...after.values()].filter(({ recoveredBy }) => recoveredBy !== undefined),
  }
}
