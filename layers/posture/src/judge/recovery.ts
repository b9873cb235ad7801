import { foldCase, isPlaceholder } from '../placeholders.ts'
import { MITIGATION_MIN } from '../rules/ciso-rules.ts'
import type { Rule } from '../rules/rule.ts'
import type { Intake } from '../schemas.ts'

export interface Recovery {
  readonly gap: string
  readonly owner: string
}

export const namesOf = ({ id, path }: Pick<Rule, 'id' | 'path'>, at: string): readonly string[] =>
  [id, path, at].map(foldCase)

type Control = Intake['compensatingControls'][number]

/** Number of visible characters; format characters without width are not counted. */
const lengthOf = (text: string): number => [...text.replaceAll(/\p{Cf}/gu, '').trim()].length

const isEnough = ({ mitigation, owner }: Control): boolean =>
  lengthOf(mitigation) >= MITIGATION_MIN && !isPlaceholder(owner)

export const recoveryOf = (rule: Rule, at: string, controls: readonly Control[]): Recovery | undefined => {
  if (!rule.isRecoverable) return undefined
  const names = namesOf(rule, at)
  const control = controls.find((given) => names.includes(foldCase(given.gap)) && isEnough(given))
  return control && { gap: control.gap.trim(), owner: control.owner.trim() }
}
