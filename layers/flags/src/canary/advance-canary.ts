import {
  CANARY_STAGES,
  type Canary,
  type CanaryFlag,
  type CanaryGuard,
  type CanaryOptions,
  CanaryRefused,
  DWELL_SECONDS_DEFAULT,
  DWELL_SECONDS_MAX,
  DWELL_SECONDS_MIN,
  type Observation,
} from './canary.ts'

const addSeconds = (from: Date, seconds: number): string => new Date(from.getTime() + seconds * 1000).toISOString()

export const isInCanary = ({ canary }: CanaryFlag): boolean =>
  canary?.status === 'running' || canary?.status === 'paused'

const requireRunning = ({ canary }: CanaryFlag): Canary => {
  if (canary && (canary.status === 'running' || canary.status === 'paused')) return canary
  throw new CanaryRefused('canary_not_running', 'The flag has no running canary')
}

/** Percentages have three decimals, the resolution of bucketing. */
export const isPercentage = (value: number): boolean =>
  value >= 0 && value <= 100 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6

const checkedStages = (stages: readonly number[]): readonly number[] => {
  const refuse = (message: string) => new CanaryRefused('invalid_canary', message, 'stages')
  if (stages.length === 0 || stages.length > 20) throw refuse('must have 1 to 20 stages')
  if (!stages.every((stage) => stage > 0 && isPercentage(stage))) {
    throw refuse('must be percentages above 0 with at most three decimals')
  }
  if (stages.some((stage, i) => i > 0 && stage <= (stages[i - 1] ?? 0)))
    throw refuse('must increase from stage to stage')
  return stages
}

const checkedDwell = (seconds: number): number => {
  if (Number.isInteger(seconds) && seconds >= DWELL_SECONDS_MIN && seconds <= DWELL_SECONDS_MAX) return seconds
  const rule = `must be whole seconds from ${DWELL_SECONDS_MIN} to ${DWELL_SECONDS_MAX}`
  throw new CanaryRefused('invalid_canary', rule, 'dwellSeconds')
}

const checkedGuards = (guards: readonly CanaryGuard[]): readonly CanaryGuard[] => {
  const refuse = (i: number, name: string, rule: string) =>
    new CanaryRefused('invalid_canary', rule, `guards.${i}.${name}`)
  for (const [i, guard] of guards.entries()) {
    if (guard.type !== 'error_rate') continue
    const { maxPercent, minEvaluations } = guard
    if (!(maxPercent >= 0 && maxPercent <= 100)) throw refuse(i, 'maxPercent', 'must be 0 to 100')
    if (!(minEvaluations >= 0 && Number.isFinite(minEvaluations))) {
      throw refuse(i, 'minEvaluations', 'must be a number of at least 0')
    }
  }
  return guards.map((guard) => ({ ...guard }))
}

/** Returns the flag at the stage of its canary. A flag that was switched off in the meantime stays off. */
const withCanary = <F extends CanaryFlag>(flag: F, canary: Canary): F => ({
  ...flag,
  percentage: canary.percentage,
  canary,
})

const canaryAt = (canary: Canary, percentage: number, now: Date): Canary => {
  const { reason: _reason, ...rest } = canary
  return {
    ...rest,
    percentage,
    stageStartedAt: now.toISOString(),
    nextAt: canary.status === 'running' ? addSeconds(now, canary.dwellSeconds) : null,
  }
}

/**
 * Starts a canary: the flag is on for the percentage of its first stage, by default 5 (spec supporting-services 3).
 * @throws CanaryRefused if a canary is running, or an option is invalid.
 */
export const startCanary = <F extends CanaryFlag>(flag: F, options: CanaryOptions, now: Date): F => {
  if (isInCanary(flag))
    throw new CanaryRefused('canary_running', 'The flag already has a running canary. Stop it first')
  const stages = checkedStages(options.stages ?? CANARY_STAGES)
  const dwellSeconds = checkedDwell(options.dwellSeconds ?? DWELL_SECONDS_DEFAULT)
  const { enabled, percentage } = flag
  return withCanary(
    { ...flag, enabled: true },
    {
      id: options.id,
      status: 'running',
      stages: [...stages],
      percentage: stages[0] ?? 0,
      dwellSeconds,
      startedAt: now.toISOString(),
      stageStartedAt: now.toISOString(),
      nextAt: addSeconds(now, dwellSeconds),
      guards: checkedGuards(options.guards ?? []),
      previous: { enabled, ...(percentage === undefined ? {} : { percentage }) },
      ...(options.counts ? { baseline: { ...options.counts } } : {}),
    },
  )
}

const endCanary = (canary: Canary, status: 'succeeded' | 'rolled_back', now: Date, reason?: string): Canary => {
  const { reason: _reason, baseline: _baseline, ...rest } = canary
  return { ...rest, status, nextAt: null, endedAt: now.toISOString(), ...(reason === undefined ? {} : { reason }) }
}

const rollBack = <F extends CanaryFlag>(flag: F, canary: Canary, reason: string, now: Date): F => {
  const { percentage: _percentage, ...rest } = flag
  const { percentage } = canary.previous
  const enabled = canary.previous.enabled && flag.enabled
  const stateBefore = percentage === undefined ? { enabled } : { enabled, percentage }
  return { ...rest, ...stateBefore, canary: endCanary(canary, 'rolled_back', now, reason) } as F
}

const SWITCHED_OFF = 'The flag is switched off'
const ARCHIVED = 'The flag is archived'

const inactiveReason = ({ archived, enabled }: CanaryFlag): string | undefined => {
  if (archived === true) return ARCHIVED
  return enabled ? undefined : SWITCHED_OFF
}

/** Removes the counts, which change with every evaluation of the guards, so that reasons can be compared. */
const withoutCounts = (reason: string | undefined): string | undefined => reason?.replace(/\d+(?:\.\d+)?/g, '#')

/**
 * Returns the flag with its canary held at its stage. Each reason is stored once: while it remains the same, the same
 * flag object is returned and nothing is written.
 */
const holdCanary = <F extends CanaryFlag>(flag: F, canary: Canary, reason: string): F =>
  withoutCounts(canary.reason) === withoutCounts(reason) ? flag : withCanary(flag, { ...canary, reason })

/**
 * Runs one step of a canary: changes the flag according to the guards and the time.
 * An unhealthy canary is rolled back at once, even while it is paused. A due stage begins if the guards are healthy and
 * the flag is on and not archived. Otherwise the canary is held, and `nextAt` remains the due time. Each step begins one
 * stage at most, even if several are due.
 * When a flag that was off or archived is active again, its stage restarts, because no user saw the canary in the
 * meantime. If nothing changes, the same flag object is returned.
 */
export const advanceCanary = <F extends CanaryFlag>(flag: F, observation: Observation, now: Date): F => {
  const { canary } = flag
  if (!canary || !isInCanary(flag)) return flag
  if (observation.health === 'unhealthy') return rollBack(flag, canary, observation.reason, now)
  if (canary.nextAt === null || now.toISOString() < canary.nextAt) return flag
  const inactive = inactiveReason(flag)
  if (inactive !== undefined) return holdCanary(flag, canary, inactive)
  if (canary.reason === SWITCHED_OFF || canary.reason === ARCHIVED)
    return withCanary(flag, canaryAt(canary, canary.percentage, now))
  if (observation.health === 'unknown') return holdCanary(flag, canary, observation.reason)
  const next = canary.stages.find((stage) => stage > canary.percentage)
  if (next === undefined) return { ...flag, canary: endCanary(canary, 'succeeded', now) }
  const advanced = canaryAt(canary, next, now)
  return withCanary(flag, observation.counts ? { ...advanced, baseline: { ...observation.counts } } : advanced)
}

/** A manual change: another percentage, from which the canary continues, or the start or end of a pause. */
export interface CanaryUpdate {
  readonly percentage?: number | undefined
  readonly paused?: boolean | undefined
}

/**
 * Sets the percentage of a canary manually, or pauses or resumes it. Its stage restarts. The following stage is the first
 * above the percentage.
 * @throws CanaryRefused if no canary is running, or a field is invalid.
 */
export const setCanaryPercentage = <F extends CanaryFlag>(
  flag: F,
  { percentage, paused }: CanaryUpdate,
  now: Date,
): F => {
  const canary = requireRunning(flag)
  if (percentage !== undefined && !isPercentage(percentage)) {
    throw new CanaryRefused('invalid_canary', 'must be 0 to 100 with at most three decimals', 'percentage')
  }
  const status = paused === undefined ? canary.status : paused ? 'paused' : 'running'
  return withCanary(flag, canaryAt({ ...canary, status }, percentage ?? canary.percentage, now))
}

/**
 * Returns the flag after a manual change of its percentage. If its canary has succeeded, the canary no longer determines
 * the percentage and cannot be rolled back.
 */
export const withCanaryOverruled = <F extends CanaryFlag>(flag: F): F =>
  flag.canary?.status === 'succeeded' ? { ...flag, canary: { ...flag.canary, overruled: true } } : flag

/**
 * Returns true if the succeeded canary still determines the percentage of the flag, so that the earlier state can be
 * restored. A percentage flag that had no percentage before cannot be restored, because it needs one.
 */
const isPercentageFromCanary = ({ canary, percentage, type }: CanaryFlag): boolean =>
  canary?.status === 'succeeded' &&
  canary.overruled !== true &&
  percentage === canary.percentage &&
  (type !== 'percentage' || canary.previous.percentage !== undefined)

/**
 * Restores the state from before the canary at once: the emergency stop (spec supporting-services 3). Also rolls back a
 * succeeded canary; otherwise the last automatic step could win a race against the stop. A succeeded canary is not
 * rolled back if a user has set the percentage since, even to the same value.
 * @throws CanaryRefused if the flag has no canary that can be rolled back.
 */
export const stopCanary = <F extends CanaryFlag>(flag: F, reason: string, now: Date): F => {
  const canary = flag.canary && isPercentageFromCanary(flag) ? flag.canary : requireRunning(flag)
  return rollBack(flag, canary, reason, now)
}
