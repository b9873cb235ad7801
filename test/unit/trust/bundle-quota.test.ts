import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOTAL_BYTES_MAX } from '../../../lambdas/trust/contract/bundles.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bundlesOver, memoryObjects, sha256 } from './bundle-world.ts'
import { hashOf } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let nameCount = 0
const newTenant = () => {
  nameCount += 1
  return `bundle-tenant-${nameCount}`
}
const newHash = () => {
  nameCount += 1
  return sha256(`hash ${nameCount}`)
}
/** Clock that advances by some milliseconds per call. */
const now = () => {
  time += 5
  return new Date(time)
}
const objects = memoryObjects()
const options = () => ({ db: world.db, now, objects })
const bundles = () => bundlesOver(options())

describe('quota of an organization', () => {
  const fill = async (tenant: string, { count, byteSize }: { count: number; byteSize: number }) => {
    const { rows } = bundles()
    const hash = newHash()
    const org = `${tenant}-org`
    const sharedFields = {
      receipt_hash: hash,
      content_hash: hashOf('0'),
      mime_type: 'text/plain',
      display_name: 'A',
    } as const
    const times = { created_at: now().toISOString(), updated_at: now().toISOString() }
    for (let nth = 0; nth < count; nth++) {
      const row = {
        ...sharedFields,
        ...times,
        artifact_slug: `s-${nth}`,
        byte_size: byteSize,
        excerpt: null,
        signed: 0,
        access: 'public',
        object: `o-${nth}`,
      } as const
      await rows.putNew({ org, hash, slug: `s-${nth}` }, row)
    }
    return hash
  }

  it('allows 100 MiB across all bundles, without the bytes of replaced artifacts', async () => {
    const tenant = newTenant()
    const { put } = bundles()
    const hash = await fill(tenant, { count: 1, byteSize: TOTAL_BYTES_MAX - 10 })
    expect((await put(tenant, newHash(), 'a', { body: '01234567890' })).extras).toEqual({
      limit: TOTAL_BYTES_MAX,
      current: TOTAL_BYTES_MAX - 10,
    })
    expect((await put(tenant, newHash(), 'a', { body: '0123456789' })).status).toBe(201)
    expect((await put(tenant, newHash(), 'a', { body: '0' })).code).toBe('trust_storage_limit')
    expect((await put(tenant, hash, 's-0', { body: '0' })).status).toBe(200)
    expect((await put(tenant, newHash(), 'a', { body: '01234567890' })).status).toBe(201)
  })

  it('allows 500 artifacts across all bundles', async () => {
    const tenant = newTenant()
    const { put, remove } = bundles()
    const hash = await fill(tenant, { count: 500, byteSize: 1 })
    expect((await put(tenant, newHash(), 'a')).extras).toEqual({ limit: 500, current: 500 })
    expect((await remove(tenant, hash, 's-7')).status).toBe(204)
    expect((await put(tenant, newHash(), 'a')).status).toBe(201)
  })
})
