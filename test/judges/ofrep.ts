import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OpenFeature } from '@openfeature/server-sdk'
import { withSystem } from './running-system.ts'

/**
 * Runs OpenFeature's OFREP provider (remote evaluation) against the flags service: values, variants, reasons, defaults
 * and errors in an application without any code of this repository.
 */
const problems: string[] = []
const expectEqual = (subject: string, actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    problems.push(`${subject}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
  }
}

const FLAGS = [
  { key: 'on', type: 'boolean', enabled: true },
  { key: 'off', type: 'boolean', enabled: false },
  { key: 'half', type: 'percentage', percentage: 50 },
  {
    key: 'plan',
    type: 'boolean',
    enabled: true,
    rules: [{ attribute: 'plan', operator: 'equals', value: 'pro', result: true }],
  },
  {
    key: 'color',
    type: 'variant',
    variants: [
      { key: 'blue', weight: 1, payload: { hex: '#00f' } },
      { key: 'red', weight: 0, payload: { hex: '#f00' } },
    ],
  },
  { key: 'words', type: 'variant', variants: [{ key: 'hello', weight: 1 }] },
]

await withSystem(async ({ urls, identities }) => {
  const baseUrl = String(urls.flags)
  const headers = { authorization: `Bearer ${identities.team.platKey}`, 'content-type': 'application/json' }
  for (const flag of FLAGS) {
    const response = await fetch(`${baseUrl}/flags`, { method: 'POST', headers, body: JSON.stringify(flag) })
    if (!response.ok) throw new Error(`POST /flags returned ${response.status}: ${await response.text()}`)
  }
  await OpenFeature.setProviderAndWait(
    new OFREPProvider({ baseUrl, headers: [['authorization', headers.authorization]] }),
  )
  const client = OpenFeature.getClient()
  const user = { targetingKey: 'user-1' }
  expectEqual('on', await client.getBooleanValue('on', false, user), true)
  expectEqual('off', await client.getBooleanValue('off', true, user), false)
  expectEqual('plan without a user', await client.getBooleanValue('plan', true, user), false)
  expectEqual('plan with plan=pro', await client.getBooleanValue('plan', false, { ...user, plan: 'pro' }), true)
  expectEqual('color', await client.getObjectValue('color', {}, user), { hex: '#00f' })
  expectEqual('words', await client.getStringValue('words', '', user), 'hello')
  const details = await client.getObjectDetails('color', {}, user)
  expectEqual('variant', details.variant, 'blue')
  const absent = await client.getBooleanDetails('absent', true, user)
  expectEqual('an absent flag', [absent.value, absent.errorCode], [true, 'FLAG_NOT_FOUND'])
  const withoutUser = await client.getBooleanDetails('half', true, {})
  expectEqual(
    'a percentage flag without a user',
    [withoutUser.value, withoutUser.errorCode],
    [true, 'TARGETING_KEY_MISSING'],
  )
  const mistyped = await client.getStringDetails('on', 'fallback', user)
  expectEqual('another type', [mistyped.value, mistyped.errorCode], ['fallback', 'TYPE_MISMATCH'])
  let enabledCount = 0
  for (let i = 0; i < 400; i++) {
    if (await client.getBooleanValue('half', false, { targetingKey: `user-${i}` })) enabledCount++
  }
  if (enabledCount < 150 || enabledCount > 250) problems.push(`half of 400 users: the flag is on for ${enabledCount}`)
  await OpenFeature.close()
  if (problems.length > 0) throw new Error(`OpenFeature's provider disagrees:\n  ${problems.join('\n  ')}`)
  console.log(
    `figures: OpenFeature's remote provider returns the expected values of ${FLAGS.length} flags; a 50 % flag is on for ${enabledCount} of 400 users`,
  )
})
