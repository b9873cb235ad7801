import { foldCase, isPlaceholder } from '../placeholders.ts'
import { MITIGATION_MIN } from '../rules/ciso-rules.ts'
import type { Rule } from '../rules/rule.ts'
import type { Intake } from '../schemas.ts'

export interface Recovery {
  readonly gap: string
  readonly owner: string
}

/** Returns the names by which a compensating control can refer to a finding, in lowercase. */
export const namesOf = ({ id, path }: Pick<Rule, 'id' | 'path'>, findingPath: string): readonly string[] =>
  [id, path, findingPath].map(foldCase)

type Control = Intake['compensatingControls'][number]

/** Number of visible characters; format characters without width are not counted. */
const lengthOf = (text: string): number => [...text.replaceAll(/\p{Cf}/gu, '').trim()].length

const isValidControl = ({ mitigation, owner }: Control): boolean =>
  lengthOf(mitigation) >= MITIGATION_MIN && !isPlaceholder(owner)

export const recoveryOf = (rule: Rule, findingPath: string, controls: readonly Control[]): Recovery | undefined => {
  if (!rule.isRecoverable) return undefined
  const names = namesOf(rule, findingPath)
  const control = controls.find((candidate) => names.includes(foldCase(candidate.gap)) && isValidControl(candidate))
  return control && { gap: control.gap.trim(), owner: control.owner.trim() }
}
