import { invalid } from '../http/problem.ts'

/** The facts about a $noun that rules evaluate. */
export interface $EntityCase {
  readonly amountCents: number
  readonly quantity: number
  /** Days since the first $noun of this customer. */
  readonly ageDays: number
}

export interface Assessment {
  readonly outcome: 'accept' | 'review' | 'refuse'
  /** From 0 to 100. Higher is riskier. */
  readonly score: number
  /** IDs of the rules that applied, highest weight first. */
  readonly reasons: readonly string[]
}

interface Rule {
  readonly id: string
  readonly weight: number
  readonly applies: (facts: $EntityCase) => boolean
}

/** The rules, one per line. Give a changed rule a new ID, so that older results remain explainable. */
export const RULES: readonly Rule[] = [
  { id: 'amount-above-5000', weight: 50, applies: ({ amountCents }) => amountCents > 500_000 },
  { id: 'first-week', weight: 30, applies: ({ ageDays }) => ageDays < 7 },
  { id: 'many-at-once', weight: 20, applies: ({ quantity }) => quantity >= 100 },
]

const integer = (body: Readonly<Record<string, unknown>>, field: string, min: number, max: number): number => {
  const value = body[field]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw invalid(field, `${field} must be an integer from ${min} to ${max}`)
  return value
}

/** @throws Problem 400 with the name of the field. */
export const read$EntityCase = (body: Readonly<Record<string, unknown>>): $EntityCase => ({
  amountCents: integer(body, 'amount_cents', 0, 1_000_000_000),
  quantity: integer(body, 'quantity', 1, 100_000),
  ageDays: integer(body, 'age_days', 0, 36_500),
})

/** Assesses a case. The same case always has the same result. */
export const assess$Entity = (facts: $EntityCase): Assessment => {
  const applied = RULES.filter(({ applies }) => applies(facts)).toSorted((a, b) => b.weight - a.weight)
  const score = Math.min(
    100,
    applied.reduce((sum, { weight }) => sum + weight, 0),
  )
  const outcome = score >= 80 ? 'refuse' : score >= 50 ? 'review' : 'accept'
  return { outcome, score, reasons: applied.map(({ id }) => id) }
}
