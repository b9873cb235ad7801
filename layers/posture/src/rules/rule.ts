import type { DataClass } from '../intake-values.ts'

/** A disqualifier refuses the intake unless it is recovered; a warning is only told. */
export type Severity = 'disqualifier' | 'warning'

/**
 * What is asked of a member. Its path is that of the payload, in which `[i]` and `*` are the element that the rule is at.
 * - `oneOf`, `noneOf`: the value is, or is not, among `values`.
 * - `says`: the text is among `values`, whatever its case and the spaces around it.
 * - `isPlaceholder`: the text names nobody (list `placeholders`).
 * - `below`, `atLeast`: the number against `limit`.
 * - `isEmpty`, `hasAny`, `onlyOf`: of a list; `onlyOf` asks that it holds something, and nothing but `values`.
 * - `notHandled`: the list holds a class that `dataHandled` lacks, `values` aside.
 * - `outside`: the place that the text names is none of the list `adequateJurisdictions`.
 * - `olderThan`: the day is missing, or more than `limit` days before the day of the verdict. `recent`: the opposite.
 * - `severeWithin`: of incidents whose severity is among `values`, `least` or more lie at most `limit` days back.
 * - `namesNoFinding`: the text is neither the id nor a path of a finding of the other rules.
 */
export type MemberTest =
  | { readonly member: string; readonly asks: 'oneOf' | 'noneOf'; readonly values: readonly (string | boolean)[] }
  | {
      readonly member: string
      readonly asks: 'says' | 'hasAny' | 'onlyOf' | 'notHandled'
      readonly values: readonly string[]
    }
  | { readonly member: string; readonly asks: 'below' | 'atLeast' | 'olderThan' | 'recent'; readonly limit: number }
  | { readonly member: string; readonly asks: 'isPlaceholder' | 'isEmpty' | 'outside' | 'namesNoFinding' }
  | {
      readonly member: string
      readonly asks: 'severeWithin'
      readonly values: readonly string[]
      readonly limit: number
      readonly least: number
    }

/** All that stands must hold. */
export interface Condition {
  readonly tests: readonly MemberTest[]
  readonly handles?: readonly DataClass[]
  readonly handlesNone?: readonly DataClass[]
}

export interface Mappings {
  readonly soc2: readonly string[]
  /** ISO/IEC 27001:2022, annex A. */
  readonly iso27001: readonly string[]
  /** NIST CSF 2.0. */
  readonly csf: readonly string[]
  readonly law: readonly string[]
}

export interface Rule {
  readonly id: string
  /** Where it looks: `[i]` stands for each element of a list, `*` for each entry. */
  readonly path: string
  readonly severity: Severity
  readonly isRecoverable: boolean
  readonly when: readonly Condition[]
  readonly description: string
  readonly remediation: string
  readonly mappings: Mappings
}
