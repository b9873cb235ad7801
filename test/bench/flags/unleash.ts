import { InMemStorageProvider, Unleash } from 'unleash-client'
import { COUNTRIES, PLANS, type Setup } from './workload.ts'

const rollout = (groupId: string, constraints: object[] = [], share = '50') => ({
  name: 'flexibleRollout',
  parameters: { rollout: share, stickiness: 'userId', groupId },
  constraints,
})
const feature = (name: string, strategies: object[], variants: object[] = []) => ({
  name,
  enabled: true,
  type: 'release',
  project: 'default',
  stale: false,
  impressionData: false,
  strategies,
  variants,
})
const inConstraint = (contextName: string, values: string[]) => ({ contextName, operator: 'IN', values })

/** Metrics disabled, the fastest configuration. */
export const setup: Setup = async ({ keys, users }) => {
  const weights = [500, 250, 250]
  const variants = ['a', 'b', 'c'].map((name, i) => ({ name, weight: weights[i], stickiness: 'userId' }))
  const byCountry = COUNTRIES.map((country) => ({
    name: 'default',
    parameters: {},
    constraints: [inConstraint('country', [country])],
  }))
  const byPlan = { name: 'default', parameters: {}, constraints: [inConstraint('plan', PLANS)] }
  const data = [
    ...keys.boolean.map((key) => feature(key, [{ name: 'default', parameters: {} }])),
    ...keys.percentage.map((key) => feature(key, [rollout(key)])),
    ...keys.variant.map((key) => feature(key, [{ name: 'default', parameters: {} }], variants)),
    ...keys.rules.map((key) => feature(key, [...byCountry, byPlan])),
  ]
  const unleash = new Unleash({
    appName: 'bench',
    url: 'http://127.0.0.1:9/',
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: data as never },
  })
  unleash.on('error', () => {})
  unleash.on('warn', () => {})
  await new Promise((resolve) => unleash.once('ready', resolve))
  const contexts = users.map(({ id, ...properties }) => ({ userId: id, properties }))
  return {
    isOn: (key, user) => unleash.isEnabled(key, contexts[user]),
    variantOf: (key, user) => unleash.getVariant(key, contexts[user]).name,
  }
}
