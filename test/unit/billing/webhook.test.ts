import { Refusal, rowTable, type SecretSource } from '@signet/kernel'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookEventRow } from '../../../lambdas/billing/contract/webhook-row.ts'
import type { StripeMessage } from '../../../lambdas/billing/settle/stripe-message.ts'
import { webhookRoute } from '../../../lambdas/billing/webhook/webhook-route.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { type CrashPoint, crashPoint, withCrash } from '../../support/crash-point.ts'
import { MALFORMED_EVENTS } from '../../support/other-forms.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { eventShape, subscriptionShape } from './stripe-shapes.ts'

const SECRET = 'whsec_new'
const OLD_SECRET = 'whsec_old'
const now = () => new Date()
const month = { start: new Date('2026-11-01T00:00:00Z'), end: new Date('2026-12-01T00:00:00Z') }

let table: TableWorld
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

let count = 0
// Typed by hand, because the compiler would take half a minute to spread unions of two hundred event types.
const eventOf = (members: object = {}): Stripe.Event => {
  count += 1
  const subscription = subscriptionShape('sub_1', 'cus_1', { org: 'org-1', product: 'pro', ...month })
  return Object.assign(eventShape(`evt_${count}`, 'customer.subscription.updated', subscription, now()), members)
}

interface SignatureOptions {
  readonly secret?: string
  readonly timestamp?: number
  readonly header?: string
}

const receiver = (
  crash?: CrashPoint,
  secretValue = { api_key: 'sk_test_1', webhook_secrets: [SECRET, OLD_SECRET] },
) => {
  const messages: StripeMessage[] = []
  const recorded: string[] = []
  const logged: string[] = []
  const queue = { send: async (message: StripeMessage) => void messages.push(message) }
  const events = rowTable(webhookEventRow, { db: table.db, table: TABLE, now })
  const secret: SecretSource = async () => JSON.stringify(secretValue)
  const { run } = webhookRoute({
    secret,
    events: crash ? { ...withCrash(events, crash), steps: events.steps } : events,
    queue: crash ? withCrash(queue, crash) : queue,
    metrics: { record: (name) => void recorded.push(name) },
    now,
  })
  const receive = async (
    event: Stripe.Event | string,
    { secret: signingSecret = SECRET, timestamp, header }: SignatureOptions = {},
  ) => {
    const payload = typeof event === 'string' ? event : JSON.stringify(event)
    const signed = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: signingSecret,
      ...(timestamp === undefined ? {} : { timestamp }),
    })
    const request = {
      body: new TextEncoder().encode(payload),
      headers: { 'stripe-signature': header ?? signed },
      log: createLog({ write: (line) => void logged.push(line) }),
    }
    const answer = await run(request as never)
    return answer instanceof Refusal ? answer.code : (answer as { status: number }).status
  }
  return { receive, messages, recorded, logged }
}

describe('the Stripe webhook', () => {
  it('queues an event with its subject, and stores it', async () => {
    const { receive, messages } = receiver()
    const event = eventOf()
    expect(await receive(event)).toBe(200)
    expect(messages).toEqual([
      {
        event_id: event.id,
        type: 'customer.subscription.updated',
        subject: 'customer',
        object_id: 'sub_1',
        customer_id: 'cus_1',
      },
    ])
    const [row] = await table.rows(`WH#${event.id}`)
    expect(row).toMatchObject({ state: 'queued', object_id: 'sub_1' })
    // -2: to within 50 seconds.
    expect(Number(row?.ttl) - Date.now() / 1000).toBeCloseTo(40 * 86_400, -2)
  })

  it('accepts either of two secrets, and does not queue a repeated event', async () => {
    const { receive, messages } = receiver()
    const event = eventOf()
    expect(await receive(event, { secret: OLD_SECRET })).toBe(200)
    expect(await receive(event)).toBe(200)
    expect(messages).toHaveLength(1)
  })

  it('finds the customer of a detached card', async () => {
    const { receive, messages } = receiver()
    const data = {
      object: { object: 'payment_method', id: 'pm_1', customer: null },
      previous_attributes: { customer: 'cus_9' },
    }
    expect(await receive(eventOf({ type: 'payment_method.detached', data } as never))).toBe(200)
    expect(messages).toMatchObject([{ subject: 'card', customer_id: 'cus_9' }])
  })

  it.each([
    ['a thin event of the second API', '{"id":"evt_1","object":"v2.core.event","type":"v2.core.account.updated"}'],
    ['an event without an object', '{"id":"evt_1","object":"event","type":"invoice.paid","data":{}}'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['invalid JSON', 'x'],
  ])('accepts and reports a signed event of another format: %s', async (_, body) => {
    const { receive, messages, recorded } = receiver()
    expect(await receive(body)).toBe(200)
    expect([messages, recorded]).toEqual([[], ['WebhooksOfOtherForm']])
  })

  it.each(Object.entries(MALFORMED_EVENTS))('accepts a signed event of another format: %s', async (_, body) => {
    const { receive, messages, recorded } = receiver()
    expect(await receive(JSON.stringify(body))).toBe(200)
    expect([messages, recorded]).toEqual([[], ['WebhooksOfOtherForm']])
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'ignores a type that is a property name of every object: %s',
    async (type) => {
      const { receive, messages } = receiver()
      expect(await receive(eventOf({ type } as never))).toBe(200)
      expect(messages).toEqual([])
    },
  )

  it('accepts and ignores unhandled types', async () => {
    const { receive, messages } = receiver()
    expect(await receive(eventOf({ type: 'invoice.finalized' }))).toBe(200)
    expect(await receive(eventOf({ type: 'an.event.of.next.year' } as never))).toBe(200)
    expect(messages).toEqual([])
  })

  const invalidSignatures: readonly (readonly [string, SignatureOptions])[] = [
    ['of another secret', { secret: 'whsec_of_somebody' }],
    ['of 1970', { timestamp: 1 }],
    ['of six minutes ago', { timestamp: Math.floor(Date.now() / 1000) - 360 }],
    ['that is missing', { header: '' }],
    ['that is malformed', { header: 'not a signature' }],
    ['of an older scheme', { header: `t=${Math.floor(Date.now() / 1000)},v0=00` }],
  ]
  for (const [name, options] of invalidSignatures) {
    it(`refuses a signature ${name}`, async () => {
      const { receive, messages, recorded, logged } = receiver()
      const event = eventOf()
      expect(await receive(event, options)).toBe('bad_signature')
      expect(messages).toEqual([])
      expect(recorded).toEqual(['WebhooksRefused'])
      expect(logged.join()).not.toMatch(/whsec|cus_1/)
      expect(await table.rows(`WH#${event.id}`)).toEqual([])
    })
  }

  it('refuses a body that was changed, even by a space', async () => {
    const { receive } = receiver()
    const payload = JSON.stringify(eventOf())
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })
    expect(await receive(`${payload} `, { header })).toBe('bad_signature')
  })

  it('refuses events of the other mode', async () => {
    const { receive, messages } = receiver()
    expect(await receive(eventOf({ livemode: true }))).toBe('foreign_mode')
    const live = receiver(undefined, { api_key: 'rk_live_1', webhook_secrets: [SECRET] } as never)
    expect(await live.receive(eventOf())).toBe('foreign_mode')
    expect(await live.receive(eventOf({ livemode: true }))).toBe(200)
    expect(messages).toEqual([])
  })

  it('accepts and reports an event of another API version', async () => {
    const { receive, messages, recorded } = receiver()
    expect(await receive(eventOf({ api_version: '2024-06-20' }))).toBe(200)
    expect(recorded).toEqual(['WebhooksOfOtherVersion'])
    expect(messages).toHaveLength(1)
  })

  it('queues a repeated event after a crash at any call', async () => {
    for (const moment of ['before', 'after'] as const) {
      for (let at = 0; ; at++) {
        const crash = crashPoint(at, moment)
        const { receive, messages } = receiver(crash)
        const event = eventOf()
        await receive(event).catch((error: Error) => expect(error.name).toBe('Killed'))
        if (!crash.hasCrashed) break
        expect(await receive(event)).toBe(200)
        expect(messages.length, `${moment} call ${at}`).toBeGreaterThanOrEqual(1)
      }
    }
  })

  it('reports missing credentials, and does not show malformed ones', async () => {
    const missing = Object.assign(new Error('none'), { name: 'ResourceNotFoundException' })
    const deps = {
      events: rowTable(webhookEventRow, { db: table.db, table: TABLE, now }),
      queue: { send: async () => {} },
      metrics: { record: () => {} },
      now,
    }
    const request = { body: new Uint8Array(), headers: {}, log: createLog({ write: () => {} }) } as never
    const runWithoutCredentials = webhookRoute({ ...deps, secret: () => Promise.reject(missing) }).run
    await expect(runWithoutCredentials(request)).rejects.toMatchObject({ code: 'unavailable' })
    const runWithMalformed = webhookRoute({ ...deps, secret: async () => 'sk_test_secret' }).run
    await expect(runWithMalformed(request)).rejects.toThrow(/must be \{"api_key"/)
    await expect(runWithMalformed(request)).rejects.not.toThrow(/sk_test_secret/)
  })
})
