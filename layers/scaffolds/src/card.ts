/** Letter of STRIDE: spoofing, tampering, repudiation, information disclosure, denial of service, elevation of privilege. */
export type Stride = 'S' | 'T' | 'R' | 'I' | 'D' | 'E'

/** A card of a deck (runtime.md 2), as a draw gives it. Conditions are not read here: who draws has decided them. */
export interface Card {
  readonly id: string
  readonly title: string
  readonly element: 'people' | 'process' | 'technology' | 'data' | 'money' | 'risk'
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
  readonly stride?: Stride
  readonly phase?: 'design' | 'build' | 'launch' | 'run' | 'retire'
  readonly tags?: readonly string[]
  readonly tells?: readonly string[]
  readonly when?: string
  readonly must?: boolean
  readonly base?: number
  readonly question: string
  readonly why: string
  readonly advice: readonly { readonly do: string; readonly owner: string; readonly done_when: string }[]
  readonly check: { readonly test: string; readonly level: 'unit' | 'integration' | 'e2e' | 'review' | 'metric' }
  readonly evidence: readonly string[]
  readonly not_when?: string
  readonly refs?: readonly { readonly id: string; readonly url?: string }[]
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}
