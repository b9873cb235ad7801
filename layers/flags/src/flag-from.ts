import { reallocate } from './bucketing/allocation.ts'
import type { FlagDefinition, FlagInput, FlagValue } from './definition.ts'

type DefaultInputs = Pick<FlagInput, 'type' | 'variants' | 'rules' | 'prerequisites'>

/**
 * Returns the default of a flag that has none: off, or the first variant. A boolean flag whose rules all return `false`
 * is on for all other users, unless it has a prerequisite.
 */
export const defaultOf = ({ type, variants, rules = [], prerequisites = [] }: DefaultInputs): FlagValue => {
  if (type === 'variant') return variants?.[0]?.key ?? ''
  return (
    type === 'boolean' &&
    prerequisites.length === 0 &&
    rules.length > 0 &&
    rules.every(({ result }) => result === false)
  )
}

/**
 * Adds the defaults to a flag in its input form. A flag that is neither boolean nor switched off is on; the default is
 * that of `defaultOf`.
 * The default salt is the flag's key, so that every process assigns users alike. Before you rename a flag, set its salt
 * to the old key. `input` must have passed `checkFlag`.
 */
export const flagFrom = (input: FlagInput): FlagDefinition => {
  const { key, type, enabled = type !== 'boolean', salt = key, bucketing = 'v1', version = 1, variants } = input
  const fallback = input.default ?? defaultOf(input)
  const allocation = input.allocation ?? (bucketing === 'v1' && variants ? reallocate(undefined, variants) : undefined)
  return {
    ...input,
    enabled,
    salt,
    bucketing,
    version,
    default: fallback,
    ...(allocation && allocation.length > 0 ? { allocation } : {}),
  }
}
