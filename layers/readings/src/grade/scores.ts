import type { Dimension, GradeCheck } from './check.ts'
import { clampThousandths, multiplyThousandths } from './check.ts'

/** Thousandths. */
export type Scores = Readonly<Record<Dimension, number>>

const WHOLE = 1_000
/**
 * Apply below this coverage of the request. `taskFit` is the maximum of that score, `actionability` the share of that
 * score that remains.
 */
const OFF_TOPIC = { coverage: 200, taskFit: 300, actionability: 400 }
const WEAKLY_RELATED = { coverage: 400, taskFit: 650 }
/** Maximum by which the aggregate exceeds the lowest dimension. */
const AGGREGATE_ABOVE_LOWEST = 400
/** Limits the aggregate to 1.2 times the task fit, so that a good text for another task gets a low score. */
const AGGREGATE_TO_TASK_FIT = 1_200

const weighted = (checks: readonly GradeCheck[], dimension: Dimension): number =>
  Math.floor(
    checks
      .filter((check) => check.dimension === dimension)
      .reduce((sum, { value, weight }) => sum + value * weight, 0) / 100,
  )

const checkValue = (checks: readonly GradeCheck[], id: string): number =>
  checks.find((check) => check.id === id)?.value ?? WHOLE

/** Share of the other checks' score that a text without any required part gets. */
const NO_PARTS_SHARE = 500

const taskFitOf = (checks: readonly GradeCheck[]): number => {
  const parts = checks.filter(({ id }) => id === 'parts')
  const otherChecks = checks.filter(({ id }) => id !== 'parts')
  const factor = NO_PARTS_SHARE + multiplyThousandths(WHOLE - NO_PARTS_SHARE, checkValue(checks, 'parts'))
  return weighted(parts, 'TaskFit') + multiplyThousandths(weighted(otherChecks, 'TaskFit'), factor)
}

/** Share of the `sober` score that remains for a text without sources and supported claims. */
const UNSUPPORTED_SHARE = 500

const supportOf = (checks: readonly GradeCheck[]): number => {
  // 250 is the value of `claims` for a text without claims.
  const isUnsupported = checkValue(checks, 'sources') === 0 && checkValue(checks, 'claims') <= 250
  const sober = checks.filter(({ id }) => id === 'sober')
  const otherChecks = checks.filter(({ id }) => id !== 'sober')
  const soberScore = weighted(sober, 'Support')
  return (
    weighted(otherChecks, 'Support') + (isUnsupported ? multiplyThousandths(soberScore, UNSUPPORTED_SHARE) : soberScore)
  )
}

/** Computes the three dimensions from their checks. */
export const scoresOf = (checks: readonly GradeCheck[]): Scores => {
  // For a check with the value 0, these shares remain: 30 % (clean), 40 % (sober, of Support), 60 % (sober, of TaskFit).
  const cleanFactor = 300 + Math.floor((700 * checkValue(checks, 'clean')) / WHOLE)
  const soberFactor = 400 + Math.floor((600 * checkValue(checks, 'sober')) / WHOLE)
  const coverage = checkValue(checks, 'coverage')
  const isOffTopic = coverage < OFF_TOPIC.coverage
  const truthFactor = 600 + Math.floor((400 * checkValue(checks, 'sober')) / WHOLE)
  const taskFit = multiplyThousandths(multiplyThousandths(taskFitOf(checks), cleanFactor), truthFactor)
  const actionability = multiplyThousandths(weighted(checks, 'Actionability'), cleanFactor)
  return {
    TaskFit: isOffTopic
      ? Math.min(taskFit, OFF_TOPIC.taskFit)
      : coverage < WEAKLY_RELATED.coverage
        ? Math.min(taskFit, WEAKLY_RELATED.taskFit)
        : taskFit,
    Support: multiplyThousandths(multiplyThousandths(supportOf(checks), cleanFactor), soberFactor),
    Actionability: isOffTopic ? multiplyThousandths(actionability, OFF_TOPIC.actionability) : actionability,
  }
}

/** Computes the aggregate. A high score in one dimension cannot compensate for a low one in another. */
export const aggregateOf = ({ TaskFit, Support, Actionability }: Scores): number =>
  clampThousandths(
    Math.min(
      Math.floor((40 * TaskFit + 30 * Support + 30 * Actionability) / 100),
      Math.min(TaskFit, Support, Actionability) + AGGREGATE_ABOVE_LOWEST,
      multiplyThousandths(TaskFit, AGGREGATE_TO_TASK_FIT),
    ),
  )
