import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { PRODUCTS } from '@signet/ledger'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STRIPE_ADDRESS, standInForStripe } from '../../../lib/local/payments.ts'
import { localAddresses } from '../../../lib/local/stand-ins.ts'
import type { RunningStripe } from '../../../lib/local/stripe/stripe-server.ts'
import { openWorld, removeDir, type World } from '../local-aws/world.ts'

const ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:stripe-abcdef'
const BILLING = { environment: { STRIPE_API: STRIPE_ADDRESS, STRIPE_SECRET: ARN } }
const OTHER = { environment: { TABLE_NAME: 'table' } }

let world: World
const running: (RunningStripe | undefined)[] = []
beforeEach(async () => {
  world = await openWorld()
  await world.aws.declareSecret({ name: 'stripe', arn: ARN })
})
afterEach(async () => {
  for (const stripe of running.splice(0)) await stripe?.stop()
  await world.close()
  removeDir(world.dir)
})

const start = async (functions: { environment: Record<string, string> }[], platform?: string) => {
  const { aws, dir } = world
  const stripe = await standInForStripe({
    port: 0,
    state: dir,
    aws,
    functions,
    platform: () => platform,
    log: () => {},
  })
  running.push(stripe)
  return stripe
}

describe('payments of the local runner', () => {
  it("the stand-in starts only for functions that use Stripe, and replaces Stripe's address", async () => {
    expect(await start([OTHER])).toBeUndefined()
    expect(await start([{ environment: { STRIPE_API: 'http://127.0.0.1:12111' } }])).toBeUndefined()
    const stripe = await start([OTHER, BILLING])
    const app = { userPools: [] } as unknown as Parameters<typeof localAddresses>[1]
    const toLocal = localAddresses([], app, { issuer: undefined, stripe })
    expect([toLocal(STRIPE_ADDRESS), toLocal('https://api.stripe.com.example')]).toEqual([
      stripe!.url,
      'https://api.stripe.com.example',
    ])
  })

  it("the keys are written to the functions' secret, and stay the same across starts", async () => {
    const keys = async () =>
      JSON.parse((await world.secrets.send(new GetSecretValueCommand({ SecretId: ARN }))).SecretString!)
    const first = await start([BILLING])
    const value = await keys()
    expect(value).toEqual({ api_key: first!.apiKey, webhook_secrets: [first!.webhookSecret] })
    expect(value.api_key).toMatch(/^sk_test_\w+$/)
    await running.pop()!.stop()
    await world.secrets.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: '{}' }))
    await start([BILLING])
    expect(await keys()).toEqual(value)
  })

  it("the catalog matches the ledger's products, and webhooks go to the platform", async () => {
    const webhooks: string[] = []
    const platform = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      webhooks.push(`${request.url} ${(JSON.parse(body) as Stripe.Event).type}`)
      response.end()
    })
    await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
    const stripe = (await start([BILLING], `http://127.0.0.1:${(platform.address() as AddressInfo).port}`))!
    const { hostname, port } = new URL(stripe.url)
    const client = new Stripe(stripe.apiKey, { host: hostname, port, protocol: 'http' })
    const { data } = await client.prices.list({ limit: 100, active: true })
    const sold = Object.entries(PRODUCTS).map(([key, { cents, billed }]) => [key, cents, billed === 'monthly'])
    expect(data.map(({ lookup_key, unit_amount, recurring }) => [lookup_key, unit_amount, recurring !== null])).toEqual(
      sold.toReversed(),
    )
    await client.customers.create()
    expect(webhooks).toEqual([])
    stripe.start()
    while (webhooks.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(webhooks).toEqual(['/api/billing/webhook customer.created'])
    platform.closeAllConnections()
    await new Promise((resolve) => platform.close(resolve))
  })
})
