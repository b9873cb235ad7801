import { createFlags, type FlagInput } from '@signet/flags'
import { COUNTRIES, PLANS, type Setup } from './workload.ts'

const rules: FlagInput['rules'] = [
  ...COUNTRIES.map((value) => ({ attribute: 'country', operator: 'equals', value, result: true }) as const),
  { attribute: 'plan', operator: 'in', value: PLANS, result: true },
]
const variants = ['a', 'b', 'c'].map((key, i) => ({ key, weight: i === 0 ? 50 : 25 }))

/** The library of this repository, with counters and sampled latencies enabled. */
export const setup: Setup = async ({ keys, users }) => {
  const flags = createFlags()
  const inputs: FlagInput[] = [
    ...keys.boolean.map((key) => ({ key, type: 'boolean', enabled: true }) as const),
    ...keys.percentage.map((key) => ({ key, type: 'percentage', percentage: 50 }) as const),
    ...keys.variant.map((key) => ({ key, type: 'variant', variants }) as const),
    ...keys.rules.map((key) => ({ key, type: 'boolean', enabled: true, rules }) as const),
  ]
  for (const flag of inputs) flags.createFlag(flag)
  const contexts = users.map(({ id, ...attributes }) => ({ user: id, ...attributes }))
  const [sampled = ''] = keys.percentage
  return {
    isOn: (key, user) => flags.isEnabled(key, contexts[user]),
    variantOf: (key, user) => flags.getVariant(key, contexts[user]),
    p99: () => flags.getMetrics(sampled).p99LatencyMs,
  }
}
