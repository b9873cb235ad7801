import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bucket, bucketConnection, ObjectChanged, partUploads } from '@signet/kernel/bucket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedAws } from '../../../lib/local/aws/embedded-aws.ts'

const dir = mkdtempSync(join(tmpdir(), 'signet-bucket-'))
let aws: Awaited<ReturnType<typeof startEmbeddedAws>>
beforeAll(async () => {
  aws = await startEmbeddedAws({ dir, invoke: async () => ({}) })
  await aws.declareBucket({ name: 'objects', lifecycle: [] })
})
afterAll(async () => {
  await aws.stop()
  rmSync(dir, { recursive: true, force: true })
})

const CREDENTIALS = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' }
const connection = () => bucketConnection({ ...CREDENTIALS, BUCKET_NAME: 'objects', AWS_ENDPOINT_URL: aws.endpoint })
const bytes = (text: string): Buffer => Buffer.from(text)

describe('a bucket', () => {
  it('reads a whole object or a range, and throws if the version is not the expected one', async () => {
    const objects = bucket(connection())
    await objects.put('a/1', bytes('0123456789'))
    const head = await objects.head('a/1')
    expect(head).toMatchObject({ size: 10, contentType: 'application/octet-stream', metadata: {} })
    const etag = head!.etag
    expect(String(await objects.read('a/1', { range: { start: 2, end: 5 }, etag }))).toBe('234')
    expect(String(await objects.read('a/1', { range: { start: 2, end: 2 } }))).toBe('')
    await objects.put('a/1', bytes('other'))
    await expect(objects.read('a/1', { etag })).rejects.toThrow(ObjectChanged)
    expect(await objects.read('a/2')).toBeUndefined()
    expect(await objects.head('a/2')).toBeUndefined()
  })

  it('putOnce stores bytes, type and metadata of the first writer only', async () => {
    const objects = bucket(connection())
    await objects.putOnce('b/1', bytes('first'), { contentType: 'text/plain', metadata: { 'made-by': 'one' } })
    await objects.putOnce('b/1', bytes('second'), { contentType: 'text/html' })
    const object = await objects.open('b/1', 'bytes=1-3')
    if (!object || object.isOutOfRange) throw new Error('The range is within the object')
    expect(object).toMatchObject({ contentType: 'text/plain', metadata: { 'made-by': 'one' }, size: 5 })
    expect(object.contentRange).toBe('bytes 1-3/5')
    expect(String(await buffer(object.body))).toBe('irs')
    expect(await objects.open('b/1', 'bytes=9-')).toMatchObject({ isOutOfRange: true, size: 5 })
    expect(await objects.open('b/2')).toBeUndefined()
  })

  it('replaces an object only in the expected version', async () => {
    const objects = bucket(connection())
    await objects.put('r/1', bytes('one'))
    const etag = (await objects.head('r/1'))?.etag ?? ''
    const both = await Promise.all(['two', 'three'].map((text) => objects.replace('r/1', bytes(text), etag)))
    expect(both.toSorted()).toEqual([false, true])
    expect(String(await objects.read('r/1'))).toBe(both[0] ? 'two' : 'three')
    expect(await objects.replace('r/1', bytes('late'), etag)).toBe(false)
    expect(await objects.replace('r/none', bytes('x'), etag)).toBe(false)
    expect(await objects.head('r/none')).toBeUndefined()
  })

  it('changes metadata only in the expected version, without changing the bytes', async () => {
    const objects = bucket(connection())
    await objects.put('m/1', bytes('one'), { contentType: 'text/plain', metadata: { a: '1' } })
    const etag = (await objects.head('m/1'))?.etag ?? ''
    expect(await objects.replaceMetadata('m/1', etag, { contentType: 'text/css', metadata: { b: '2' } })).toBe(true)
    expect(await objects.head('m/1')).toMatchObject({ etag, contentType: 'text/css', metadata: { b: '2' } })
    expect(String(await objects.read('m/1'))).toBe('one')
    await objects.put('m/1', bytes('two'))
    expect(await objects.replaceMetadata('m/1', etag, {})).toBe(false)
    expect(await objects.replaceMetadata('m/none', etag, {})).toBe(false)
    expect(await objects.head('m/none')).toBeUndefined()
  })

  it('reports that S3 failed to copy, although the response started successfully', async () => {
    const send = async () => new Response('<Error><Code>InternalError</Code></Error>', { status: 200 })
    const objects = bucket({ send, name: 'b', baseUrl: 'https://b.example' })
    await expect(objects.replaceMetadata('k', '"e"', {})).rejects.toThrow('S3 did not copy k')
  })

  it('lists a prefix and removes the given keys', async () => {
    const objects = bucket(connection())
    for (const key of ['c/1', 'c/2', 'd/1']) await objects.put(key, bytes('x'))
    expect(await objects.list('c/')).toEqual(['c/1', 'c/2'])
    await objects.remove(['c/1', 'c/none'])
    await objects.remove([])
    expect(await objects.list('c/')).toEqual(['c/2'])
    expect(await objects.list('d/')).toEqual(['d/1'])
  })

  it('names all missing environment variables', () => {
    expect(() => bucketConnection({ AWS_REGION: 'us-east-1' })).toThrow(/BUCKET_NAME.*AWS_ACCESS_KEY_ID/)
  })
})

describe('an upload in parts', () => {
  it('completes once, from parts that the function stores and parts that clients send to a URL', async () => {
    const objects = bucket(connection())
    const uploads = partUploads(connection())
    const id = await uploads.create('e/1')
    const large = Buffer.alloc(5 * 1024 * 1024, 'a')
    await uploads.putPart('e/1', id, 1, large)
    const address = await uploads.partUrl('e/1', id, { number: 2, bytes: 3, validSeconds: 60 })
    expect((await fetch(address, { method: 'PUT', body: 'end' })).status).toBe(200)
    expect(await uploads.part('e/1', id, 2)).toMatchObject({ number: 2, size: 3 })
    expect(await uploads.part('e/1', id, 3)).toBeUndefined()
    const parts = await uploads.parts('e/1', id)
    expect(parts?.map(({ number, size }) => [number, size])).toEqual([
      [1, large.length],
      [2, 3],
    ])
    expect(await uploads.complete('e/1', id, parts ?? [])).toBe(true)
    expect((await objects.head('e/1'))?.size).toBe(large.length + 3)
    expect(await uploads.parts('e/1', id)).toBeUndefined()
  })

  it('leaves no objects when it is aborted', async () => {
    const uploads = partUploads(connection())
    const id = await uploads.create('f/1')
    await uploads.putPart('f/1', id, 1, bytes('x'))
    await uploads.abort('f/1', id)
    await uploads.abort('f/1', id)
    expect(await uploads.parts('f/1', id)).toBeUndefined()
    expect(await bucket(connection()).head('f/1')).toBeUndefined()
  })
})

it.each([429, 500, 503, 403])('an S3 response %i is reported with the operation', async (status) => {
  const objects = bucket({
    send: async () => new Response('<Error/>', { status }),
    name: 'b',
    baseUrl: 'https://b.example',
  })
  const calls = [
    () => objects.put('k', bytes('x')),
    () => objects.putOnce('k', bytes('x')),
    () => objects.replace('k', bytes('x'), '"e"'),
    () => objects.replaceMetadata('k', '"e"', {}),
    () => objects.read('k'),
    () => objects.open('k'),
    () => objects.head('k'),
    () => objects.list('k'),
    () => objects.remove(['k']),
  ]
  for (const run of calls) {
    const message = expect.stringContaining(`S3 answered ${status}`)
    await expect(run()).rejects.toMatchObject({ message, name: status === 403 ? 'Error' : 'SlowDown' })
  }
})
