import type { Span } from './document.ts'

export type Dimension = 'TaskFit' | 'Support' | 'Actionability'

export interface GradeCheck {
  readonly id: string
  readonly dimension: Dimension
  /** Thousandths, 0 to 1000. */
  readonly value: number
  /** Share of its dimension, in hundredths. */
  readonly weight: number
  readonly detail: string
  /** Positions in the text, at most eight. */
  readonly spans: readonly Span[]
}

const SPANS_MAX = 8
const WHOLE = 1_000

export const thousandths = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.max(0, Math.min(WHOLE, Math.floor((WHOLE * part) / whole)))

export const multiplyThousandths = (a: number, b: number): number => Math.floor((a * b) / WHOLE)

export const limitSpans = (check: GradeCheck): GradeCheck => ({ ...check, spans: check.spans.slice(0, SPANS_MAX) })

export const clampThousandths = (value: number): number => Math.max(0, Math.min(WHOLE, value))
