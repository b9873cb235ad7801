import { reweigh } from './bucketing/ledger.ts'
import type { FlagDefinition, FlagInput } from './definition.ts'

/**
 * What a person wrote, made whole. A flag that is neither boolean nor switched off is on; whoever does not name a default
 * gets off, or the first variant. The salt is the flag's key where none is given, so that every process tells users apart
 * alike: write it out before the flag gets another name. `input` must have passed `checkFlag`.
 */
export const flagFrom = (input: FlagInput): FlagDefinition => {
  const { key, type, enabled = type !== 'boolean', salt = key, bucketing = 'v1', version = 1, variants } = input
  const fallback = input.default ?? (type === 'variant' ? (variants?.[0]?.key ?? '') : false)
  const allocation = input.allocation ?? (bucketing === 'v1' && variants ? reweigh(undefined, variants) : undefined)
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
