import { createFlags, type FlagInput } from '@signet/flags'
import { type Asked, COUNTRIES, others, PLANS, users } from './workload.ts'

const flag = (key: string): FlagInput[] => [
  { key: 'boolean', type: 'boolean', enabled: true },
  { key, type: 'percentage', percentage: 50 },
]

/** Ours, counters and sampled latencies on. */
export const setup = async (): Promise<Asked> => {
  const flags = createFlags()
  const [boolean, percentage] = flag('percentage')
  const rules = [
    ...COUNTRIES.map((value) => ({ attribute: 'country', operator: 'equals', value, result: true }) as const),
    { attribute: 'plan', operator: 'in', value: PLANS, result: true } as const,
  ]
  const variants = ['a', 'b', 'c'].map((key, i) => ({ key, weight: i === 0 ? 50 : 25 }))
  const all = [
    boolean,
    percentage,
    { key: 'variant', type: 'variant', variants },
    { key: 'rules', type: 'boolean', enabled: true, rules },
  ]
  for (const each of [...all, ...others.map((key) => flag(key)[1])]) flags.createFlag(each as FlagInput)
  const contexts = users.map(({ id, ...attributes }) => ({ user: id, ...attributes }))
  return {
    boolean: (user) => flags.isEnabled('boolean', contexts[user]),
    percentage: (user) => flags.isEnabled('percentage', contexts[user]),
    variant: (user) => flags.getVariant('variant', contexts[user]) === 'a',
    rules: (user) => flags.isEnabled('rules', contexts[user]),
    p99: () => flags.getMetrics('percentage').p99LatencyMs,
  }
}
