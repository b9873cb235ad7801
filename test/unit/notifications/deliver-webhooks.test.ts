import { webhookSecrets } from '@signet/notifications/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DeliverDeps,
  deliverNotice,
  NoticeMessage,
} from '../../../lambdas/notifications/deliver-webhooks/deliver-notice.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { silentLog } from '../../support/paid-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { NOW, observeOver } from '../observe/observe-world.ts'
import { createEntry, evaluateAs, eventsOf, minutes, ruleOf, sendTraces } from '../observe/rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const SECOND = 1_000
const URL = 'https://hooks.example/alerts'

/** A receiver with the given answers, and the queue of further attempts. */
const receiver = (statuses: readonly number[]) => {
  const deliveries: { readonly id: string; readonly body: string; readonly signature: string }[] = []
  const queued: { readonly body: object; readonly delaySeconds?: number | undefined }[] = []
  const fetch = (async (_url: string, { headers = {}, body }: { headers?: Record<string, string>; body?: string }) => {
    deliveries.push({
      id: headers['webhook-id'] ?? '',
      body: body ?? '',
      signature: headers['webhook-signature'] ?? '',
    })
    return { status: statuses[deliveries.length - 1] ?? 200, headers: {}, body: Buffer.alloc(0) }
  }) as unknown as DeliverDeps['fetch']
  const queue: DeliverDeps['queue'] = {
    send: async ({ body, delaySeconds }) => void queued.push({ body, delaySeconds }),
  }
  return { deliveries, queued, fetch, queue }
}

type Receiver = ReturnType<typeof receiver>

const deliverAt = (at: number, { fetch, queue }: Receiver, cut = crashPoint(-1, 'before')) => {
  const { tables } = observeOver(world, { at, crash: cut })
  const secrets = webhookSecrets(async () => 'pepper', tables.now)
  return deliverNotice({ ...tables, secrets, queue, fetch, allowAddresses: [], random: () => 0, log: silentLog })
}

/** Returns the key of the notification of an incident that has just started, from its event. */
const startedNoticeKey = async (tenant: string) => {
  const observe = observeOver(world)
  await createEntry(observe, tenant, ruleOf('errors', { notify: { webhook_url: URL, mail: null } }))
  await sendTraces(observe, tenant, NOW, { bad: 10 })
  await evaluateAs(observe)(tenant)
  const [event] = await eventsOf(world, tenant)
  return NoticeMessage.parse(event)
}

const stateOf = async (tenant: string) => {
  const [row] = await world.partition(`OBSNOTE#${tenant}`)
  return [row?.state, row?.attempts, row?.last_status]
}

describe('the webhook of an incident', () => {
  it('reaches the receiver once, signed with the secret of the tenant', async () => {
    const key = await startedNoticeKey('sent')
    const hook = receiver([204])
    expect(await deliverAt(NOW, hook)(key)).toBe('delivered')
    expect(await deliverAt(NOW, hook)(key)).toBe('nothing due')
    expect(hook.deliveries).toHaveLength(1)
    expect([hook.deliveries[0]?.id, JSON.parse(hook.deliveries[0]?.body ?? '')]).toMatchObject([
      key.id,
      { type: 'observe.alert.firing' },
    ])
    expect(hook.deliveries[0]?.signature).toMatch(/^v1,/)
    const secret = await observeOver(world).routeNamed('getObserveWebhookSecret')('sent', {})
    const next = await observeOver(world).routeNamed('rotateObserveWebhookSecret')('sent', {})
    expect(secret.body.secret).toMatch(/^whsec_/)
    expect(next.body.secret).not.toBe(secret.body.secret)
  })

  it('retries on schedule with the same id and body', async () => {
    const key = await startedNoticeKey('again')
    const hook = receiver([500, 503, 200])
    expect(await deliverAt(NOW, hook)(key)).toBe('pending')
    expect(hook.queued).toEqual([{ body: key, delaySeconds: 5 }])
    // An early message has no effect.
    expect(await deliverAt(NOW + SECOND, hook)(key)).toBe('nothing due')
    expect(await deliverAt(NOW + 6 * SECOND, hook)(key)).toBe('pending')
    expect(await deliverAt(NOW + minutes(10), hook)(key)).toBe('delivered')
    expect(new Set(hook.deliveries.map(({ id, body }) => id + body)).size).toBe(1)
    expect(await stateOf('again')).toEqual(['delivered', 3, 200])
  })

  it('fails without a retry when the receiver answers 410', async () => {
    const key = await startedNoticeKey('gone')
    const hook = receiver([410])
    expect(await deliverAt(NOW, hook)(key)).toBe('failed')
    expect(await stateOf('gone')).toEqual(['failed', 1, 410])
  })

  it('reaches its receiver after a crash at any call of an attempt', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const key = await startedNoticeKey(`dies ${name}`)
        const hook = receiver([])
        await deliverAt(NOW, hook, cut)(key).catch(() => undefined)
        // The queue redelivers the message, also too early.
        for (const second of [30, 60]) await deliverAt(NOW + second * SECOND, hook)(key)
        expect([name, (await stateOf(`dies ${name}`))[0]]).toEqual([name, 'delivered'])
        expect(hook.deliveries.length).toBeLessThanOrEqual(2)
      },
    )
    expect(runs).toBeGreaterThanOrEqual(4)
  })
})
