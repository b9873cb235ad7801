import { organizationCreatedAt, orgKeys, roles, sessionReader } from '@signet/identity'
import { type Caller, idempotency, newUuid, quotas, rowTable } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import {
  accountTable as creditAccounts,
  entitlementTable,
  meters,
  organizationRecords,
  quotaNotices,
  tierStatuses,
} from '@signet/ledger'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountTable } from '../../../lambdas/accounts/people/account-table.ts'
import { sessionTable } from '../../../lambdas/accounts/people/session-table.ts'
import { checkoutRoute } from '../../../lambdas/billing/api/checkout-route.ts'
import { acceptedProducts } from '../../../lambdas/billing/checkout/catalog.ts'
import { startCheckout } from '../../../lambdas/billing/contract/billing.ts'
import { checkoutRow } from '../../../lambdas/billing/contract/billing-rows.ts'
import { inviteRow } from '../../../lambdas/billing/contract/invite-row.ts'
import { webhookEventRow } from '../../../lambdas/billing/contract/webhook-row.ts'
import { webhookRoute } from '../../../lambdas/billing/webhook/webhook-route.ts'
import { generateImageRoute } from '../../../lambdas/platform-images/api/generate-image.ts'
import type { CreatedImage } from '../../../lambdas/platform-images/contract/images.ts'
import { imageCountTable } from '../../../lambdas/platform-images/counts/image-count-table.ts'
import { usageRoute } from '../../../lambdas/usage/api/usage-route.ts'
import { keyAuthenticator } from '../../../layers/identity/src/key-table.ts'
import { limiter } from '../../../layers/kernel/src/limits/limiter.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { withOwnAccounts } from '../../support/own-accounts.ts'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { billingWorld } from './billing-world.ts'

/*
 * The cost of platform requests in DynamoDB. Authentication and rate limits are counted before the route and listed
 * separately: the cost of a checkout with a session is the sum of both.
 */

const PEPPER = async () => 'pepper'
const log = createLog({ write: () => {} })
const baseUrl = 'https://signet.example'

let table: TableWorld
let meter: TableMeter
beforeAll(async () => {
  table = await openTable()
  meter = tableMeter(table.db)
})
afterAll(() => table.close())

const costOf = async (work: () => Promise<unknown>) => {
  meter.begin()
  await work()
  return meter.costs()
}

/** Creates a user with an account, and the billing of their organization. */
const openWorld = async () => {
  const world = billingWorld(table.db)
  const { deps } = world
  const userId = newUuid()
  await accountTable(deps).ensure({ userId, email: `${userId}@people.example` })
  const sessions = sessionTable({ ...deps, pepper: PEPPER, newId: newUuid })
  const opened = await sessions.begin(await sessions.mintRelay(userId, 'browser'), 'browser', undefined)
  if (!opened) throw new Error('The session does not exist')
  const { session, token } = opened
  const { org_id: orgId, tenant_id: tenantId } = session
  const caller: Caller = { kind: 'session', userId, orgId, tenantId, scopes: [], rateKey: `user-${userId}` }
  const runRoute = async (run: unknown, request: object): Promise<number | string> => {
    const answer = await (run as (request: object) => Promise<{ status?: number; code?: string }>)({
      caller,
      log,
      baseUrl,
      headers: {},
      ...request,
    })
    return answer.status ?? String(answer.code)
  }
  return { world, deps, caller, token, org: String(session.org_id), ask: runRoute }
}

describe('the cost of authentication in DynamoDB', () => {
  it('equals 1 read unit with a session', async () => {
    const { deps, token } = await openWorld()
    const read = sessionReader({ ...deps, pepper: PEPPER })
    expect(await costOf(() => read(token))).toEqual({ writes: 0, indexWrites: 0, reads: 1, calls: 'GetItem' })
  })

  it('equals half a read unit with a key, and 1 write unit per minute to record its use', async () => {
    const { deps, caller, world } = await openWorld()
    const keys = orgKeys({ ...deps, prefix: 'plat_', knownScopes: ['flags:read'], pepper: PEPPER, newId: newUuid })
    const createdKey = await keys.create({ creator: caller, name: 'shop', scopes: ['flags:read'] })
    if (!('raw' in createdKey)) throw createdKey
    const authenticate = keyAuthenticator({ ...deps, prefix: 'plat_', pepper: PEPPER })
    const arrived = { sourceIp: '10.0.0.1', method: 'GET', origin: baseUrl, baseUrl }
    const credentials = { headers: { 'x-api-key': createdKey.raw }, ...arrived }
    const read = () => costOf(() => authenticate(credentials))
    expect(await read()).toEqual({ writes: 1, indexWrites: 0, reads: 0.5, calls: 'GetItem UpdateItem' })
    expect(await read()).toEqual({ writes: 0, indexWrites: 0, reads: 0.5, calls: 'GetItem' })
    world.clock.advance(60_001)
    expect(await read()).toMatchObject({ writes: 1 })
  })

  it('equals 1 write unit for a route with a rate, and none for a caller over the rate', async () => {
    const { deps, caller } = await openWorld()
    const limit = limiter({ ...deps, hashAddress: async () => 'address' })
    const exchange = { route: { endpoint: startCheckout }, caller, arrival: { sourceIp: '10.0.0.1' } } as never
    const count = () => costOf(() => limit(exchange, 'requests').catch(() => undefined))
    for (let i = 0; i < 10; i++) expect(await count()).toMatchObject({ writes: 1, reads: 0 })
    // The eleventh request is refused; further ones are refused without a call of the table.
    await count()
    expect(await count()).toMatchObject({ writes: 0, reads: 0, calls: '' })
  })
})

describe('the cost of platform routes in DynamoDB, without authentication', () => {
  const image = (id: string) => ({
    job_id: id,
    state: 'completed',
    original_prompt: 'a',
    final_prompt: 'a',
    asset_url: null,
    created_at: '2026-10-01T12:00:00.000Z',
  })

  const imageWorld = async () => {
    const { deps, ask } = await openWorld()
    const counters = quotas(deps, '/pricing')
    const tierStatusOf = tierStatuses({
      lookUp: organizationRecords(deps, organizationCreatedAt(deps)),
      now: deps.now,
      log,
    })
    const routeDeps = { ...deps, quotas: counters, meters: meters({ quotas: counters, tierStatusOf, ceiling: 1 }) }
    const sent = outbox({ table: outboxTable(deps), bus: { send: async (events) => events }, log })
    const notices = quotaNotices({ ...deps, outbox: sent })
    const { run } = generateImageRoute({
      ...routeDeps,
      images: { generate: async () => image(newUuid()) as never },
      counts: imageCountTable({ ...deps, notices }),
      notices,
      requests: idempotency<CreatedImage>(deps),
      newId: newUuid,
    })
    const usage = usageRoute(routeDeps)
    const generateImage = (headers: object = {}) =>
      costOf(async () => expect(await ask(run, { body: { prompt: 'a', quality_tier: 'draft' }, headers })).toBe(201))
    return { generateImage, readUsage: () => costOf(async () => expect(await ask(usage.run, {})).toBe(200)) }
  }

  it('equals 5 write units and 2.5 read units for an image; with an idempotency key, 7 write units', async () => {
    const { generateImage } = await imageWorld()
    const calls = [
      'GetItem GetItem', // the tier; when the organization was created, eventually consistent
      'UpdateItem', // reserve one unit of the quota
      'GetItem TransactWriteItems', // note that it is charged, and the rows of the image
    ].join(' ')
    expect(await generateImage()).toEqual({ writes: 5, indexWrites: 0, reads: 2.5, calls })
    expect(await generateImage({ 'idempotency-key': 'k' })).toMatchObject({ writes: 7, reads: 2.5 })
    expect(await generateImage({ 'idempotency-key': 'k' })).toMatchObject({ writes: 0, reads: 1 })
  })

  it('equals 5.5 read units for usage, which has four meters', async () => {
    const { readUsage } = await imageWorld()
    expect(await readUsage()).toMatchObject({
      writes: 0,
      reads: 5.5,
      calls: 'GetItem GetItem GetItem GetItem GetItem GetItem',
    })
  })

  it('equals 5 write units for the first checkout of an organization, and none while its page is open', async () => {
    const { world, deps, ask } = await openWorld()
    const { run } = checkoutRoute({
      ...world.settling,
      load: async () => world.processor,
      customersOf: () => world.customers,
      plans: world.plans,
      checkouts: rowTable(checkoutRow, deps),
      invites: rowTable(inviteRow, deps),
      entitlements: entitlementTable(deps),
      accounts: creditAccounts(withOwnAccounts(deps)),
      roleOf: roles(deps),
      acceptedKeys: acceptedProducts(''),
    })
    const checkout = () => costOf(async () => expect(await ask(run, { body: {} })).toBe(200))
    // Reads role, tier, plan, page and customer; writes the customer, its organization, and then the page.
    expect(await checkout()).toMatchObject({ writes: 5, indexWrites: 0, reads: 5 })
    expect(await checkout()).toMatchObject({ writes: 0, indexWrites: 0, reads: 4 })
  })

  it('equals 2 write units for a webhook event, and none for a repeated one', async () => {
    const { deps, ask } = await openWorld()
    const secret = 'whsec_1'
    const { run } = webhookRoute({
      secret: async () => JSON.stringify({ api_key: 'sk_test_1', webhook_secrets: [secret] }),
      events: rowTable(webhookEventRow, deps),
      queue: { send: async () => {} },
      metrics: { record: () => {} },
      now: deps.now,
    })
    const object = { id: 'in_1', object: 'invoice', customer: 'cus_1' }
    const event = { id: `evt_${newUuid()}`, object: 'event', type: 'invoice.paid', livemode: false, created: 1 }
    const payload = JSON.stringify({ ...event, api_version: '2026-10-28.endive', data: { object } })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
    const request = { body: new TextEncoder().encode(payload), headers: { 'stripe-signature': signature } }
    const receive = () => costOf(async () => expect(await ask(run, request)).toBe(200))
    expect(await receive()).toEqual({ writes: 2, indexWrites: 0, reads: 0, calls: 'PutItem UpdateItem' })
    expect(await receive()).toMatchObject({ writes: 0, reads: 1 })
  })

  it('equals 21 write units in the worker for a bought plan with tier and credits, whichever events report it', async () => {
    const { world, org } = await openWorld()
    world.acts.buyPlan(await world.customerOf(org), 'pro')
    const events = world.events.splice(0)
    expect(events.map(({ type }) => type)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ])
    const costs = []
    for (const event of [...events, ...events]) costs.push(await costOf(() => world.deliver(event)))
    expect(costs[0]).toMatchObject({ writes: 21, indexWrites: 5, reads: 9 })
    // The other events find that the work is done.
    expect(costs.slice(1).map(({ writes }) => writes)).toEqual([0, 0, 0, 0, 0])
    expect(costs.slice(1, 3).map(({ reads }) => reads)).toEqual([6, 8])
  })

  it('equals 15 write units in the worker for a pack of credits, including the opening of the account', async () => {
    const { world, org } = await openWorld()
    world.acts.buyOnce(await world.customerOf(org), 'agent-credits-500')
    const costs = []
    for (const event of world.events.splice(0)) costs.push(await costOf(() => world.deliver(event)))
    expect(costs).toMatchObject([
      { writes: 15, indexWrites: 2, reads: 5 },
      { writes: 0, indexWrites: 0, reads: 9 },
    ])
  })
})
