import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basicLogger, init } from '@launchdarkly/node-server-sdk'
import { FileDataSourceFactory } from '@launchdarkly/node-server-sdk/integrations'
import { COUNTRIES, PLANS, type Setup } from './workload.ts'

const flag = (key: string, variations: unknown[], fallthrough: object, rules: object[] = []) => [
  key,
  {
    key,
    on: true,
    variations,
    offVariation: 0,
    fallthrough,
    rules,
    salt: key,
    version: 1,
    targets: [],
    prerequisites: [],
  },
]
const weighted = (...weights: number[]) => ({
  rollout: {
    contextKind: 'user',
    variations: weights.map((weight, variation) => ({ variation, weight: weight * 1000 })),
  },
})
const rule = (attribute: string, values: string[], id: number) => ({
  id: `${id}`,
  variation: 1,
  clauses: [{ attribute, op: 'in', values, contextKind: 'user', negate: false }],
})

/** LaunchDarkly's SDK with events disabled and flags from a file. Its evaluations are asynchronous. */
export const setup: Setup = async ({ keys, users }) => {
  const rules = [...COUNTRIES.map((country, i) => rule('country', [country], i)), rule('plan', PLANS, 4)]
  const flags = Object.fromEntries([
    ...keys.boolean.map((key) => flag(key, [false, true], { variation: 1 })),
    ...keys.percentage.map((key) => flag(key, [false, true], weighted(50, 50))),
    ...keys.variant.map((key) => flag(key, ['a', 'b', 'c'], weighted(50, 25, 25))),
    ...keys.rules.map((key) => flag(key, [false, true], { variation: 0 }, rules)),
  ])
  const path = join(await mkdtemp(join(tmpdir(), 'flags-bench-')), 'flags.json')
  await writeFile(path, JSON.stringify({ flags }))
  const client = init('sdk-key', {
    updateProcessor: new FileDataSourceFactory({ paths: [path] }).getFactory() as never,
    sendEvents: false,
    logger: basicLogger({ level: 'none' }),
  })
  await client.waitForInitialization({ timeout: 10 })
  const contexts = users.map(({ id, ...attributes }) => ({ kind: 'user' as const, key: id, ...attributes }))
  const value = (key: string, user: number) =>
    client.variation(key, contexts[user] ?? { kind: 'user', key: '' }, false) as Promise<unknown>
  return { isOn: value, variantOf: value }
}
