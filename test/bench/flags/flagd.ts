import { FlagdCore } from '@openfeature/flagd-core'
import { COUNTRIES, PLANS, type Setup } from './workload.ts'

const toggle = (targeting?: object) => ({
  state: 'ENABLED',
  variants: { on: true, off: false },
  defaultVariant: targeting ? 'off' : 'on',
  ...(targeting ? { targeting } : {}),
})
const halfRollout = {
  fractional: [
    ['on', 50],
    ['off', 50],
  ],
}

const variant = {
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
}

/** flagd's in-process engine with its compiled JSONLogic. */
export const setup: Setup = async ({ keys, users }) => {
  const core = new FlagdCore()
  const countries = COUNTRIES.flatMap((country) => [{ '==': [{ var: 'country' }, country] }, 'on'] as unknown[])
  const rules = toggle({ if: [...countries, { in: [{ var: 'plan' }, PLANS] }, 'on', 'off'] })
  const flagsNamed = (names: readonly string[], flag: object) => Object.fromEntries(names.map((key) => [key, flag]))
  const flags = {
    ...flagsNamed(keys.boolean, toggle()),
    ...flagsNamed(keys.percentage, toggle(halfRollout)),
    ...flagsNamed(keys.variant, variant),
    ...flagsNamed(keys.rules, rules),
  }
  core.setConfigurations(JSON.stringify({ flags }))
  const contexts = users.map(({ id, ...attributes }) => ({ targetingKey: id, ...attributes }))
  return {
    isOn: (key, user) => core.resolveBooleanEvaluation(key, false, contexts[user] ?? {}).value,
    variantOf: (key, user) => core.resolveStringEvaluation(key, '', contexts[user] ?? {}).value,
  }
}
