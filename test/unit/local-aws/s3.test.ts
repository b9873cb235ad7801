import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, removeDir, type World } from './world.ts'

const Bucket = 'bytes'
let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.aws.declareBucket({ name: Bucket, lifecycle: [{ prefix: 'staging/', expirationDays: 1 }] })
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})

const put = (Key: string, Body: string | Uint8Array, options: object = {}) =>
  world.s3.send(new PutObjectCommand({ Bucket, Key, Body, ...options }))
const get = async (Key: string, options: object = {}) => {
  const { Body, ...rest } = await world.s3.send(new GetObjectCommand({ Bucket, Key, ...options }))
  return { ...rest, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) }
}
const bytes = async (Key: string, options: object = {}) => (await get(Key, options)).bytes
const status = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error) => error.$metadata.httpStatusCode as number,
  )

describe('objects', () => {
  it('bytes, metadata and the MD5 ETag are returned, for keys with any characters', async () => {
    const key = 'a//b/../ü &<>"\'+%20 c'
    const { ETag } = await put(key, 'hello', {
      ContentType: 'text/plain',
      Metadata: { owner: 'me' },
      CacheControl: 'no-store',
    })
    expect(ETag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`)
    expect(await get(key)).toMatchObject({
      ContentType: 'text/plain',
      ContentLength: 5,
      Metadata: { owner: 'me' },
      CacheControl: 'no-store',
      ETag,
    })
    const { Contents } = await world.s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'a//' }))
    expect(Contents?.map((object) => object.Key)).toEqual([key])
  })

  it('a chunked stream with a trailing checksum is stored without its framing', async () => {
    const body = randomBytes(300_000)
    const chunks = [body.subarray(0, 70_000), body.subarray(70_000, 70_001), body.subarray(70_001)]
    await world.s3.send(
      new PutObjectCommand({ Bucket, Key: 'streamed', Body: Readable.from(chunks), ContentLength: body.length }),
    )
    expect((await bytes('streamed')).equals(body)).toBe(true)
    expect((await get('streamed')).ContentEncoding).toBeUndefined()
  })

  it('bytes with a wrong checksum are rejected and not stored', async () => {
    await put('sum', 'old')
    await expect(put('sum', 'new', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'BadDigest' })
    expect((await bytes('sum')).toString()).toBe('old')
  })

  it('first, last and middle ranges are returned, and 416 beyond the end', async () => {
    await put('range', '0123456789')
    for (const [Range, expected] of [
      ['bytes=0-0', '0'],
      ['bytes=7-', '789'],
      ['bytes=-3', '789'],
      ['bytes=2-4', '234'],
      ['bytes=8-99', '89'],
    ])
      expect((await bytes('range', { Range })).toString()).toBe(expected)
    expect(await get('range', { Range: 'bytes=2-4' })).toMatchObject({ ContentRange: 'bytes 2-4/10', ContentLength: 3 })
    expect(await status(get('range', { Range: 'bytes=10-' }))).toBe(416)
  })

  it('If-None-Match: * lets one of many writers succeed and answers 412 to the others', async () => {
    const writes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => put('once', `writer ${n}`, { IfNoneMatch: '*' })),
    )
    const winners = writes.flatMap(({ status: outcome }, n) => (outcome === 'fulfilled' ? [n] : []))
    expect(winners).toHaveLength(1)
    expect((await bytes('once')).toString()).toBe(`writer ${winners[0]}`)
    expect(await status(put('once', 'late', { IfNoneMatch: '*' }))).toBe(412)
  })

  it('reads and overwrites can depend on the ETag', async () => {
    const { ETag } = await put('tag', 'one')
    expect(await status(get('tag', { IfNoneMatch: ETag }))).toBe(304)
    expect(await status(get('tag', { IfMatch: '"other"' }))).toBe(412)
    expect(await status(get('tag', { IfModifiedSince: new Date(Date.now() + 60_000) }))).toBe(304)
    expect(await status(put('tag', 'two', { IfMatch: '"other"' }))).toBe(412)
    expect(await status(put('tag', 'two', { IfMatch: ETag }))).toBe(200)
  })

  it('copies keep metadata, batch deletes succeed even for missing keys, and reads of deleted keys return 404', async () => {
    await put('src', 'copy me', { Metadata: { a: '1' } })
    await world.s3.send(new CopyObjectCommand({ Bucket, Key: 'dst', CopySource: `${Bucket}/src` }))
    expect(await world.s3.send(new HeadObjectCommand({ Bucket, Key: 'dst' }))).toMatchObject({
      ContentLength: 7,
      Metadata: { a: '1' },
    })
    const { Deleted } = await world.s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'src' }, { Key: 'dst' }, { Key: 'never' }] } }),
    )
    expect(Deleted).toHaveLength(3)
    await expect(get('dst')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(world.s3.send(new HeadObjectCommand({ Bucket, Key: 'dst' }))).rejects.toMatchObject({
      name: 'NotFound',
    })
    expect(await status(world.s3.send(new HeadBucketCommand({ Bucket: 'nobody' })))).toBe(404)
  })
})

describe('listing', () => {
  it('keys are listed in UTF-8 order, page by page, with common prefixes', async () => {
    const keys = ['l/a', 'l/b/1', 'l/b/2', 'l/b-', 'l/c', 'l/d/1', 'l/é', 'l/😀']
    for (const key of keys) await put(key, key)
    const walk = async (options: object) => {
      const pages: (string | undefined)[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await world.s3.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: 'l/',
            MaxKeys: 2,
            ...options,
            ...(ContinuationToken && { ContinuationToken }),
          }),
        )
        expect((page.Contents?.length ?? 0) + (page.CommonPrefixes?.length ?? 0)).toBe(page.KeyCount)
        pages.push(
          ...(page.CommonPrefixes ?? []).map((entry) => entry.Prefix),
          ...(page.Contents ?? []).map((entry) => entry.Key),
        )
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
      return pages
    }
    const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(await walk({})).toEqual(sorted)
    expect((await walk({ Delimiter: '/' })).toSorted()).toEqual(
      ['l/a', 'l/b-', 'l/b/', 'l/c', 'l/d/', 'l/é', 'l/😀'].toSorted(),
    )
    expect(await walk({ StartAfter: 'l/c' })).toEqual(['l/d/1', 'l/é', 'l/😀'])
  })
})

describe('multipart uploads', () => {
  it('parts are joined in order, a repeated part replaces the first, and an aborted upload is deleted', async () => {
    const Key = 'multi'
    const start = async () =>
      (await world.s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'video/mp4' }))).UploadId
    const UploadId = await start()
    const first = randomBytes(5 * 1024 * 1024)
    const send = async (PartNumber: number, Body: Buffer) => ({
      PartNumber,
      ETag: (await world.s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))).ETag,
    })
    await send(1, randomBytes(10))
    const Parts = [await send(1, first), await send(2, Buffer.from('tail'))]
    const done = await world.s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    )
    expect(done.ETag).toMatch(/^"[0-9a-f]{32}-2"$/)
    expect((await bytes(Key)).equals(Buffer.concat([first, Buffer.from('tail')]))).toBe(true)
    expect((await get(Key)).ContentType).toBe('video/mp4')
    const aborted = await start()
    await world.s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: aborted }))
    await expect(
      world.s3.send(new UploadPartCommand({ Bucket, Key, UploadId: aborted, PartNumber: 1, Body: 'x' })),
    ).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })

  it('missing, unordered and too small parts are rejected', async () => {
    const Key = 'bad-multi'
    const { UploadId } = await world.s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    const parts = await Promise.all(
      [1, 2].map(async (PartNumber) => ({
        PartNumber,
        ETag: (await world.s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: 'small' }))).ETag,
      })),
    )
    const complete = (Parts: object[]) =>
      world.s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
    await expect(complete([{ PartNumber: 3, ETag: '"x"' }])).rejects.toMatchObject({ name: 'InvalidPart' })
    await expect(complete(parts.toReversed())).rejects.toMatchObject({ name: 'InvalidPartOrder' })
    await expect(complete(parts)).rejects.toMatchObject({ name: 'EntityTooSmall' })
  })
})

describe('presigned URLs', () => {
  const corsOf = ({ headers }: Response) =>
    ['allow-origin', 'expose-headers', 'allow-methods'].map((name) => headers.get(`access-control-${name}`))
  const presigned = (key: string, { ageSeconds = 0 } = {}) => {
    const date = new Date(Date.now() - ageSeconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '')
    const query = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `AKID/${date.slice(0, 8)}/us-east-1/s3/aws4_request`,
      'X-Amz-Date': date,
      'X-Amz-Expires': '60',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': 'f'.repeat(64),
    })
    return `${world.aws.endpoint}/${Bucket}/${key}?${query}`
  }

  it('a fresh URL accepts PUT and GET with CORS headers, and an expired one returns 403', async () => {
    const response = await fetch(presigned('signed'), {
      method: 'PUT',
      body: 'by url',
      headers: { origin: 'http://localhost:4005' },
    })
    expect([response.status, response.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"\w{32}"$/)])
    expect(corsOf(response)).toEqual(['http://localhost:4005', 'ETag', null])
    const preflightHeaders = { origin: 'http://127.0.0.1:4005', 'access-control-request-method': 'PUT' }
    const preflight = await fetch(presigned('signed'), { method: 'OPTIONS', headers: preflightHeaders })
    expect([preflight.status, ...corsOf(preflight)]).toEqual([200, 'http://127.0.0.1:4005', 'ETag', 'PUT'])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type, content-md5')
    const withChecksum = await fetch(`${presigned('signed')}&x-amz-checksum-crc32=AAAAAA%3D%3D`, {
      method: 'PUT',
      body: 'x',
    })
    expect([withChecksum.status, await withChecksum.text()]).toEqual([400, expect.stringContaining('BadDigest')])
    expect(await (await fetch(presigned('signed'))).text()).toBe('by url')
    const expired = await fetch(presigned('signed', { ageSeconds: 61 }))
    expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining('Request has expired')])
  })
})

describe('state', () => {
  it('lifecycle rules delete by prefix after their days on the local clock', async () => {
    await put('staging/x', 'x')
    await put('kept/x', 'x')
    await world.aws.start()
    await world.aws.clock.advance(86_000_000)
    expect(await status(get('staging/x'))).toBe(200)
    await world.aws.clock.advance(600_000)
    await expect.poll(() => status(get('staging/x'))).toBe(404)
    expect(await status(get('kept/x'))).toBe(200)
  })

  it('objects and open uploads survive a restart', async () => {
    let restartable = await openWorld()
    await restartable.aws.declareBucket({ name: Bucket, lifecycle: [] })
    await restartable.s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'v' }))
    const { UploadId } = await restartable.s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'm' }))
    const { ETag } = await restartable.s3.send(
      new UploadPartCommand({ Bucket, Key: 'm', UploadId, PartNumber: 1, Body: 'part' }),
    )
    await restartable.close()
    restartable = await openWorld(restartable.dir)
    const body = (Key: string) =>
      restartable.s3.send(new GetObjectCommand({ Bucket, Key })).then((r) => r.Body?.transformToString())
    expect(await body('k')).toBe('v')
    await restartable.s3.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key: 'm',
        UploadId,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
      }),
    )
    expect(await body('m')).toBe('part')
    await restartable.close()
    removeDir(restartable.dir)
  })
})
