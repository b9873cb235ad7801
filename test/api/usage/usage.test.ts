import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, platformKeyOf } from '../../support/api.ts'
import { stackNow } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { setTier } from '../../support/tiers.ts'

interface Usage {
  readonly scaffolds: { readonly used: number; readonly limit: number }
  readonly images: { readonly used: number; readonly limit: number }
  readonly tier: string
  readonly cycle_ends_at: string
}

const usage = async (person: Person) => (await asPerson<Usage>(person, 'GET', '/api/usage', { as: 'getUsage' })).body
/** Returns `at` one month later in UTC, clamped to the end of that month. */
const monthLater = (at: Date): string => {
  const days = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 0)).getUTCDate()
  const later = new Date(at)
  later.setUTCMonth(at.getUTCMonth() + 1, Math.min(at.getUTCDate(), days))
  return later.toISOString()
}

describe('GET /api/usage', () => {
  verifies(
    ['PLA-2.3-1', 'PLA-4.3-1'],
    'returns 200 with the free tier for a new user, whose month starts at sign-up',
    async () => {
      const before = await stackNow()
      const ada = await newPerson()
      const { cycle_ends_at, ...rest } = await usage(ada)
      expect(rest).toEqual({
        scaffolds: { used: 0, limit: 3 },
        images: { used: 0, limit: 5 },
        tier: 'free',
        evidence_validations: { used: 0, limit: 50 },
        evidence_gap_fills: { used: 0, limit: 0 },
      })
      expect(cycle_ends_at >= monthLater(new Date(before))).toBe(true)
      expect(cycle_ends_at <= monthLater(new Date(await stackNow()))).toBe(true)
    },
  )

  for (const [name, tier, scaffolds, images] of [
    ['free', 'free', 3, 5],
    ['pro', 'pro', 50, 100],
    ['team', 'team', 50, 100],
    ['agency', 'team', 50, 100],
  ] as const) {
    verifies('PLA-2.3-2', `returns 200 with the tier ${tier} for the demo user ${name}`, async () => {
      const { status, body } = await call<Usage>('GET', '/api/usage', { key: platformKeyOf(name), as: 'getUsage' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ tier, scaffolds: { limit: scaffolds }, images: { limit: images } })
    })
  }

  test('returns 200 with the paid period, and the free tier from its end', async () => {
    const ada = await newPerson()
    const org = await orgOf(ada)
    const at = await stackNow()
    const period = {
      period_start: new Date(at - 60_000).toISOString(),
      period_end: new Date(at + 86_400_000).toISOString(),
    }
    await setTier(org, { sku: 'pro', source: 'subscription', ...period })
    expect(await usage(ada)).toMatchObject({ tier: 'pro', cycle_ends_at: period.period_end })
    await setTier(org, { sku: 'pro', source: 'subscription', ...period, ends_at: new Date(at + 1).toISOString() })
    expect(await usage(ada)).toMatchObject({ tier: 'free', images: { used: 0, limit: 5 } })
  })

  verifies('PLA-2.1-3', 'returns 200 with the same usage for a session and a key of the organization', async () => {
    const ada = await newPerson()
    await setTier(await orgOf(ada), { sku: 'team' })
    const createdKey = await asPerson<{ key: string }>(ada, 'POST', '/api/keys', {
      body: { name: 'a' },
      as: 'createApiKey',
    })
    const { body, headers } = await call('GET', '/api/usage', { key: createdKey.body.key, as: 'getUsage' })
    expect(body).toEqual(await usage(ada))
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test("returns 200 without another organization's usage", async () => {
    const [ada, bob] = await Promise.all([newPerson(), newPerson('Bob')])
    await setTier(await orgOf(bob), { sku: 'agency' })
    expect((await usage(ada)).tier).toBe('free')
  })

  test('returns 400 for an unknown query parameter, 401 without a credential', async () => {
    const ada = await newPerson()
    expect((await asPerson(ada, 'GET', `/api/usage?x=${randomUUID()}`, { as: 'getUsage' })).status).toBe(400)
    expect((await call('GET', '/api/usage', { as: 'getUsage' })).status).toBe(401)
  })
})
