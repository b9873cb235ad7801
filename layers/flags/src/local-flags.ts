import {
  advanceCanary,
  type Canary,
  type CanaryCounts,
  type CanaryOptions,
  CanaryRefused,
  type CanaryUpdate,
  isInCanary,
  judgeCanary,
  setCanaryPercentage,
  startCanary,
  stopCanary,
} from './canary/index.ts'
import { checkFlag } from './check-flag.ts'
import type { FlagDefinition, FlagInput, FlagSnapshot, FlagValue } from './definition.ts'
import { FlagsRefused } from './engine/compile-snapshot.ts'
import { flagFrom } from './flag-from.ts'
import { copyJson, deepFreeze } from './own-copy.ts'
import { depthProblems } from './prerequisite-depth.ts'
import { settleSchedule } from './settle-schedule.ts'

export interface LocalFlagsDeps {
  readonly read: () => FlagSnapshot
  readonly write: (snapshot: FlagSnapshot) => void
  readonly counts: (key: string) => CanaryCounts
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
}

/** Milliseconds after which a held canary is evaluated again. */
const HELD_RETRY_MS = 1000

const checkedInput = (input: FlagInput): FlagInput => {
  const problems = checkFlag(input)
  if (problems.length > 0) throw new FlagsRefused(problems)
  return input
}

const canaryOf = ({ key, canary }: FlagDefinition): Canary => {
  if (canary) return canary
  throw new CanaryRefused('canary_not_running', `The flag ${key} has no canary`)
}

const storedFlags = ({ read, write, now }: Pick<LocalFlagsDeps, 'read' | 'write' | 'now'>) => {
  const currentDate = (): Date => new Date(now())
  const put = (flag: FlagDefinition): void => {
    const { version, flags, segments } = read()
    const others = flags.filter(({ key }) => key !== flag.key)
    write(deepFreeze({ version: version + 1, flags: [...others, flag], segments }))
  }
  return {
    date: currentDate,
    put,
    change: (flag: FlagDefinition): FlagDefinition => {
      const next = { ...flag, version: flag.version + 1 }
      put(next)
      return next
    },
    /**
     * Returns the current flag. Due scheduled changes are applied first, so that they do not override the following
     * write.
     */
    currentFlag: (key: string): FlagDefinition => {
      const flag = read().flags.find((each) => each.key === key)
      if (!flag) throw new FlagsRefused([{ field: 'key', message: `does not exist: "${key}"` }])
      return settleSchedule(flag, currentDate())
    },
    /** Refuses a flag whose chain of prerequisites is so long that it would always return its default. */
    refuseDepth: (flag: FlagDefinition): void => {
      if (!flag.prerequisites?.length) return
      const problems = depthProblems([...read().flags, flag])
      if (problems.length > 0) throw new FlagsRefused(problems)
    },
  }
}

const localCanaries = (
  { date, currentFlag, change }: ReturnType<typeof storedFlags>,
  { read, counts, now, newId }: LocalFlagsDeps,
) => ({
  startCanary: (key: string, options: Partial<CanaryOptions> = {}): Canary => {
    if (options.guards?.some(({ type }) => type === 'alarm')) {
      throw new CanaryRefused('invalid_canary', 'must be error_rate: only the admin service evaluates alarms', 'guards')
    }
    const flag = currentFlag(key)
    return canaryOf(change(startCanary(flag, { id: newId(), counts: counts(key), ...options }, date())))
  },
  updateCanary: (key: string, update: CanaryUpdate): Canary =>
    canaryOf(change(setCanaryPercentage(currentFlag(key), update, date()))),
  stopCanary: (key: string, reason: string): Canary => canaryOf(change(stopCanary(currentFlag(key), reason, date()))),
  /**
   * Evaluates all guards and runs one due step of each canary. Returns the time of the next step in milliseconds: 0 for
   * the next evaluation, Infinity for never.
   */
  advance: (): number => {
    let nextStepAt = Number.POSITIVE_INFINITY
    for (const stored of read().flags) {
      const { canary } = stored
      if (!canary || !isInCanary(stored)) continue
      const flag = settleSchedule(stored, date())
      const observation = judgeCanary(canary, { alarms: new Map(), counts: counts(flag.key) })
      const advancedFlag = advanceCanary(flag, observation, date())
      const after = advancedFlag === flag ? flag : change(advancedFlag)
      if (canary.guards.length > 0 && isInCanary(after)) nextStepAt = 0
      if (after.canary?.nextAt)
        nextStepAt = Math.min(nextStepAt, Math.max(Date.parse(after.canary.nextAt), now() + HELD_RETRY_MS))
    }
    return nextStepAt
  },
})

export const localFlags = (deps: LocalFlagsDeps) => {
  const stored = storedFlags(deps)
  const { date, put, change, currentFlag, refuseDepth } = stored
  return {
    createFlag: (input: FlagInput): FlagDefinition => {
      const flag = settleSchedule(flagFrom(copyJson(checkedInput(input))), date())
      if (deps.read().flags.some(({ key }) => key === flag.key)) {
        throw new FlagsRefused([{ field: 'key', message: `must be unique; "${flag.key}" already exists` }])
      }
      refuseDepth(flag)
      put(flag)
      return flag
    },
    setTenantOverride: (tenant: string, key: string, value: FlagValue | undefined): void => {
      const flag = currentFlag(key)
      const { [tenant]: _before, ...others } = flag.overrides?.tenants ?? {}
      const tenants = value === undefined ? others : { ...others, [tenant]: value }
      change({ ...flag, ...checkedInput({ ...flag, overrides: { ...flag.overrides, tenants } }) })
    },
    ...localCanaries(stored, deps),
  }
}
