import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ARTIFACT_BYTES_MAX, BODY_BYTES_MAX, TOTAL_BYTES_MAX } from '../../../lambdas/trust/contract/bundles.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { bundlesOver, faultsOf, memoryObjects, sha256 } from './bundle-world.ts'
import { storeReceipt } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const objects = memoryObjects()
const options = () => ({ db: world.db, now: () => new Date(time), objects })
const bundles = () => bundlesOver(options())

let tenantCount = 0
/** Returns a new tenant and hash. */
const newTenantAndHash = () => {
  tenantCount += 1
  return { tenant: `large-tenant-${tenantCount}`, hash: sha256(`large ${tenantCount}`) }
}

describe('large artifact', () => {
  it('one commit stores it with its metadata; a retry returns the same response', async () => {
    const { tenant, hash } = newTenantAndHash()
    const { send, commit, get } = bundles()
    const upload = { body: '# All is well', type: 'text/markdown', name: 'Overview', excerpt: 'In short' }
    const overview = await send(tenant, hash, 'Overview', { ...upload, signed: 'true' })
    expect([overview.status, (await get(tenant, hash, 'overview')).code]).toEqual([303, 'not_found'])
    expect(overview.headers.location).toBe(
      `https://signet.example/api/trust/bundle/${hash}/overview/commit/${overview.id}`,
    )
    const firstReply = await commit(tenant, hash, 'Overview', overview.id)
    expect([firstReply.status, firstReply.body]).toMatchObject([
      201,
      {
        created: true,
        content_hash: sha256(upload.body),
        warnings: [],
        row: { display_name: 'Overview', excerpt: 'In short', signed: 1, mime_type: 'text/markdown', byte_size: 13 },
      },
    ])
    time += 60_000
    expect(await commit(tenant, hash, 'overview', overview.id)).toEqual(firstReply)
    expect([await objects.list('staging/'), await faultsOf(options(), tenant)]).toEqual([[], []])
  })

  it('returns the same commit response after it was replaced, and does not restore the old version', async () => {
    const { tenant, hash } = newTenantAndHash()
    const { send, commit, put, get } = bundles()
    const { id } = await send(tenant, hash, 'a')
    const firstReply = await commit(tenant, hash, 'a', id)
    await put(tenant, hash, 'a', { body: 'Later' })
    expect(await commit(tenant, hash, 'a', id)).toEqual(firstReply)
    expect((await get(tenant, hash, 'a')).body.content_hash).toBe(sha256('Later'))
  })

  it('contains the bytes at the time of the commit: changes during the commit are refused, later changes are ignored', async () => {
    const { tenant, hash } = newTenantAndHash()
    const { send, commit, get } = bundles()
    const { id } = await send(tenant, hash, 'a', { body: 'One' })
    const head = async (key: string) => {
      const facts = await objects.head(key)
      await objects.put(key, Buffer.from('Two'))
      return facts
    }
    const changing = bundlesOver({ ...options(), objects: { ...objects, head } })
    expect((await changing.commit(tenant, hash, 'a', id)).code).toBe('unavailable')
    expect((await get(tenant, hash, 'a')).code).toBe('not_found')
    expect((await commit(tenant, hash, 'a', id)).body.content_hash).toBe(sha256('Two'))
    await objects.put(`staging/${id}`, Buffer.from('Three'))
    expect((await commit(tenant, hash, 'a', id)).body.content_hash).toBe(sha256('Two'))
    expect(await faultsOf(options(), tenant)).toEqual([])
  })

  it('returns 404 for other organizations, other slugs, missing bytes and uploads older than a day', async () => {
    const { tenant, hash } = newTenantAndHash()
    const { tenant: otherTenant, hash: otherHash } = newTenantAndHash()
    const { send, commit } = bundles()
    const { id } = await send(tenant, hash, 'a')
    // No upload has this ID.
    const absent = await commit(tenant, hash, 'a', '01a21cf3-d2fe-7121-83aa-a473c7becad3')
    expect(absent.code).toBe('not_found')
    expect(await commit(otherTenant, hash, 'a', id)).toEqual(absent)
    expect(await commit(tenant, hash, 'b', id)).toEqual(absent)
    expect(await commit(tenant, otherHash, 'a', id)).toEqual(absent)
    const expiredUpload = await send(tenant, hash, 'late')
    await objects.remove([`staging/${expiredUpload.id}`])
    expect(await commit(tenant, hash, 'late', expiredUpload.id)).toEqual(absent)
    time += 25 * 3_600_000
    expect(await commit(tenant, hash, 'a', id)).toEqual(absent)
  })

  it('a commit validates type, size, encoding and body like any upload', async () => {
    const { tenant, hash } = newTenantAndHash()
    const { send, commit, list } = bundles()
    const refusalOf = async (body: string | Uint8Array, type: string) => {
      const { id } = await send(tenant, hash, 'a', { body, type })
      const { code, extras } = await commit(tenant, hash, 'a', id)
      return [code, extras.rule ?? extras.limit]
    }
    expect(await refusalOf('Not a PDF', 'application/pdf')).toEqual(['unsupported_media_type', 'pdf_header'])
    expect(await refusalOf('{"a":"\ufffd"}', 'application/json')).toEqual(['unsupported_media_type', 'utf8'])
    const maxBytes = Buffer.alloc(ARTIFACT_BYTES_MAX, 'a')
    expect(await refusalOf(Buffer.concat([maxBytes, Buffer.from('a')]), 'text/plain')).toEqual([
      'payload_too_large',
      ARTIFACT_BYTES_MAX,
    ])
    expect((await refusalOf('', 'text/plain'))[0]).toBe('invalid_input')
    expect((await list(tenant, hash)).body.count).toBe(0)
    const { id } = await send(tenant, hash, 'a', { body: maxBytes })
    expect((await commit(tenant, hash, 'a', id)).body).toMatchObject({ row: { byte_size: ARTIFACT_BYTES_MAX } })
  })

  it("staging is refused for invalid headers, another organization's hash and an exceeded quota", async () => {
    const { tenant, hash } = newTenantAndHash()
    const { hash: foreignHash } = newTenantAndHash()
    const { send, put, rows } = bundles()
    expect((await send(tenant, hash, 'a', { name: null })).code).toBe('invalid_input')
    expect((await send(tenant, hash, 'a', { type: 'image/png' })).code).toBe('unsupported_media_type')
    await storeReceipt(options(), 'somebody', foreignHash)
    expect((await send(tenant, foreignHash, 'a')).code).toBe('cross_tenant_conflict')
    await put(tenant, hash, 'full')
    const row = await rows.get({ org: `${tenant}-org`, hash, slug: 'full' })
    if (!row) throw new Error('The artifact was not stored')
    await rows.replace({ org: `${tenant}-org`, hash, slug: 'full' }, { ...row, byte_size: TOTAL_BYTES_MAX }, {})
    expect((await send(tenant, hash, 'a')).code).toBe('trust_storage_limit')
    expect(await objects.list('staging/')).not.toContain('staging/undefined')
  })

  it('reserves the maximum size before the upload and its actual size when stored', async () => {
    const { tenant, hash } = newTenantAndHash()
    const reservedAmounts: number[] = []
    const reserve = async (...[, amount]: unknown[]) => {
      reservedAmounts.push(Number(amount))
      return { settle: async () => undefined } as never
    }
    const bundlesWithSpend = bundlesOver({ ...options(), reserve: reserve as () => Promise<never> })
    const { id } = await bundlesWithSpend.send(tenant, hash, 'a', { body: 'Four' })
    await bundlesWithSpend.commit(tenant, hash, 'a', id)
    expect(reservedAmounts).toEqual([ARTIFACT_BYTES_MAX, 4])
  })
})

it('ten concurrent commits store one artifact and return the same response', async () => {
  const { tenant, hash } = newTenantAndHash()
  const { send, commit } = bundles()
  const { id } = await send(tenant, hash, 'a')
  const responses = await Promise.all(Array.from({ length: 10 }, () => commit(tenant, hash, 'a', id)))
  const repeatedResponse = await commit(tenant, hash, 'a', id)
  expect(repeatedResponse.status).toBe(201)
  expect(responses).toEqual(
    responses.map(({ code }) => (code === 'unavailable' ? expect.anything() : repeatedResponse)),
  )
  expect(responses.filter(({ code }) => code === undefined).length).toBeGreaterThan(1)
  expect(await faultsOf(options(), tenant)).toEqual([])
})

it('retrying a commit after a crash at any call stores the artifact and returns one response', async () => {
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
    async (cut, name) => {
      const { tenant, hash } = newTenantAndHash()
      await bundles().put(tenant, hash, 'a', { body: 'Earlier' })
      const { id } = await bundles().send(tenant, hash, 'a', { body: 'Large' })
      await bundlesOver({ ...options(), db: under(world, cut), cut })
        .commit(tenant, hash, 'a', id)
        .catch(() => undefined)
      expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
      const response = await bundles().commit(tenant, hash, 'a', id)
      expect([name, response.status, response.body.content_hash]).toEqual([name, 200, sha256('Large')])
      expect([name, await bundles().commit(tenant, hash, 'a', id)]).toEqual([name, response])
      time += 3_600_000
      await bundles().put(tenant, hash, 'later')
      expect([name, (await objects.list(`artifacts/${tenant}-org/`)).length]).toEqual([name, 2])
      expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(10)
})

it('the function redirects bodies above its limit to the upload route', async () => {
  const { tenant, hash } = newTenantAndHash()
  const { put } = bundles()
  const { status, headers } = await put(tenant, hash, 'a', { body: Buffer.alloc(BODY_BYTES_MAX + 1, 'a') })
  expect([status, String(headers.location).endsWith(`/api/trust/bundle/${hash}/a/large`)]).toEqual([307, true])
  expect((await put(tenant, hash, 'a', { body: Buffer.alloc(BODY_BYTES_MAX, 'a') })).status).toBe(201)
})
