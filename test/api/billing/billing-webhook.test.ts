import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage, runFunction, stackNow } from '../../support/control.ts'
import { MALFORMED_EVENTS } from '../../support/other-forms.ts'
import { billingOf, checkout, newBuyer, payByForm, waitForBilling, webhookSecret } from '../../support/payments.ts'

const event = (members: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type: 'invoice.finalized',
  livemode: false,
  created: 1,
  api_version: '2026-10-28.endive',
  data: { object: { id: 'in_1', object: 'invoice' } },
  ...members,
})

const receive = async (body: unknown, { secret, type }: { secret?: string; type?: string } = {}) => {
  const payload = JSON.stringify(body)
  const timestamp = Math.floor((await stackNow()) / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? (await webhookSecret()),
    timestamp,
  })
  return call<{ received?: boolean; code?: string }>('POST', '/api/billing/webhook', {
    raw: payload,
    headers: { 'stripe-signature': signature, ...(type ? { 'content-type': type } : {}) },
    as: 'receiveStripeEvent',
  })
}

afterEach(endOutages)

describe('POST /api/billing/webhook', () => {
  test('returns 200 for events signed by Stripe, also when repeated', async () => {
    const sent = event({ type: 'customer.updated', data: { object: { id: 'cus_of_nobody', object: 'customer' } } })
    for (let i = 0; i < 3; i++) {
      const { status, body } = await receive(sent)
      expect([status, body]).toEqual([200, { received: true }])
    }
  })

  test('returns 400 without a reason for events that are unsigned or signed with another secret', async () => {
    const forged = await receive(event(), { secret: 'whsec_of_somebody' })
    expect([forged.status, forged.body.code]).toEqual([400, 'bad_signature'])
    const unsigned = await call('POST', '/api/billing/webhook', { raw: '{}', as: 'receiveStripeEvent' })
    expect(unsigned.body).toEqual(forged.body)
  })

  test('returns 400 for events of the other mode', async () => {
    const { status, body } = await receive(event({ livemode: true }))
    expect([status, body.code]).toEqual([400, 'foreign_mode'])
  })

  test('returns 200 for signed events of another format or version, so that Stripe does not repeat them', async () => {
    for (const [name, body] of Object.entries(MALFORMED_EVENTS)) {
      const { status, body: answered } = await receive(body)
      expect([name, status, answered]).toEqual([name, 200, { received: true }])
    }
    expect((await receive(event({ api_version: '2019-12-03', type: 'customer.updated' }))).status).toBe(200)
  })

  test('returns 413 for a large body, 415 for a body that is not JSON', async () => {
    expect((await receive(event({ padding: 'x'.repeat(300_000) }))).status).toBe(413)
    expect((await receive(event(), { type: 'text/plain' })).status).toBe(415)
  })

  test('returns 503 while the table is throttled and 500 while it is broken, so that Stripe repeats the event', async () => {
    const webhookEvent = event({
      type: 'customer.updated',
      data: { object: { id: 'cus_of_nobody', object: 'customer' } },
    })
    for (const [type, status] of [
      ['ProvisionedThroughputExceededException', 503],
      ['ResourceNotFoundException', 500],
    ] as const) {
      await planOutage({ function: 'billing-webhook', service: 'dynamodb', times: 100, status: 400, type })
      expect((await receive(webhookEvent)).status).toBe(status)
      await endOutages()
    }
    expect((await receive(webhookEvent)).status).toBe(200)
  })
})

describe('the billing reconciliation', () => {
  test('grants purchases whose Stripe events were lost', async () => {
    const { person } = await newBuyer()
    await planOutage({ function: 'billing-webhook', service: 'sqs', times: 10_000 })
    const { body } = await checkout(person)
    await payByForm(body.url)
    expect(await billingOf(person)).toMatchObject({ tier: 'free' })
    await runFunction('billing-reconcile')
    await waitForBilling(person, { tier: 'pro' })
  })
})
