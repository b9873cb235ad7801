import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { objectsContaining } from '../../support/canaries.ts'
import { withCeiling } from '../../support/ceilings.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { keyOfPerson } from '../../support/paid-work.ts'
import { newPerson } from '../../support/people.ts'
import { receiptOfMonth } from '../../support/receipts.ts'
import {
  changeArtifactAs,
  deleteArtifactAs,
  getArtifactAs,
  listArtifactsAs,
  newHash,
  putArtifactAs,
  putArtifactAsNobody,
  putArtifactWithKey,
  sha256,
  storeArtifactRows,
} from './trust-world.ts'

/** Lower bound of the time at which these tests store objects. */
const startedAt = Date.now()

afterEach(endOutages)

describe('POST /api/trust/bundle/:hash/:slug', () => {
  verifies(
    ['PLA-2.7-2', 'PLA-3-9', 'PLA-3-10', 'PLA-4.6-9', 'PLA-4.6-14'],
    'returns 201 with the row and 200 for a replacement, and stores all 256 byte values unchanged',
    async () => {
      const ada = await newPerson()
      const hash = newHash()
      const canary = randomUUID()
      const headers = { 'x-excerpt': 'In short', 'x-signed': 'true' }
      const text = `All is well: ${canary}`
      const firstReply = await putArtifactAs(ada, hash, 'Posture-Overview', { bytes: text, name: 'Overview', headers })
      const row = {
        receipt_hash: hash,
        artifact_slug: 'posture-overview',
        tenant_id: await orgOf(ada),
        content_hash: sha256(text),
        mime_type: 'text/plain',
        byte_size: text.length,
        display_name: 'Overview',
        excerpt: 'In short',
        signed: 1,
        access: 'public',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      }
      expect([firstReply.status, firstReply.body]).toEqual([
        201,
        { row, content_hash: sha256(text), created: true, warnings: [] },
      ])
      expect(await objectsContaining([text], startedAt)).toHaveLength(1)
      const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
      const pdf = Buffer.concat([Buffer.from(`%PDF-1.7 ${canary}`), body, Buffer.from('%%EOF\n')])
      const upload = { bytes: pdf, type: 'application/pdf' }
      const replacementReply = await putArtifactAs(ada, hash, 'posture-overview', upload)
      expect([replacementReply.status, replacementReply.body]).toMatchObject([
        200,
        {
          created: false,
          content_hash: sha256(pdf),
          row: { created_at: firstReply.body.row.created_at, signed: 0, excerpt: null, byte_size: pdf.length },
        },
      ])
      expect([
        await objectsContaining([text], startedAt),
        (await objectsContaining([canary], startedAt)).length,
      ]).toEqual([[], 1])
      const key = await keyOfPerson(ada, ['trust:write'])
      expect((await putArtifactWithKey(key, hash, 'data-flow')).status).toBe(201)
    },
  )

  verifies('PLA-4.6-10', 'returns 400 with the invalid field, and 401', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const invalidRequests = [
      ['hash', await putArtifactAs(ada, hash.toUpperCase(), 'a')],
      ['slug', await putArtifactAs(ada, hash, 'a_b')],
      ['body', await putArtifactAs(ada, hash, 'a', { bytes: '' })],
      ['x-display-name', await putArtifactAs(ada, hash, 'a', { name: null })],
      ['x-display-name', await putArtifactAs(ada, hash, 'a', { name: 'x'.repeat(121) })],
      ['x-excerpt', await putArtifactAs(ada, hash, 'a', { headers: { 'x-excerpt': 'x'.repeat(501) } })],
      ['content-type', await putArtifactAs(ada, hash, 'a', { type: 'pdf' })],
      ['content-type', await putArtifactAs(ada, hash, 'a', { type: '' })],
    ] as const
    for (const [field, { status, body }] of invalidRequests)
      expect([field, status, body.code, body.errors?.[0]?.field]).toEqual([field, 400, 'invalid_input', field])
    expect((await putArtifactAsNobody(hash, 'a')).status).toBe(401)
    expect((await listArtifactsAs(ada, hash)).body.count).toBe(0)
  })

  verifies(
    'PLA-4.6-11',
    "returns 409 cross_tenant_conflict for the hash of another organization's receipt or bundle and keeps its bytes",
    async () => {
      const ada = await newPerson()
      const bob = await newPerson()
      const unreceiptedHash = newHash()
      const canary = randomUUID()
      const { hash: known } = await receiptOfMonth(await orgOf(ada), '2026-08')
      await putArtifactAs(ada, unreceiptedHash, 'a', { bytes: canary })
      for (const hash of [known, unreceiptedHash]) {
        const { status, body } = await putArtifactAs(bob, hash, 'a', { bytes: `Not ${canary}` })
        expect([status, body]).toEqual([409, { error: expect.any(String), code: 'cross_tenant_conflict' }])
      }
      expect(await objectsContaining([`Not ${canary}`], startedAt)).toEqual([])
      expect((await getArtifactAs(ada, unreceiptedHash, 'a')).body.content_hash).toBe(sha256(canary))
      expect((await putArtifactAs(ada, known, 'a')).status).toBe(201)
    },
  )

  verifies(
    'PLA-4.6-13',
    'returns 415 for an unsupported type, and for invalid bytes with the violated rule',
    async () => {
      const ada = await newPerson()
      const hash = newHash()
      const type = await putArtifactAs(ada, hash, 'a', { type: 'image/svg+xml', bytes: '<svg/>' })
      expect([type.status, type.body.code]).toEqual([415, 'unsupported_media_type'])
      const wrong = [
        ['pdf_header', { type: 'application/pdf' }],
        ['zip_start', { type: 'application/zip' }],
        ['xls_header', { type: 'application/vnd.ms-excel' }],
        ['json_syntax', { type: 'application/json' }],
        ['utf8', { type: 'application/json', bytes: Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]) }],
        ['utf8', { type: 'application/ld+json', bytes: Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]) }],
        ['utf8', { type: 'text/plain', bytes: Buffer.from([0x61, 0xff]) }],
        ['text_markup', { bytes: '<script>' }],
        ['content_type', { type: 'text/plain; charset=latin1' }],
      ] as const
      for (const [rule, upload] of wrong) {
        const { status, body } = await putArtifactAs(ada, hash, 'a', upload)
        expect([status, body]).toMatchObject([415, { code: 'unsupported_media_type', rule, error: expect.any(String) }])
      }
    },
  )

  test('returns 409 with the exceeded limit', async () => {
    const ada = await newPerson()
    const hash = newHash()
    await storeArtifactRows(ada, hash, { count: 50, byteSize: 1 })
    expect((await putArtifactAs(ada, hash, 'a')).body).toMatchObject({ code: 'trust_bundle_limit', limit: 50 })
    await storeArtifactRows(ada, newHash(), { count: 1, byteSize: 104_857_600 })
    const { status, body } = await putArtifactAs(ada, newHash(), 'a')
    // `current`: the artifact of 100 MiB and the 50 of one byte.
    expect([status, body]).toMatchObject([
      409,
      { code: 'trust_storage_limit', limit: 104_857_600, current: 104_857_650 },
    ])
    const bob = await newPerson()
    await storeArtifactRows(bob, newHash(), { count: 500, byteSize: 1 })
    expect((await putArtifactAs(bob, newHash(), 'a')).body).toMatchObject({ code: 'trust_artifact_limit', limit: 500 })
  })

  test('returns 500 while the bucket fails and 503 while it is throttled; a retry stores the artifact', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const failing = { function: 'trust-api', service: 's3', operation: 'PUT', times: 1_000 } as const
    await planOutage({ ...failing, status: 403, type: 'AccessDenied' })
    expect((await putArtifactAs(ada, hash, 'a')).status).toBe(500)
    await endOutages()
    await planOutage({ ...failing, status: 503, type: 'SlowDown' })
    expect((await putArtifactAs(ada, hash, 'a')).status).toBe(503)
    await endOutages()
    expect((await listArtifactsAs(ada, hash)).body.count).toBe(0)
    expect((await putArtifactAs(ada, hash, 'a')).status).toBe(201)
  })

  test('returns 503 above the daily upload ceiling', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const { status, body } = await withCeiling('storage', 0, () => putArtifactAs(ada, hash, 'a'))
    expect([status, body]).toMatchObject([503, { code: 'spend_ceiling', stopped: 'storage' }])
    expect((await putArtifactAs(ada, hash, 'a')).status).toBe(201)
  })
})

describe('GET /api/trust/bundle/:hash', () => {
  verifies(
    'PLA-4.6-7',
    "returns 200 with the artifacts by slug, empty for another organization's bundle; 400, 401",
    async () => {
      const ada = await newPerson()
      const bob = await newPerson()
      const hash = newHash()
      for (const slug of ['caiq-lite', 'a']) await putArtifactAs(ada, hash, slug)
      const { status, body } = await listArtifactsAs(ada, hash)
      expect([status, body]).toMatchObject([
        200,
        { receipt_hash: hash, count: 2, artifacts: [{ artifact_slug: 'a' }, { artifact_slug: 'caiq-lite' }] },
      ])
      expect((await listArtifactsAs(bob, hash)).body).toEqual({ receipt_hash: hash, artifacts: [], count: 0 })
      expect((await listArtifactsAs(ada, 'a')).status).toBe(400)
      expect((await call('GET', `/api/trust/bundle/${hash}`, { as: 'listTrustArtifacts' })).status).toBe(401)
    },
  )
})

describe('GET /api/trust/bundle/:hash/:slug', () => {
  verifies(
    'PLA-4.6-8',
    "returns 200 with the row, 400, 401, 404 for unknown artifacts and another organization's",
    async () => {
      const ada = await newPerson()
      const bob = await newPerson()
      const hash = newHash()
      const { body } = await putArtifactAs(ada, hash, 'a')
      const readBack = await getArtifactAs(ada, hash, 'A')
      expect([readBack.status, readBack.body]).toEqual([200, body.row])
      expect([(await getArtifactAs(ada, 'a', 'a')).status, (await getArtifactAs(ada, hash, 'a_b')).status]).toEqual([
        400, 400,
      ])
      expect((await call('GET', `/api/trust/bundle/${hash}/a`, { as: 'getTrustArtifact' })).status).toBe(401)
      const foreign = await getArtifactAs(bob, hash, 'a')
      const absent = await getArtifactAs(ada, hash, 'b')
      expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    },
  )
})

describe('PATCH /api/trust/bundle/:hash/:slug', () => {
  test("returns 200 with the new access, which survives replaced bytes; 400 for invalid input, 404 for unknown artifacts and another organization's", async () => {
    const ada = await newPerson()
    const bob = await newPerson()
    const hash = newHash()
    await putArtifactAs(ada, hash, 'a')
    const changed = await changeArtifactAs(ada, hash, 'A', 'request')
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { access: 'request', content_hash: sha256('All is well') },
    ])
    await putArtifactAs(ada, hash, 'a', { bytes: 'Two' })
    expect((await getArtifactAs(ada, hash, 'a')).body.access).toBe('request')
    await putArtifactAs(ada, hash, 'a', { bytes: 'Three', headers: { 'x-access': 'public' } })
    expect((await getArtifactAs(ada, hash, 'a')).body.access).toBe('public')
    expect((await changeArtifactAs(ada, hash, 'a', 'nobody')).status).toBe(400)
    const foreign = await changeArtifactAs(bob, hash, 'a', 'request')
    const absent = await changeArtifactAs(ada, hash, 'b', 'request')
    expect([foreign.status, foreign.body]).toEqual([404, absent.body])
  })
})

describe('DELETE /api/trust/bundle/:hash/:slug', () => {
  verifies(
    ['PLA-4.6-15', 'PLA-4.6-16'],
    "returns 204 and deletes the bytes, 403 for another organization's artifact, 404 for unknown and malformed names",
    async () => {
      const ada = await newPerson()
      const bob = await newPerson()
      const hash = newHash()
      const canary = randomUUID()
      await putArtifactAs(ada, hash, 'a', { bytes: canary })
      const foreign = await deleteArtifactAs(bob, hash, 'a')
      expect([foreign.status, foreign.body.code]).toEqual([403, 'cross_tenant_forbidden'])
      expect((await call('DELETE', `/api/trust/bundle/${hash}/a`, { as: 'deleteTrustArtifact' })).status).toBe(401)
      expect((await deleteArtifactAs(ada, hash, 'a')).status).toBe(204)
      expect(await objectsContaining([canary], startedAt)).toEqual([])
      for (const [pathHash, slug] of [
        [hash, 'a'],
        ['a', 'a'],
        [hash, 'a_b'],
        [hash.toUpperCase(), 'a'],
      ] as const)
        expect([pathHash, slug, (await deleteArtifactAs(ada, pathHash, slug)).status]).toEqual([pathHash, slug, 404])
      expect((await putArtifactAs(bob, hash, 'a')).status).toBe(201)
    },
  )
})
