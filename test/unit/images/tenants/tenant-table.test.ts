import { newUuid } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TENANTS_MAX } from '../../../../lambdas/images/tenants/tenant-table.ts'
import { openTenants, type Tenants } from './tenant-world.ts'

let tenantWorld: Tenants
beforeAll(async () => {
  tenantWorld = await openTenants()
})
afterAll(() => tenantWorld.world.close())

const refusal = (code: string) => ({ code })
const keysOf = async (tenantId: string) =>
  (await tenantWorld.world.rows('KEY#')).filter(({ tenant_id }) => tenant_id === tenantId).length

describe('create', () => {
  it('writes tenant, key and count together; the key authenticates the tenant, and no row contains it', async () => {
    const user = newUuid()
    const { row, raw, isReplay } = await tenantWorld.create(user)
    expect(isReplay).toBe(false)
    expect(await tenantWorld.tenants.get(user, row.tenant_id)).toEqual(row)
    expect(await tenantWorld.tenantOf(raw)).toBe(row.tenant_id)
    expect(JSON.stringify(await tenantWorld.world.rows())).not.toContain(raw)
  })

  it('publishes one event without the key; replays and refusals publish none', async () => {
    const user = newUuid()
    const idempotencyKey = { key: 'published', fingerprint: 'a' }
    const { row, raw } = await tenantWorld.create(user, idempotencyKey)
    await tenantWorld.create(user, idempotencyKey)
    const ofTenant = tenantWorld.busEvents.filter(({ subject }) => subject === row.tenant_id)
    expect(ofTenant).toEqual([
      expect.objectContaining({
        id: `${row.tenant_id}:1:tenant.created`,
        tenantid: row.tenant_id,
        data: expect.objectContaining({ user_id: user, api_key_prefix: row.api_key_prefix, rotated_at: null }),
      }),
    ])
    expect(JSON.stringify(ofTenant)).not.toContain(raw)
    tenantWorld.clock.advance(1_000)
    await tenantWorld.rotate(user, row.tenant_id)
    await tenantWorld.rotate(user, row.tenant_id)
    const rotated = tenantWorld.busEvents.filter(
      ({ subject, type }) => subject === row.tenant_id && type.includes('key_rotated'),
    )
    expect(rotated.map(({ id }) => id.slice(row.tenant_id.length))).toEqual([
      ':2:tenant.key_rotated',
      ':3:tenant.key_rotated',
    ])
    expect(await tenantWorld.world.rows('OUTBOX#')).toEqual([])
  })

  it('returns 409 at the limit, also for concurrent requests, and stores nothing of those', async () => {
    const user = newUuid()
    const results = await Promise.allSettled(Array.from({ length: TENANTS_MAX + 5 }, () => tenantWorld.create(user)))
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    // Requests that kept conflicting must be repeated; every other one has a tenant or the limit's refusal.
    expect(refused.every(({ code }) => code === 'tenant_limit_reached' || code === 'unavailable')).toBe(true)
    for (;;) {
      const next = await tenantWorld.create(user).catch((error: unknown) => error)
      if (next instanceof Error) {
        expect(next).toMatchObject(refusal('tenant_limit_reached'))
        break
      }
    }
    const { rows } = await tenantWorld.tenants.list(user, 100, undefined)
    expect(rows).toHaveLength(TENANTS_MAX)
    for (const { tenant_id } of rows) expect(await keysOf(tenant_id)).toBe(1)
    const ofUser = (await tenantWorld.world.rows('KEY#')).filter(({ user_id }) => user_id === user)
    expect(ofUser).toHaveLength(TENANTS_MAX)
  })

  it('with an idempotency key runs once: the same tenant and the same raw key, also for two concurrent requests', async () => {
    const user = newUuid()
    const idempotencyKey = { key: 'k', fingerprint: 'a' }
    const [one, two] = await Promise.all([
      tenantWorld.create(user, idempotencyKey),
      tenantWorld.create(user, idempotencyKey),
    ])
    const later = await tenantWorld.create(user, idempotencyKey)
    expect(new Set([one, two, later].map(({ raw, row }) => `${raw} ${row.tenant_id}`)).size).toBe(1)
    expect(later.isReplay).toBe(true)
    expect((await tenantWorld.tenants.list(user, 10, undefined)).rows).toHaveLength(1)
    await expect(tenantWorld.create(user, { key: 'k', fingerprint: 'b' })).rejects.toMatchObject(
      refusal('idempotency_mismatch'),
    )
    await expect(tenantWorld.create(newUuid(), { key: 'k', fingerprint: 'b' })).resolves.toMatchObject({
      isReplay: false,
    })
    tenantWorld.clock.advance(24 * 3_600_000 + 1_000)
    expect((await tenantWorld.create(user, { key: 'k', fingerprint: 'b' })).isReplay).toBe(false)
  })
})

describe('get and list', () => {
  it('return no tenants of other users', async () => {
    const { row } = await tenantWorld.create(newUuid())
    const other = newUuid()
    expect(await tenantWorld.tenants.get(other, row.tenant_id)).toBeUndefined()
    expect(await tenantWorld.rotate(other, row.tenant_id)).toBeUndefined()
    expect((await tenantWorld.tenants.list(other, 10, undefined)).rows).toEqual([])
  })

  it('list newest first, page by page, each tenant once', async () => {
    const user = newUuid()
    const createdIds: string[] = []
    for (let n = 0; n < 5; n++) createdIds.unshift((await tenantWorld.create(user)).row.tenant_id)
    const listedIds: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await tenantWorld.tenants.list(user, 2, cursor ?? undefined)
      listedIds.push(...page.rows.map(({ tenant_id }) => tenant_id))
      cursor = page.nextCursor
    } while (cursor)
    expect(listedIds).toEqual(createdIds)
  })
})

describe('rotate', () => {
  it('leaves one accepted key after concurrent rotations', async () => {
    const user = newUuid()
    const { row, raw } = await tenantWorld.create(user)
    const rotated = await Promise.all(Array.from({ length: 4 }, () => tenantWorld.rotate(user, row.tenant_id)))
    const all = [raw, ...rotated.map((each) => each?.raw ?? '')]
    const accepted = await Promise.all(all.map(tenantWorld.tenantOf))
    expect(accepted.filter((tenant) => tenant === row.tenant_id)).toHaveLength(1)
    expect(await keysOf(row.tenant_id)).toBe(1)
  })

  it('with an idempotency key runs once, and returns the same key again after a later rotation', async () => {
    const user = newUuid()
    const { row } = await tenantWorld.create(user)
    const idempotencyKey = { key: 'r', fingerprint: 'a' }
    const first = await tenantWorld.rotate(user, row.tenant_id, 60, idempotencyKey)
    const again = await tenantWorld.rotate(user, row.tenant_id, 60, idempotencyKey)
    expect([again?.raw, again?.isReplay, again?.row.old_key_until]).toEqual([
      first?.raw,
      true,
      first?.row.old_key_until,
    ])
    expect(await tenantWorld.tenantOf(first?.raw ?? '')).toBe(row.tenant_id)
    await tenantWorld.rotate(user, row.tenant_id)
    expect((await tenantWorld.rotate(user, row.tenant_id, 60, idempotencyKey))?.raw).toBe(first?.raw)
    expect(await tenantWorld.tenantOf(first?.raw ?? '')).toBeUndefined()
    await expect(tenantWorld.rotate(user, row.tenant_id, 0, { key: 'r', fingerprint: 'b' })).rejects.toMatchObject(
      refusal('idempotency_mismatch'),
    )
  })
})
