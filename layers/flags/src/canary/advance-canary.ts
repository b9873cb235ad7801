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

const later = (from: Date, seconds: number): string => new Date(from.getTime() + seconds * 1000).toISOString()

export const isInCanary = ({ canary }: CanaryFlag): boolean =>
  canary?.status === 'running' || canary?.status === 'paused'

const running = ({ canary }: CanaryFlag): Canary => {
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
    throw refuse('must be percentages above 0, to three decimals')
  }
  if (stages.some((stage, i) => i > 0 && stage <= (stages[i - 1] ?? 0))) throw refuse('must rise from stage to stage')
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
const ramped = <F extends CanaryFlag>(flag: F, canary: Canary): F => ({
  ...flag,
  percentage: canary.percentage,
  canary,
})

const movedTo = (canary: Canary, percentage: number, now: Date): Canary => {
  const { reason: _reason, ...rest } = canary
  return {
    ...rest,
    percentage,
    stageStartedAt: now.toISOString(),
    nextAt: canary.status === 'running' ? later(now, canary.dwellSeconds) : null,
  }
}

/**
 * Starts a canary: the flag is on for 5 percent of users unless the options name other stages (spec supporting-services
 * 3).
 * @throws CanaryRefused if a canary is running, or an option breaks its rule.
 */
export const startCanary = <F extends CanaryFlag>(flag: F, options: CanaryOptions, now: Date): F => {
  if (isInCanary(flag))
    throw new CanaryRefused('canary_running', 'The flag already has a running canary. Stop it first')
  const stages = checkedStages(options.stages ?? CANARY_STAGES)
  const dwellSeconds = checkedDwell(options.dwellSeconds ?? DWELL_SECONDS_DEFAULT)
  const { enabled, percentage } = flag
  return ramped(
    { ...flag, enabled: true },
    {
      id: options.id,
      status: 'running',
      stages: [...stages],
      percentage: stages[0] ?? 0,
      dwellSeconds,
      startedAt: now.toISOString(),
      stageStartedAt: now.toISOString(),
      nextAt: later(now, dwellSeconds),
      guards: checkedGuards(options.guards ?? []),
      previous: { enabled, ...(percentage === undefined ? {} : { percentage }) },
      ...(options.counts ? { baseline: { ...options.counts } } : {}),
    },
  )
}

const over = (canary: Canary, status: 'succeeded' | 'rolled_back', now: Date, reason?: string): Canary => {
  const { reason: _held, baseline: _baseline, ...rest } = canary
  return { ...rest, status, nextAt: null, endedAt: now.toISOString(), ...(reason === undefined ? {} : { reason }) }
}

const rolledBack = <F extends CanaryFlag>(flag: F, canary: Canary, reason: string, now: Date): F => {
  const { percentage: _percentage, ...rest } = flag
  const { percentage } = canary.previous
  const enabled = canary.previous.enabled && flag.enabled
  const before = percentage === undefined ? { enabled } : { enabled, percentage }
  return { ...rest, ...before, canary: over(canary, 'rolled_back', now, reason) } as F
}

const SWITCHED_OFF = 'The flag is switched off'
const ARCHIVED = 'The flag is archived'

const hiddenBecause = ({ archived, enabled }: CanaryFlag): string | undefined => {
  if (archived === true) return ARCHIVED
  return enabled ? undefined : SWITCHED_OFF
}

/** Removes the counts, which change with every evaluation of the guards, so that reasons can be compared. */
const withoutCounts = (reason: string | undefined): string | undefined => reason?.replace(/\d+(?:\.\d+)?/g, '#')

/**
 * Returns the canary held at its stage. Each cause is reported once, so a canary that waits for a week writes nothing
 * more.
 */
const heldFor = <F extends CanaryFlag>(flag: F, canary: Canary, reason: string): F =>
  withoutCounts(canary.reason) === withoutCounts(reason) ? flag : ramped(flag, { ...canary, reason })

/**
 * Runs one step of the driver: changes the flag by the guards' observation and the time.
 * An unhealthy canary is rolled back at once, even while it is paused. A due stage begins if the guards are healthy and
 * the flag is on and not archived. Each step begins one stage, however late the driver is. Until then the canary is
 * held, and `nextAt` keeps the due time.
 * When a flag that was off or archived is back, its stage restarts, because no user saw it in the meantime. If nothing
 * changes, the same flag object is returned.
 */
export const advanceCanary = <F extends CanaryFlag>(flag: F, observed: Observation, now: Date): F => {
  const { canary } = flag
  if (!canary || !isInCanary(flag)) return flag
  if (observed.health === 'unhealthy') return rolledBack(flag, canary, observed.reason, now)
  if (canary.nextAt === null || now.toISOString() < canary.nextAt) return flag
  const hidden = hiddenBecause(flag)
  if (hidden !== undefined) return heldFor(flag, canary, hidden)
  if (canary.reason === SWITCHED_OFF || canary.reason === ARCHIVED)
    return ramped(flag, movedTo(canary, canary.percentage, now))
  if (observed.health === 'unknown') return heldFor(flag, canary, observed.reason)
  const next = canary.stages.find((stage) => stage > canary.percentage)
  if (next === undefined) return { ...flag, canary: over(canary, 'succeeded', now) }
  const advanced = movedTo(canary, next, now)
  return ramped(flag, observed.counts ? { ...advanced, baseline: { ...observed.counts } } : advanced)
}

/** A manual change: a higher or lower percentage, from which the advance continues, or the start or end of a pause. */
export interface CanaryUpdate {
  readonly percentage?: number | undefined
  readonly paused?: boolean | undefined
}

/**
 * Sets the percentage of a canary manually. The following stage is the first above the percentage.
 * @throws CanaryRefused if no canary is running, or a member breaks its rule.
 */
export const setCanaryPercentage = <F extends CanaryFlag>(
  flag: F,
  { percentage, paused }: CanaryUpdate,
  now: Date,
): F => {
  const canary = running(flag)
  if (percentage !== undefined && !isPercentage(percentage)) {
    throw new CanaryRefused('invalid_canary', 'must be 0 to 100, to three decimals', 'percentage')
  }
  const status = paused === undefined ? canary.status : paused ? 'paused' : 'running'
  return ramped(flag, movedTo({ ...canary, status }, percentage ?? canary.percentage, now))
}

/**
 * Returns the flag after a manual change of its share. A canary that has succeeded then no longer determines the share,
 * and cannot be rolled back.
 */
export const withShareSet = <F extends CanaryFlag>(flag: F): F =>
  flag.canary?.status === 'succeeded' ? { ...flag, canary: { ...flag.canary, overruled: true } } : flag

/**
 * Returns true if the succeeded canary still determines the share of the flag, so that the earlier state can be
 * restored.
 */
const isWhereItEnded = ({ canary, percentage, type }: CanaryFlag): boolean =>
  canary?.status === 'succeeded' &&
  canary.overruled !== true &&
  percentage === canary.percentage &&
  (type !== 'percentage' || canary.previous.percentage !== undefined)

/**
 * The emergency stop: restores the flag from before the canary, at once (spec supporting-services 3). It also rolls
 * back a canary that has succeeded; otherwise the driver's last step could win a race against the stop. It does not if
 * the share was set since, even to the same value, because that was a person's decision.
 * @throws CanaryRefused if there is nothing to roll back.
 */
export const stopCanary = <F extends CanaryFlag>(flag: F, reason: string, now: Date): F => {
  const canary = flag.canary && isWhereItEnded(flag) ? flag.canary : running(flag)
  return rolledBack(flag, canary, reason, now)
}
