import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterEach, beforeEach } from 'vitest'
import { localClock } from '../../../../lib/local/aws/local-clock.ts'
import type { LocalClock } from '../../../../lib/local/aws/ports.ts'
import { type RunningStripe, type StripeOptions, startStripe } from '../../../../lib/local/stripe/stripe-server.ts'

export const DAY = 86_400_000
export const HOUR = 3_600_000

export const CATALOG = [
  { lookupKey: 'pro', cents: 2900, isMonthly: true, name: 'Pro' },
  { lookupKey: 'agency', cents: 7500, isMonthly: true, name: 'Agency' },
  { lookupKey: 'agent-credits-500', cents: 1250, isMonthly: false, name: '500 credits' },
]

/** Starts a webhook receiver that stores accepted webhooks. It first answers with the planned statuses. */
async function startReceiver() {
  const events: Stripe.Event[] = []
  const calls: { readonly body: string; readonly signature: string }[] = []
  const statuses: number[] = []
  const world = { secret: '', now: () => 0 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const signature = String(request.headers['stripe-signature'])
    calls.push({ body, signature })
    const status = statuses.shift() ?? 200
    if (status === 200) {
      const at = Math.floor(world.now() / 1000)
      events.push(Stripe.webhooks.constructEvent(body, signature, world.secret, 300, undefined, at * 1000))
    }
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`
  return { url, events, calls, statuses, world, server }
}

export interface StripeWorld {
  readonly stripe: Stripe
  readonly url: string
  readonly running: RunningStripe
  readonly clock: LocalClock
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>
  /** Returns the delivered events of this type, oldest first. */
  deliveredEvents(type: string): Stripe.Event[]
  /** Waits until no delivery is pending. */
  waitUntilSettled(): Promise<void>
  control(path: string, body?: object): Promise<Response>
  /** Submits a form of a page and returns the response. */
  submit(address: string, form: Record<string, string>): Promise<Response>
  restart(): Promise<StripeWorld>
}

interface WorldOptions extends Partial<Pick<StripeOptions, 'policy'>> {
  readonly start?: string
}

const undo: (() => Promise<void>)[] = []
let dir = ''

/** Gives every test a separate folder, and stops what it started. */
export function freshWorlds(): void {
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'signet-stripe-'))
  })
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
    rmSync(dir, { recursive: true, force: true })
  })
}

const clientOf = ({ url, apiKey }: RunningStripe, maxNetworkRetries = 0): Stripe => {
  const { hostname, port } = new URL(url)
  return new Stripe(apiKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries,
    apiVersion: '2026-10-28.endive',
  })
}

/** Starts a separate stand-in on a free port. Its clock moves only by `advance`. */
export async function stripeWorld({ start = '2026-01-10T12:00:00Z', policy }: WorldOptions = {}): Promise<StripeWorld> {
  const receiver = await startReceiver()
  undo.push(async () => {
    receiver.server.closeAllConnections()
    await new Promise((resolve) => receiver.server.close(resolve))
  })
  const begin = Date.parse(start)
  const open = async (lead: number): Promise<StripeWorld> => {
    const clock = localClock({ machineNow: () => begin, initialOffset: lead })
    const webhooks = () => [{ name: 'platform', url: receiver.url }]
    const running = await startStripe({ port: 0, dir, clock, catalog: CATALOG, webhooks, policy })
    running.start()
    Object.assign(receiver.world, { secret: running.webhookSecret, now: () => clock.now() })
    let isStopped = false
    const stop = async () => {
      if (!isStopped) await running.stop()
      isStopped = true
    }
    undo.push(stop)
    const pending = async () => {
      const response = await fetch(`${running.url}/_local/deliveries`)
      const { deliveries } = (await response.json()) as { deliveries: { status: string; attempts: unknown[] }[] }
      return deliveries.some(({ status, attempts }) => status === 'pending' && attempts.length === 0)
    }
    return {
      stripe: clientOf(running),
      url: running.url,
      running,
      clock,
      receiver,
      deliveredEvents: (type) => receiver.events.filter((event) => event.type === type),
      async waitUntilSettled() {
        while (await pending()) await new Promise((resolve) => setTimeout(resolve, 5))
      },
      control: (path, body) =>
        fetch(`${running.url}/_local/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body ?? {}),
        }),
      submit: (address, form) =>
        fetch(new URL(address, running.url), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }),
      async restart() {
        await stop()
        return open(clock.offset)
      },
    }
  }
  return open(0)
}

export const priceId = async (stripe: Stripe, lookupKey: string): Promise<string> => {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] })
  return data[0]!.id
}

/** Returns a customer who has bought the plan on the page. */
export async function subscribeCustomer(world: StripeWorld, number = '4242 4242 4242 4242', plan = 'pro') {
  const { stripe } = world
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { orgId: 'org-1' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: await priceId(stripe, plan), quantity: 1 }],
    success_url: 'http://127.0.0.1:9/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/back',
    client_reference_id: 'org-1',
    subscription_data: { metadata: { orgId: 'org-1', sku: plan } },
  })
  const response = await world.submit(session.url!, { number, action: 'pay' })
  return { customer, session: await stripe.checkout.sessions.retrieve(session.id), answer: response }
}
