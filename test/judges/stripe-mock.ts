import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckoutSession, PaymentProcessor } from '../../lambdas/billing/stripe/payment-processor.ts'
import { stripeClient } from '../../lambdas/billing/stripe/stripe-client.ts'
import { stripeProcessor } from '../../lambdas/billing/stripe/stripe-processor.ts'
import { localClock } from '../../lib/local/aws/local-clock.ts'
import { CATALOG } from '../../lib/local/payments.ts'
import { startStripe } from '../../lib/local/stripe/stripe-server.ts'

/**
 * Sends every Stripe call of billing to Stripe's own stripe-mock as well, which checks paths, names and types of
 * parameters with Stripe's OpenAPI document. It has no state, so the responses come from the stand-in of the local
 * runner. `stripe-mock.ts PATH-OF-STRIPE-MOCK [--plant]`. With `--plant`, each call has an unknown
 * parameter, and the judge must fail.
 */
const [binary, plant] = process.argv.slice(2)
if (binary === undefined) throw new Error('Name the path of stripe-mock: stripe-mock.ts PATH-OF-STRIPE-MOCK')

const refusedCalls: string[] = []
const requestNames = new Set<string>()

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const waitForServer = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    const isReachable = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isReachable) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No server responds at ${url}`)
}

/** Returns the name of a request without ids: GET /v1/customers/:id. */
const requestNameOf = (method: string, path: string): string =>
  `${method} ${(path.split('?')[0] ?? '').replaceAll(/\/[a-z]+_(?:[a-z]+_)?(?:\w*\d\w*|none)/g, '/:id')}`

/** Starts a proxy that sends each request to the stand-in and to stripe-mock, and returns the stand-in's response. */
const startComparingProxy = async (standIn: string, mock: string) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = 'GET', url = '/' } = request
    const forwardedHeaders = ['authorization', 'content-type', 'idempotency-key', 'stripe-version']
    const headers = Object.fromEntries(
      forwardedHeaders.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
    )
    const body = method === 'POST' ? Buffer.concat(chunks) : undefined
    const planted =
      plant === '--plant' && body ? Buffer.concat([body, Buffer.from('&payment_method_typos[0]=card')]) : body
    const [standInResponse, mockResponse] = await Promise.all([
      fetch(standIn + url, { method, headers, ...(body ? { body } : {}) }),
      // The mock requires the prefix of a test-mode key.
      fetch(mock + url, {
        method,
        headers: { ...headers, authorization: 'Bearer sk_test_123' },
        ...(planted ? { body: planted } : {}),
      }),
    ])
    requestNames.add(requestNameOf(method, url))
    if (!mockResponse.ok)
      refusedCalls.push(
        `${requestNameOf(method, url)} ${body?.toString() ?? ''}: ${(await mockResponse.text()).slice(0, 400)}`,
      )
    response.writeHead(standInResponse.status, { 'content-type': 'application/json' }).end(await standInResponse.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

const pay = async ({ url }: CheckoutSession): Promise<void> => {
  const form = new URLSearchParams({ number: '4242 4242 4242 4242', action: 'pay' })
  const response = await fetch(String(url), { method: 'POST', body: form, redirect: 'manual' })
  if (response.status !== 303) throw new Error(`The checkout returned ${response.status}`)
}

const collectAll = async <T>(items: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(items)

const requireFirst = <T>([value]: readonly T[], what: string): T => {
  if (value === undefined) throw new Error(`The ${what} does not exist`)
  return value
}

/** Calls each method of the payment processor, for a customer who bought a plan twice and a pack of credits. */
const makeEveryCall = async (processor: PaymentProcessor, control: string): Promise<void> => {
  const since = new Date(Date.now() - 35 * 86_400_000)
  const customerId = await processor.createCustomer('org-1', 'cus:org-1')
  const pages = {
    customerId,
    orgId: 'org-1',
    successUrl: 'https://signet.example/done',
    cancelUrl: 'https://signet.example/back',
  }
  for (const [product, key] of [
    ['pro', 'a'],
    ['pro', 'b'],
    ['agent-credits-500', 'c'],
  ] as const) {
    const session = await processor.openCheckout({ ...pages, product }, `co:${key}`)
    await pay(session)
    await processor.checkout(session.id)
  }
  await processor.hasSavedCard(customerId)
  const method = await processor.savedCard(customerId)
  if (method === undefined) throw new Error('The payment method is not saved')
  const cardPayment = { customerId, orgId: 'org-1', product: 'agent-credits-500', method, reference: 'r' } as const
  await processor.chargeSavedCard(cardPayment, 'pur:1')
  await processor.cardChargeOf(cardPayment, since)
  await processor.portalUrl(customerId, 'https://signet.example/billing')
  const [current, twin] = await processor.subscriptions(customerId)
  const invoice = requireFirst(await processor.paidInvoices(customerId, since), 'invoice')
  await processor.listedInvoices(customerId, 10)
  await processor.invoice(invoice.id)
  await processor.returnedAmountOf(invoice.id)
  if (!current || !twin) throw new Error('The two subscriptions do not exist')
  await processor.endDuplicate(twin.id, current.id)
  await processor.cancelAtPeriodEnd(current.id)
  await processor.subscription(current.id)
  await collectAll(processor.payingCustomers(since))
  const payments = await collectAll(processor.paymentsSince(since))
  for (const { id } of payments) {
    await processor.payment(id)
    await processor.invoiceOf(id)
  }
  const reversal = requireFirst(await collectAll(processor.reversalsSince(since)), 'refund')
  await processor.refund(reversal.id)
  await processor.refundsOf('ch_none')
  const chargeList = await fetch(`${control}/v1/charges`, { headers: { authorization: `Bearer ${apiKey}` } })
  const charge = requireFirst(((await chargeList.json()) as { data: { id: string }[] }).data, 'charge').id
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ charge }) }
  const dispute = (await (await fetch(`${control}/_local/disputes`, init)).json()) as { id: string }
  await processor.dispute(dispute.id)
  await processor.deleteCustomer(customerId)
}

let apiKey = ''
let mock: ChildProcess | undefined
const dir = mkdtempSync(join(tmpdir(), 'signet-stripe-mock-'))
const standIn = await startStripe({
  port: 0,
  dir,
  clock: localClock({ machineNow: Date.now, initialOffset: 0 }),
  catalog: CATALOG,
})
try {
  standIn.start()
  apiKey = standIn.apiKey
  const port = await freePort()
  mock = spawn(binary, ['-http-port', String(port)], { stdio: 'ignore' })
  await waitForServer(`http://127.0.0.1:${port}/`)
  const proxy = await startComparingProxy(standIn.url, `http://127.0.0.1:${port}`)
  const real = stripeProcessor({ stripe: stripeClient(apiKey, proxy.url), mode: 'test', now: () => new Date() })
  const calledMethods = new Set<string>()
  const processor = new Proxy(real, {
    get(target, name: keyof PaymentProcessor & string) {
      calledMethods.add(name)
      return target[name]
    },
  })
  await makeEveryCall(processor, standIn.url)
  proxy.close()
  const uncalledMethods = Object.keys(real).filter((name) => name !== 'mode' && !calledMethods.has(name))
  for (const call of [...requestNames].sort()) console.log(`called  ${call}`)
  for (const line of refusedCalls) console.error(`Error: stripe-mock refuses ${line}`)
  for (const name of uncalledMethods)
    console.error(`Error: nothing calls ${name} of the payment processor; add it to makeEveryCall`)
  console.log(`${requestNames.size} kinds of requests, ${refusedCalls.length} refused by stripe-mock`)
  if (refusedCalls.length + uncalledMethods.length > 0 || requestNames.size < 15) process.exitCode = 1
} finally {
  mock?.kill()
  await standIn.stop()
  rmSync(dir, { recursive: true, force: true })
}
