import { newUuid } from '@signet/kernel'
import { secretTable, signedHeaders, webhookSecrets } from '@signet/notifications/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { verifyWebhook } from '../../support/verified-webhook.ts'

const HOUR_MS = 3_600_000
let table: TableWorld
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

const tenant = () => {
  const clock = manualClock()
  const tenantId = newUuid()
  const states = secretTable({ db: table.db, table: TABLE, now: clock.now })
  const secrets = webhookSecrets(async () => 'pepper', clock.now)
  return {
    clock,
    tenantId,
    rotate: (key?: string) => states.rotate(tenantId, key),
    current: async () => secrets.current(tenantId, await states.read(tenantId)),
    signing: async () => secrets.signing(tenantId, await states.read(tenantId)),
  }
}

describe('the webhook signature', () => {
  it('matches the example that the specification and its libraries publish', () => {
    const event = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    expect(signedHeaders(event, [secret], 1_614_265_330)['webhook-signature']).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })
})

describe('the webhook secret of a tenant', () => {
  it('has 32 bytes after whsec_, is unique and stable, and appears nowhere in the table', async () => {
    const one = tenant()
    const other = tenant()
    const secret = await one.current()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await one.current()).toBe(secret)
    expect(await other.current()).not.toBe(secret)
    await one.rotate()
    expect(JSON.stringify(await table.rows())).not.toContain(secret.slice(6, 20))
  })

  it('changes by rotation, and the previous one also signs for 24 hours', async () => {
    const { rotate, current, signing, clock } = tenant()
    const old = await current()
    await rotate()
    const rotated = await current()
    expect(rotated).not.toBe(old)
    expect(await signing()).toEqual([rotated, old])
    const event = { id: 'msg_1', body: '{}' }
    const headers = signedHeaders(event, await signing(), 1_000)
    for (const secret of [old, rotated]) expect(verifyWebhook({ headers, body: '{}' }, secret, 1_000)).toEqual({})
    clock.advance(24 * HOUR_MS - 1)
    expect(await signing()).toEqual([rotated, old])
    clock.advance(1)
    expect(await signing()).toEqual([rotated])
    expect(verifyWebhook({ headers: signedHeaders(event, await signing(), 1_000), body: '{}' }, old, 1_000)).toBe(
      'no signature is valid',
    )
  })

  it('rotates once for repeated and concurrent requests with the same idempotency key', async () => {
    const { rotate, current, signing } = tenant()
    const first = await rotate('k')
    expect(await rotate('k')).toEqual({ state: first.state, isReplay: true })
    const before = await current()
    await Promise.all([rotate(), rotate(), rotate()])
    const same = await Promise.all([rotate('one'), rotate('one'), rotate('one')])
    expect(same.filter(({ isReplay }) => isReplay)).toHaveLength(2)
    expect(new Set(same.map(({ state }) => state.generation)).size).toBe(1)
    expect(await current()).not.toBe(before)
    expect(await signing()).toHaveLength(5)
    await rotate()
    expect(await signing()).toHaveLength(5)
  })

  it('rotates once in 24 hours for each of several keys, in any order of retries', async () => {
    const { rotate, current, clock } = tenant()
    await rotate('a')
    await rotate('b')
    const secret = await current()
    for (const key of ['a', 'b', 'a']) expect((await rotate(key)).isReplay).toBe(true)
    expect(await current()).toBe(secret)
    clock.advance(24 * HOUR_MS - 1)
    expect((await rotate('a')).isReplay).toBe(true)
    clock.advance(1)
    expect((await rotate('a')).isReplay).toBe(false)
    expect(await current()).not.toBe(secret)
  })
})
