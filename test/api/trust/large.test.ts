import { Buffer } from 'node:buffer'
import {
  DeleteObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { type Answer, call } from '../../support/api.ts'
import { withCeiling } from '../../support/ceilings.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { keyOfPerson } from '../../support/paid-work.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { receiptOfMonth } from '../../support/receipts.ts'
import { sdkClient } from '../../support/sdk-client.ts'
import { testStack } from '../../support/test-stack.ts'
import {
  type ArtifactBody,
  commitAs,
  getArtifactAs,
  listArtifactsAs,
  newHash,
  putArtifactAs,
  sendLargeAs,
  sha256,
} from './trust-world.ts'

afterEach(endOutages)

const s3 = sdkClient((options) => new S3Client(options))

/** Returns bucket and key of the staged bytes of an upload. */
const stagedAt = async (id: string): Promise<{ readonly Bucket: string; readonly Key: string } | undefined> => {
  const { Buckets = [] } = await s3().send(new ListBucketsCommand({}))
  for (const { Name: Bucket = '' } of Buckets) {
    const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket, Prefix: `staging/${id}` }))
    for (const { Key = '' } of Contents) return { Bucket, Key }
  }
  return undefined
}

const locationOf = ({ headers }: Answer<unknown>): string => String(headers.get('location'))
const idOf = (answer: Answer<unknown>): string => String(locationOf(answer).split('/').at(-1))

/** Uploads an artifact of a given size and follows redirects like a client. */
const uploadArtifact = async (person: Person, hash: string, size: number) => {
  const bytes = Buffer.alloc(size, `${size} `)
  const reply = await putArtifactAs(person, hash, `of-${size}`, { bytes })
  if (reply.status !== 303) return { sent: reply, bytes, firstReply: reply }
  return { sent: reply, bytes, firstReply: await commitAs(person, locationOf(reply)) }
}

describe('POST /api/trust/bundle/:hash/:slug with more than 4 MiB', () => {
  verifies(
    'PLA-4.6-12',
    'returns 201 up to exactly 10 MiB with at most one redirect, 413 for one more byte',
    async () => {
      const ada = await newPerson()
      const hash = newHash()
      for (const size of [4_194_304, 4_194_305, 6_000_000, 9_900_000, 10_000_000, 10_485_760]) {
        const { sent, firstReply, bytes } = await uploadArtifact(ada, hash, size)
        expect([size, sent.status]).toEqual([size, size > 4_194_304 ? 303 : 201])
        expect([firstReply.status, firstReply.body.content_hash, firstReply.body.row]).toMatchObject([
          201,
          sha256(bytes),
          { byte_size: size, display_name: 'Overview' },
        ])
      }
      const { sent } = await uploadArtifact(ada, hash, 10_485_761)
      expect([sent.status, sent.body]).toMatchObject([413, { code: 'payload_too_large' }])
      expect((await listArtifactsAs(ada, hash)).body.count).toBe(6)
    },
  )

  test('returns 200 if it replaces an artifact; repeating the commit returns the same response', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const earlier = await putArtifactAs(ada, hash, 'a')
    const upload = await sendLargeAs(ada, hash, 'A', { bytes: '# Large', type: 'text/markdown', name: 'Später' })
    expect((await getArtifactAs(ada, hash, 'a')).body.content_hash).toBe(earlier.body.content_hash)
    const firstReply = await commitAs(ada, locationOf(upload))
    const { created_at } = earlier.body.row
    expect([firstReply.status, firstReply.body]).toMatchObject([200, { created: false, row: { created_at } }])
    expect((await commitAs(ada, locationOf(upload))).body).toEqual(firstReply.body)
    expect(await stagedAt(idOf(upload))).toBeUndefined()
  })

  test('returns 307 for requests that bypass the edge, and the redirected upload has the same result', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const key = await keyOfPerson(ada, ['trust:write'])
    const bytes = Buffer.alloc(4_194_305, 'a')
    const headers = { 'content-type': 'text/plain', 'x-display-name': 'Overview' }
    const pastEdge = { ...headers, 'x-api-key': String(testStack().originKey) }
    const path = `/api/trust/bundle/${hash}/a`
    const first = await call('POST', path, { key, raw: bytes, headers: pastEdge, as: 'putTrustArtifact' })
    expect([first.status, locationOf(first).endsWith(`${path}/large`)]).toEqual([307, true])
    const larger = Buffer.alloc(5_000_000, 'a')
    const refusal = await call('POST', path, { key, raw: larger, headers: pastEdge, as: 'putTrustArtifact' })
    expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([
      413,
      expect.stringContaining('{slug}/large accepts'),
    ])
    const sent = await call('POST', locationOf(first), { key, raw: bytes, headers, as: 'putLargeTrustArtifact' })
    const { body } = await call<ArtifactBody>('GET', locationOf(sent), { key, as: 'commitTrustArtifact' })
    expect([sent.status, body.content_hash]).toEqual([303, sha256(bytes)])
  })
})

describe('POST /api/trust/bundle/:hash/:slug/large', () => {
  test('returns 401 and 403 without storing anything', async () => {
    const ada = await newPerson()
    const path = `/api/trust/bundle/${newHash()}/a/large`
    const upload = { raw: Buffer.from('Large'), headers: { 'content-type': 'text/plain', 'x-display-name': 'A' } }
    const post = (key?: string) =>
      call<ArtifactBody>('POST', path, { ...upload, ...(key && { key }), as: 'putLargeTrustArtifact' })
    const reader = await keyOfPerson(ada, ['trust:read'])
    const anonymous = await post()
    const withoutScope = await post(reader)
    const unknown = await post(`plat_${'x'.repeat(36)}`)
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'unauthenticated'])
    expect([unknown.status, unknown.body.code]).toEqual([401, 'unauthenticated'])
    expect([withoutScope.status, withoutScope.body.code]).toEqual([403, 'forbidden'])
    const { status } = await call('PUT', `${testStack().urls.platform}${path}`, { key: reader, as: 'none' })
    expect(status).toBe(405)
  })

  test('returns 400, 409, 415 and 503 from the function without storing anything', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const withoutName = await sendLargeAs(ada, hash, 'a', { name: null })
    expect([withoutName.status, withoutName.body]).toMatchObject([400, { errors: [{ field: 'x-display-name' }] }])
    const svg = await sendLargeAs(ada, hash, 'a', { type: 'image/svg+xml' })
    expect([svg.status, svg.body.code]).toEqual([415, 'unsupported_media_type'])
    const { hash: foreignHash } = await receiptOfMonth(await orgOf(await newPerson()), '2026-08')
    const foreign = await sendLargeAs(ada, foreignHash, 'a')
    expect([foreign.status, foreign.body.code]).toEqual([409, 'cross_tenant_conflict'])
    const overCeiling = await withCeiling('storage', 0, () => sendLargeAs(ada, hash, 'a'))
    expect([overCeiling.status, overCeiling.body]).toMatchObject([503, { code: 'spend_ceiling', stopped: 'storage' }])
    expect(Number(overCeiling.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([await stagedAt('none'), locationOf(overCeiling)]).toEqual([undefined, 'null'])
  })

  test('returns 413 for one byte above 10 MiB, 500 while its table fails, without storing anything', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const { status, body } = await sendLargeAs(ada, hash, 'a', { bytes: Buffer.alloc(10_485_761, 'a') })
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
    const refusing = { function: 'trust-large', service: 'dynamodb', operation: 'PutItem', times: 1_000 } as const
    await planOutage({ ...refusing, status: 400, type: 'AccessDeniedException' })
    expect((await sendLargeAs(ada, hash, 'a')).status).toBe(500)
    await endOutages()
    expect((await listArtifactsAs(ada, hash)).body.count).toBe(0)
  })

  test('returns 429 with Retry-After above thirty requests a minute', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const responses = []
    for (let nth = 0; nth < 31; nth++) responses.push(await sendLargeAs(ada, hash, 'a'))
    expect(responses.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(303))
    const { status, body, headers } = responses[30] as Answer<ArtifactBody>
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'rate_limited', true])
  })
})

describe('GET /api/trust/bundle/:hash/:slug/commit/:id', () => {
  test('returns 404 for another organization, a missing upload and an unknown ID; 401, 403', async () => {
    const ada = await newPerson()
    const bob = await newPerson()
    const hash = newHash()
    const upload = await sendLargeAs(ada, hash, 'a')
    const commitUrl = locationOf(upload)
    const absent = await commitAs(ada, commitUrl.replace(idOf(upload), '01a21cf3-d2fe-7121-83aa-a473c7becad3'))
    expect([absent.status, absent.body.code]).toEqual([404, 'not_found'])
    const foreign = await commitAs(bob, commitUrl)
    expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    expect((await call('GET', commitUrl, { as: 'commitTrustArtifact' })).status).toBe(401)
    const reader = await keyOfPerson(ada, ['trust:read'])
    expect((await call('GET', commitUrl, { key: reader, as: 'commitTrustArtifact' })).status).toBe(403)
    const staged = await stagedAt(idOf(upload))
    await s3().send(new DeleteObjectCommand(staged ?? { Bucket: 'none', Key: 'none' }))
    expect((await commitAs(ada, commitUrl)).body).toEqual(absent.body)
    expect((await asPerson(ada, 'GET', `${commitUrl}x`, { as: 'commitTrustArtifact' })).status).toBe(400)
  })

  test('returns 409 if another organization has claimed the hash in the meantime, 413 if the upload is too large', async () => {
    const ada = await newPerson()
    const bob = await newPerson()
    const hash = newHash()
    const lateUpload = await sendLargeAs(ada, hash, 'a')
    expect((await putArtifactAs(bob, hash, 'b')).status).toBe(201)
    const conflict = await commitAs(ada, locationOf(lateUpload))
    expect([conflict.status, conflict.body.code]).toEqual([409, 'cross_tenant_conflict'])
    const sent = await sendLargeAs(ada, newHash(), 'a')
    const staged = await stagedAt(idOf(sent))
    if (!staged) throw new Error('The upload has not arrived')
    await s3().send(new PutObjectCommand({ ...staged, Body: Buffer.alloc(10_485_761, 'a') }))
    const { status, body } = await commitAs(ada, locationOf(sent))
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
  })

  test('returns 415 for bytes that violate the rules of their type, without creating an artifact', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const sent = await sendLargeAs(ada, hash, 'a', { type: 'application/pdf' })
    const refused = await commitAs(ada, locationOf(sent))
    expect([refused.status, refused.body]).toMatchObject([415, { rule: 'pdf_header' }])
    const invalidUtf8 = await sendLargeAs(ada, hash, 'a', {
      type: 'application/json',
      bytes: Buffer.from([0x22, 0xff, 0x22]),
    })
    expect((await commitAs(ada, locationOf(invalidUtf8))).body).toMatchObject({ rule: 'utf8' })
    expect((await listArtifactsAs(ada, hash)).body.count).toBe(0)
  })
})

describe('POST /api/trust/bundle/:hash/:slug/upload', () => {
  interface OpenedUpload {
    readonly upload: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
    readonly commit: string
    readonly code?: string
    readonly errors?: readonly { readonly field: string }[]
  }
  const UPLOAD_FIELDS = { content_type: 'text/plain', display_name: 'Große Datei' }
  const openAs = (person: Person, hash: string, body: object, slug = 'a') =>
    asPerson<OpenedUpload>(person, 'POST', `/api/trust/bundle/${hash}/${slug}/upload`, {
      body: { ...UPLOAD_FIELDS, ...body },
      as: 'openTrustUpload',
    })
  /** Removes Content-Length, because `fetch` sets it itself. */
  const putBytes = async (
    { url, headers: { 'content-length': _, ...headers } }: OpenedUpload['upload'],
    bytes: Uint8Array,
  ) => (await fetch(url, { method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> })).status

  test('returns 201 with a single-use upload URL for the exact size; the commit creates the artifact', async () => {
    const ada = await newPerson()
    const hash = newHash()
    const bytes = Buffer.alloc(10_485_760, 'all is well ')
    const { status, body } = await openAs(ada, hash, { byte_size: bytes.length })
    expect(status).toBe(201)
    expect((await commitAs(ada, body.commit)).status).toBe(404)
    expect(await putBytes(body.upload, bytes.subarray(1))).toBeGreaterThanOrEqual(400)
    expect(await putBytes(body.upload, bytes)).toBe(200)
    expect(await putBytes(body.upload, bytes)).toBeGreaterThanOrEqual(400)
    const firstReply = await commitAs(ada, body.commit)
    expect([firstReply.status, firstReply.body.content_hash, firstReply.body.row]).toMatchObject([
      201,
      sha256(bytes),
      { byte_size: bytes.length, display_name: 'Große Datei' },
    ])
  })

  test('returns 400 with the field, 401, 403, 409 and 503 without allowing an upload', async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    const hash = newHash()
    for (const [body, field] of [
      [{ byte_size: 0 }, 'byte_size'],
      [{ byte_size: 10_485_761 }, 'byte_size'],
      [{ byte_size: 1, content_type: 'text/html' }, 'content_type'],
      [{ byte_size: 1, display_name: '' }, 'display_name'],
    ] as const) {
      const refused = await openAs(ada, hash, body)
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
    }
    await putArtifactAs(ada, hash, 'a')
    expect((await openAs(bob, hash, { byte_size: 1 })).body.code).toBe('cross_tenant_conflict')
    const path = `/api/trust/bundle/${hash}/a/upload`
    const body = { ...UPLOAD_FIELDS, byte_size: 1 }
    expect((await call('POST', path, { body, as: 'openTrustUpload' })).status).toBe(401)
    const key = await keyOfPerson(ada, ['trust:read'])
    expect((await call('POST', path, { key, body, as: 'openTrustUpload' })).status).toBe(403)
    await planOutage({
      function: 'trust-api',
      service: 'dynamodb',
      operation: 'GetItem',
      times: 1_000,
      status: 400,
      type: 'ThrottlingException',
    })
    expect((await openAs(ada, hash, { byte_size: 1 })).status).toBe(503)
  })
})
