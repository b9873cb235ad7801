import { rowTable } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifactRow } from '../../../lambdas/trust/contract/artifact-rows.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { memoryObjects, sha256 } from './bundle-world.ts'
import { pagesOver } from './page-world.ts'
import { tablesOf } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 5
  return new Date(time)
}
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const TEXT = 'All is well\n'
let tenantCount = 0

/** Publishes a page with one document. */
const publishPage = async (upload: object = {}) => {
  tenantCount += 1
  const tenant = `bytes-${tenantCount}`
  const options = { db: world.db, now, objects: memoryObjects() }
  const pages = pagesOver(options)
  const hash = sha256(tenant)
  await pages.slugs.put(tenant, tenant, hash)
  await pages.bundles.put(tenant, hash, 'a', { body: TEXT, name: 'Übersicht.html', ...upload })
  const read = (headers = {}, artifact_slug = 'a') =>
    pages.callPage('readTrustArtifact', { params: { slug: tenant, artifact_slug }, headers })
  return { ...pages, options, tenant, hash, read }
}

describe('document bytes', () => {
  it('bytes are served unchanged as a sandboxed attachment with their digest', async () => {
    const { read } = await publishPage()
    const { status, headers, text } = await read()
    expect([status, text]).toEqual([200, TEXT])
    const digest = `sha-256=:${Buffer.from(sha256(TEXT), 'hex').toString('base64')}:`
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="_bersicht.html.txt"; filename*=UTF-8''%C3%9Cbersicht.html.txt`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=300, no-transform',
      etag: `"${sha256(TEXT)}"`,
      'repr-digest': digest,
      'content-digest': digest,
    })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('no document type is served as HTML', async () => {
    const uploads = [
      ['text/markdown', '# <script>alert(1)</script>'],
      ['text/csv', 'a,<script>alert(1)</script>'],
      ['application/json', '{"a":"<script>"}'],
    ] as const
    for (const [type, body] of uploads) {
      const { read } = await publishPage({ type, body })
      const { headers } = await read()
      expect([type, String(headers['content-type']).split(';')[0]]).toEqual([type, type])
      expect(headers['content-disposition']).toMatch(/^attachment;/)
    }
  })

  it('a range request returns only the range, and a current copy gets 304', async () => {
    const { read } = await publishPage()
    const etag = `"${sha256(TEXT)}"`
    const part = await read({ range: 'bytes=4-5' })
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'is', 'bytes 4-5/12'])
    expect([part.headers['content-digest'], part.headers['repr-digest']]).toEqual([undefined, expect.any(String)])
    expect((await read({ range: 'bytes=4-5', 'if-range': etag })).status).toBe(206)
    expect((await read({ range: 'bytes=4-5', 'if-range': '"other"' })).status).toBe(200)
    const outOfRange = await read({ range: 'bytes=12-' })
    expect([outOfRange.code, outOfRange.headers]).toEqual(['range_not_satisfiable', { 'content-range': 'bytes */12' }])
    const notModified = await read({ 'if-none-match': etag })
    expect([notModified.status, Object.keys(notModified.headers).toSorted()]).toEqual([304, ['cache-control', 'etag']])
  })

  it('a document on request is refused with the URL of the request form', async () => {
    const { read, tenant, hash, options, callPage } = await publishPage()
    const rows = rowTable(artifactRow, tablesOf(options))
    const row = await rows.get({ org: `${tenant}-org`, hash, slug: 'a' })
    if (!row) throw new Error('The artifact does not exist')
    await rows.replace({ org: `${tenant}-org`, hash, slug: 'a' }, { ...row, access: 'request' }, {})
    const formUrl = `https://trust.example/trust/${tenant}/request/a`
    const refusal = await read()
    expect([refusal.code, refusal.extras]).toEqual(['on_request', { request_url: formUrl }])
    // The document stays on request after its bytes are replaced.
    const { bundles } = pagesOver(options)
    await bundles.put(tenant, hash, 'a', { body: 'Others' })
    expect((await read()).code).toBe('on_request')
    const page = await callPage('readTrustPage', { params: { slug: `${tenant}.json` } })
    expect(JSON.parse(page.text)).toMatchObject({ artifacts: [{ access: 'request', url: formUrl }] })
  })

  it('return 404 for unknown and malformed slugs, and if the stored object is missing', async () => {
    const { read, options } = await publishPage()
    for (const slug of ['b', 'a_b', '..', 'A\u212a'])
      expect([slug, (await read({}, slug)).code]).toEqual([slug, 'not_found'])
    expect((await read({}, 'A')).status).toBe(200)
    options.objects.stored.clear()
    expect((await read()).code).toBe('not_found')
  })
})
