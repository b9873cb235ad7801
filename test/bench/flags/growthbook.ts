import { GrowthBookClient } from '@growthbook/growthbook'
import { COUNTRIES, PLANS, type Setup } from './workload.ts'

const halfRollout = (key: string) => ({
  defaultValue: false,
  rules: [{ force: true, coverage: 0.5, hashAttribute: 'id', hashVersion: 2, seed: key }],
})

const forced = (condition: object) => ({ condition, force: true })
const rules = {
  defaultValue: false,
  rules: [...COUNTRIES.map((country) => forced({ country })), forced({ plan: { $in: PLANS } })],
}
const variant = (key: string) => ({
  defaultValue: '',
  rules: [{ variations: ['a', 'b', 'c'], weights: [0.5, 0.25, 0.25], hashAttribute: 'id', hashVersion: 2, key }],
})

export const setup: Setup = async ({ keys, users }) => {
  const features = Object.fromEntries<object>([
    ...keys.boolean.map((key) => [key, { defaultValue: true }] as const),
    ...keys.percentage.map((key) => [key, halfRollout(key)] as const),
    ...keys.variant.map((key) => [key, variant(key)] as const),
    ...keys.rules.map((key) => [key, rules] as const),
  ])
  const client = new GrowthBookClient().initSync({ payload: { features: features as never } })
  const contexts = users.map((attributes) => ({ attributes }))
  return {
    isOn: (key, user) => client.isOn(key, contexts[user] ?? {}),
    variantOf: (key, user) => client.getFeatureValue(key, '', contexts[user] ?? {}),
  }
}
