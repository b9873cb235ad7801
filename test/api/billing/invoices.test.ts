import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { demote, newBuyer, newSubscriber } from '../../support/payments.ts'
import { asPerson, type Person } from '../../support/people.ts'

interface Invoices {
  readonly invoices: readonly { readonly id: string; readonly url: string | null }[]
  readonly code?: string
}

const invoices = (person: Person) => asPerson<Invoices>(person, 'GET', '/api/billing/invoices', { as: 'listInvoices' })

describe('GET /api/billing/invoices', () => {
  test('returns 200 with the price of the plan and its page; other organizations do not see it', async () => {
    const { person } = await newSubscriber()
    const { status, body, headers } = await invoices(person)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body.invoices).toHaveLength(1)
    expect(body.invoices[0]).toMatchObject({
      id: expect.stringMatching(/^in_/),
      date: expect.any(String),
      amount: expect.any(Number),
      currency: 'usd',
      status: 'paid',
    })
    const { person: other } = await newBuyer()
    expect((await invoices(other)).body).toEqual({ invoices: [] })
  })

  test('returns 403 for a member who is neither owner nor admin, 401 without a credential', async () => {
    const { person, userId } = await newBuyer()
    await demote(userId)
    const { status, body } = await invoices(person)
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect((await call('GET', '/api/billing/invoices', { as: 'listInvoices' })).status).toBe(401)
  })
})
