import { FlagdCore } from '@openfeature/flagd-core'
import { type Asked, COUNTRIES, others, PLANS, users } from './workload.ts'

const toggle = (targeting?: object) => ({
  state: 'ENABLED',
  variants: { on: true, off: false },
  defaultVariant: targeting ? 'off' : 'on',
  ...(targeting ? { targeting } : {}),
})
const half = {
  fractional: [
    ['on', 50],
    ['off', 50],
  ],
}

/** flagd's in-process engine with its compiled JSONLogic. */
export const setup = async (): Promise<Asked> => {
  const core = new FlagdCore()
  const rules = COUNTRIES.flatMap((country) => [{ '==': [{ var: 'country' }, country] }, 'on'] as unknown[])
  core.setConfigurations(
    JSON.stringify({
      flags: {
        boolean: toggle(),
        percentage: toggle(half),
        variant: {
          state: 'ENABLED',
          variants: { a: 'a', b: 'b', c: 'c' },
          defaultVariant: 'a',
          targeting: {
            fractional: [
              ['a', 50],
              ['b', 25],
              ['c', 25],
            ],
          },
        },
        rules: toggle({ if: [...rules, { in: [{ var: 'plan' }, PLANS] }, 'on', 'off'] }),
        ...Object.fromEntries(others.map((key) => [key, toggle(half)])),
      },
    }),
  )
  const contexts = users.map(({ id, ...attributes }) => ({ targetingKey: id, ...attributes }))
  const isOn = (key: string) => (user: number) => core.resolveBooleanEvaluation(key, false, contexts[user] ?? {}).value
  return {
    boolean: isOn('boolean'),
    percentage: isOn('percentage'),
    variant: (user) => core.resolveStringEvaluation('variant', '', contexts[user] ?? {}).value === 'a',
    rules: isOn('rules'),
  }
}
