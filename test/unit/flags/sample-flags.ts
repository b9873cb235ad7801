import { createFlags, type EvaluationContext, type FlagInput, type Segment } from '@signet/flags'

export interface FlagsContext {
  readonly segments?: Segment[]
  readonly now?: () => number
  readonly random?: () => number
}

/** Creates a stopped clock. */
export const clockAt =
  (iso: string): (() => number) =>
  () =>
    Date.parse(iso)

/** Creates flags in this process. */
export const flagsOf = (flags: readonly FlagInput[], environment: FlagsContext = {}) => {
  const flagSet = createFlags(environment)
  for (const flag of flags) flagSet.createFlag(flag)
  return flagSet
}

/** Returns a boolean flag that is on. */
export const on = (key = 'f', more: Partial<FlagInput> = {}): FlagInput => ({
  key,
  type: 'boolean',
  enabled: true,
  ...more,
})

/** Evaluates one boolean flag. */
export const evaluationOf = (flag: Partial<FlagInput>, context?: EvaluationContext, around: FlagsContext = {}) => {
  const { enabled, value, variant, reason, source } = flagsOf([on('f', flag)], around).evaluate('f', context)
  return { enabled, value, variant, reason, source }
}
