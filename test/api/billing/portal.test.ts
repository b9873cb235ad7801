import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { demote, newBuyer, newSubscriber } from '../../support/payments.ts'
import { asPerson, type Person } from '../../support/people.ts'

const portal = (person: Person) =>
  asPerson<{ url: string; code?: string }>(person, 'POST', '/api/billing/portal', { as: 'openPortal' })

describe('POST /api/billing/portal', () => {
  verifies('PLA-4.10-10', 'returns 200 with a page that shows the subscription and offers no other plan', async () => {
    const { person } = await newSubscriber()
    const { status, body } = await portal(person)
    expect(status).toBe(200)
    const page = await (await fetch(body.url)).text()
    expect(page).toContain('Signet Pro')
    expect(page).not.toContain('Agency')
  })

  verifies('PLA-4.10-11', 'returns 422 for an organization without purchases', async () => {
    const { person } = await newBuyer()
    const { status, body } = await portal(person)
    expect([status, body.code]).toEqual([422, 'no_stripe_customer'])
  })

  test('returns 403 for a member who is neither owner nor admin', async () => {
    const { person, userId } = await newBuyer()
    await demote(userId)
    const { status, body } = await portal(person)
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test('returns 401 without a credential', async () => {
    expect((await call('POST', '/api/billing/portal', { as: 'openPortal' })).status).toBe(401)
  })
})
