import type { DataClass } from '../intake-values.ts'

/** A disqualifier causes a refusal unless a compensating control mitigates it. A warning is only reported. */
export type Severity = 'disqualifier' | 'warning'

/**
 * A test of a field. `member` is its path in the payload; `[i]` and `*` refer to the rule's current element.
 * - `oneOf`, `noneOf`: the value is, or is not, among `values`.
 * - `says`: the text is among `values`, ignoring case and surrounding spaces.
 * - `isPlaceholder`: the text does not name an owner (list `placeholders`).
 * - `below`, `atLeast`: compares the number with `limit`.
 * - `isEmpty`, `hasAny`, `onlyOf`: tests a list; `onlyOf` requires a nonempty list with nothing but `values`.
 * - `notHandled`: the list has a class that `dataHandled` lacks, except `values`.
 * - `outside`: the text names a place that is not in the list `adequateJurisdictions`.
 * - `olderThan`: the day is missing, or more than `limit` days before the day of the verdict. `recent`: the opposite.
 * - `severeWithin`: `least` or more incidents with a severity among `values` occurred within the last `limit` days.
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

/** A condition. It is true if all tests pass, a class of `handles` is handled, and no class of `handlesNone` is. */
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
  /** Path that the rule examines: `[i]` means each element of a list, `*` each entry. */
  readonly path: string
  readonly severity: Severity
  readonly isRecoverable: boolean
  readonly when: readonly Condition[]
  readonly description: string
  readonly remediation: string
  readonly mappings: Mappings
}
