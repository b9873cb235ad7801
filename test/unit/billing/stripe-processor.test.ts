import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CheckoutOrder, ProcessorError } from '../../../lambdas/billing/stripe/payment-processor.ts'
import { stripeClient } from '../../../lambdas/billing/stripe/stripe-client.ts'
import { stripeProcessor } from '../../../lambdas/billing/stripe/stripe-processor.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const requests: IncomingMessage[] = []
const answers: Answer[] = []
const server = createServer((request, response) => {
  requests.push(request)
  request.resume().once('end', () => (answers.shift() ?? refuse(500, { type: 'api_error' }))(request, response))
})

const send =
  (status: number, body: object): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' }).end(JSON.stringify(body))
  }
const refuse = (status: number, error: object): Answer =>
  send(status, { error: { message: 'No: sk_test_secret', ...error } })
const hangUp: Answer = (request) => request.socket.destroy()

let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  requests.length = 0
  answers.length = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const processor = () =>
  stripeProcessor({ stripe: stripeClient('sk_test_secret', address), mode: 'test', now: () => new Date() })
const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  const error: unknown = await work.then(() => undefined).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProcessorError)
  return error as Error
}
const price = { id: 'price_1', unit_amount: 2900, currency: 'usd', type: 'recurring' }
const order: CheckoutOrder = {
  customerId: 'cus_1',
  orgId: 'org-1',
  product: 'pro',
  successUrl: 'https://signet.example/done',
  cancelUrl: 'https://signet.example/back',
}

describe('the Stripe processor', () => {
  it('retries with the same key if the outcome of a call is unknown', async () => {
    answers.push(hangUp, send(200, { id: 'cus_1', object: 'customer' }))
    expect(await processor().createCustomer('org-1', 'cus:org-1')).toBe('cus_1')
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['cus:org-1', 'cus:org-1'])
    expect(requests[0]?.headers['stripe-version']).toBe('2026-10-28.endive')
  })

  it('throws ProcessorError without the API key if Stripe does not respond', async () => {
    answers.push(hangUp, hangUp)
    const { message } = await failureOf(processor().createCustomer('org-1', 'cus:org-1'))
    expect(message).toMatch(/^Stripe did not create a customer: /)
    answers.push(refuse(401, { type: 'invalid_request_error' }))
    expect((await failureOf(processor().hasSavedCard('cus_1'))).message).not.toContain('sk_test')
  })

  it('returns existing objects, and undefined for others', async () => {
    const missing = refuse(404, { type: 'invalid_request_error', code: 'resource_missing' })
    answers.push(missing, missing, missing)
    expect(await processor().subscription('sub_1')).toBeUndefined()
    expect(await processor().cancelAtPeriodEnd('sub_1')).toBeUndefined()
    expect(await processor().hasSavedCard('cus_1')).toBeUndefined()
    answers.push(send(200, { id: 'cus_1', object: 'customer', deleted: true }))
    expect(await processor().hasSavedCard('cus_1')).toBeUndefined()
  })

  it.each([
    ['of another amount', [{ ...price, unit_amount: 2901 }]],
    ['in another currency', [{ ...price, currency: 'eur' }]],
    ['that is paid once', [{ ...price, type: 'one_time' }]],
    ['that does not exist', []],
  ])('refuses to sell at a price %s', async (_, data) => {
    answers.push(send(200, { object: 'list', data, has_more: false }))
    const { message } = await failureOf(processor().openCheckout(order, 'co:1'))
    expect(message).toBe('Stripe has no price "pro" of 2900 cents, monthly')
    expect(requests).toHaveLength(1)
  })

  it('fetches a price once for two checkouts', async () => {
    const session = { id: 'cs_1', object: 'checkout.session', status: 'open', payment_status: 'unpaid', expires_at: 1 }
    answers.push(send(200, { object: 'list', data: [price], has_more: false }), send(200, session), send(200, session))
    const sharedProcessor = processor()
    await sharedProcessor.openCheckout(order, 'co:1')
    await sharedProcessor.openCheckout(order, 'co:2')
    expect(requests.map(({ url = '' }) => url.split('?')[0])).toEqual([
      '/v1/prices',
      '/v1/checkout/sessions',
      '/v1/checkout/sessions',
    ])
  })
})
