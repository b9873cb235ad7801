import { createFlags, type EvaluationContext, type FlagInput, type Segment } from '@signet/flags'

export interface Around {
  readonly segments?: Segment[]
  readonly now?: () => number
  readonly random?: () => number
}

/** A stopped clock. */
export const at =
  (iso: string): (() => number) =>
  () =>
    Date.parse(iso)

/** Creates a set of these flags. */
export const flagsOf = (flags: readonly FlagInput[], around: Around = {}) => {
  const flagSet = createFlags(around)
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

/** Returns the value of one boolean flag. */
export const answer = (flag: Partial<FlagInput>, context?: EvaluationContext, around: Around = {}) => {
  const { enabled, value, variant, reason, source } = flagsOf([on('f', flag)], around).evaluate('f', context)
  return { enabled, value, variant, reason, source }
}
