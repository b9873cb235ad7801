import { GrowthBookClient } from '@growthbook/growthbook'
import { type Asked, COUNTRIES, others, PLANS, users } from './workload.ts'

const half = (key: string) => ({
  defaultValue: false,
  rules: [{ force: true, coverage: 0.5, hashAttribute: 'id', hashVersion: 2, seed: key }],
})

export const setup = async (): Promise<Asked> => {
  const forced = (condition: object) => ({ condition, force: true })
  const features = {
    boolean: { defaultValue: true },
    percentage: half('percentage'),
    variant: {
      defaultValue: '',
      rules: [
        {
          variations: ['a', 'b', 'c'],
          weights: [0.5, 0.25, 0.25],
          hashAttribute: 'id',
          hashVersion: 2,
          key: 'variant',
        },
      ],
    },
    rules: {
      defaultValue: false,
      rules: [...COUNTRIES.map((country) => forced({ country })), forced({ plan: { $in: PLANS } })],
    },
    ...Object.fromEntries(others.map((key) => [key, half(key)])),
  }
  const client = new GrowthBookClient().initSync({ payload: { features: features as never } })
  const contexts = users.map((attributes) => ({ attributes }))
  const isOn = (key: string) => (user: number) => client.isOn(key, contexts[user] ?? {})
  return {
    boolean: isOn('boolean'),
    percentage: isOn('percentage'),
    variant: (user) => client.getFeatureValue('variant', '', contexts[user] ?? {}) === 'a',
    rules: isOn('rules'),
  }
}
