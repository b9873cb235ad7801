import { describe, expect, test } from 'vitest'
import { billingOf, checkout, newBuyer, payByForm, stripeDashboard, waitForBilling } from '../../support/payments.ts'

describe('one plan bought in two tabs', () => {
  test('leaves one subscription: the younger one is ended and refunded, and grants nothing', async () => {
    const { person, org } = await newBuyer()
    const stripe = await stripeDashboard()
    const first = (await checkout(person)).body.url
    const id = first.split('/').at(-1) ?? ''
    const { customer } = await stripe.checkout.sessions.retrieve(id)
    const { data } = await stripe.prices.list({ lookup_keys: ['pro'] })
    // A checkout page created before the first one was recorded, for example in another region.
    const second = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: String(customer),
      line_items: [{ price: String(data[0]?.id), quantity: 1 }],
      success_url: 'http://127.0.0.1:9/done',
      subscription_data: { metadata: { orgId: org, productKey: 'pro' } },
    })
    await Promise.all([payByForm(first), payByForm(String(second.url))])
    const listSubscriptions = async () =>
      (await stripe.subscriptions.list({ customer: String(customer), status: 'all' })).data
    await expect
      .poll(async () => (await listSubscriptions()).map(({ status }) => status).sort(), { timeout: 30_000 })
      .toEqual(['active', 'canceled'])
    const invoices = await stripe.invoices.list({ customer: String(customer) })
    const refunds = await stripe.refunds.list()
    const duplicateRefunds = refunds.data.filter(({ metadata }) => metadata?.kind === 'duplicate')
    expect([invoices.data.length, duplicateRefunds.map(({ amount }) => amount)]).toEqual([2, [2900]])
    await waitForBilling(person, { tier: 'pro' })
    await expect.poll(async () => (await billingOf(person)).subscriptions.length, { timeout: 30_000 }).toBe(1)
  })
})
