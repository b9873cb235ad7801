import { createHash } from 'node:crypto'
import type { Label } from '../../lambdas/sentiment/contract/event.ts'
import { calibrated } from '../../lambdas/sentiment/scoring/calibration.ts'

/** A text that a person has labelled as positive or negative, and the scorer's result. */
export interface Told {
  readonly text: string
  readonly label: 'POSITIVE' | 'NEGATIVE'
  readonly strength: number
  readonly score: number
  readonly isRight: boolean
}

interface Step {
  readonly from: number
  readonly count: number
  readonly right: number
}

/** Strength is counted by tenths. */
const TENTHS = Array.from({ length: 11 }, (_, i) => i / 10)
/** A share with a larger standard error is no step of its own. */
const STANDARD_ERROR_MAX = 0.05

/** Whether the table is made with this sentence; the others judge it. The same sentence is always in the same half. */
const isForFit = ({ text }: Told): boolean => (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0

/** How often it is right, by the rule of succession: a few that are all right are not sure. */
const shareOf = ({ right, count }: Step): number => (right + 1) / (count + 2)

const isSureEnough = (step: Step): boolean =>
  Math.sqrt((shareOf(step) * (1 - shareOf(step))) / (step.count + 2)) <= STANDARD_ERROR_MAX

const joined = (a: Step, b: Step): Step => ({ from: a.from, count: a.count + b.count, right: a.right + b.right })

/** Puts a step at the end; the one before joins it where it is too small, or no less right. */
const appended = (steps: readonly Step[], step: Step): readonly Step[] => {
  const before = steps.at(-1)
  if (!before || (isSureEnough(before) && shareOf(before) < shareOf(step))) return [...steps, step]
  return appended(steps.slice(0, -1), joined(before, step))
}

/** Steps that rise, none of them too small (pool adjacent violators). */
const risingSteps = (told: readonly Told[]): readonly Step[] => {
  const tenths = TENTHS.map((from, i) => {
    const to = TENTHS[i + 1] ?? Number.POSITIVE_INFINITY
    const own = told.filter(({ strength }) => strength >= from && strength < to)
    return { from, count: own.length, right: own.filter(({ isRight }) => isRight).length }
  })
  const steps = tenths.reduce<readonly Step[]>(appended, [])
  const last = steps.at(-1)
  return last && !isSureEnough(last) ? steps.slice(0, -2).concat(joined(steps.at(-2) ?? last, last)) : steps
}

const rounded = (share: number): number => Math.round(share * 100) / 100

/** How often labels of each score are right, and the mean distance of the two, weighted by how many there are. */
const judged = (told: readonly Told[]) => {
  const groups = [...Map.groupBy(told, ({ label, score }) => `${label} ${score}`)].sort()
  const scores = groups.map(([name, group]) => {
    const right = group.filter(({ isRight }) => isRight).length
    const off = Math.abs(group.reduce((sum, { score }) => sum + score, 0) - right)
    return { off, said: `${name} is ${(right / group.length).toFixed(2)} of ${group.length}` }
  })
  const error = scores.reduce((sum, { off }) => sum + off, 0) / told.length
  return { error, said: `${error.toFixed(4)} over ${told.length}: ${scores.map(({ said }) => said).join(', ')}` }
}

const LABELS: readonly Label[] = ['POSITIVE', 'NEGATIVE']

/**
 * The deviation of the scorer's table from the one that each half of the sentences would give, and its error in each
 * half.
 */
export const judgedCalibration = (told: readonly Told[]) => {
  const { fit = [], judge = [] } = Object.groupBy(told, (each) => (isForFit(each) ? 'fit' : 'judge'))
  const tables = LABELS.map((label) => {
    const steps = risingSteps(fit.filter((each) => each.label === label))
    const shares = steps.map((step) => [step.from, rounded(shareOf(step))] as const)
    return { label, steps: shares.filter(([, share], i) => share !== shares[i - 1]?.[1]) }
  })
  const distances = tables.flatMap(({ label, steps }) =>
    TENTHS.map((tenth) => {
      const right = steps.findLast(([from]) => tenth >= from)?.[1] ?? Number.NaN
      return Math.abs(calibrated(label, tenth, undefined) - right)
    }),
  )
  const written = tables.map(({ label, steps }) => `${label} ${steps.map((step) => step.join(': ')).join(', ')}`)
  return { distance: Math.max(...distances), table: written.join('; '), own: judged(fit), heldOut: judged(judge) }
}
