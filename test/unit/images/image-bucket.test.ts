import { buffer } from 'node:stream/consumers'
import { bucket } from '@signet/kernel/bucket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImageBucket, imageBucket } from '../../../lambdas/images/images/image-bucket.ts'
import { isThrottled } from '../../../layers/kernel/src/http/throttled.ts'
import { type AssetWorld, openAssets } from './assets/asset-world.ts'

let world: AssetWorld
beforeAll(async () => {
  world = await openAssets()
})
afterAll(() => world.close())

const png = { contentType: 'image/png' }
const bytes = (text: string): Buffer => Buffer.from(text)

describe('the image bucket', () => {
  it('stores type, quality and lifetime with the bytes, and returns them with and without the body', async () => {
    const expiresAt = new Date('2026-12-20T12:00:00.000Z')
    await world.bucket.put('img/a/image', bytes('0123456789'), { ...png, expiresAt, quality: 42 })
    const facts = { contentType: 'image/png', expiresAt, quality: 42, size: 10 }
    expect(await world.bucket.head('img/a/image')).toMatchObject(facts)
    const part = await world.bucket.open('img/a/image', 'bytes=2-4')
    expect(part).toMatchObject({ ...facts, contentRange: 'bytes 2-4/10' })
    if (!part || part.isOutOfRange) throw new Error('The range is within the object')
    expect((await buffer(part.body)).toString()).toBe('234')
    expect(await world.bucket.open('img/a/image', 'bytes=10-')).toMatchObject({ isOutOfRange: true, ...facts })
  })

  it('stores a receipt without changing bytes, ETag or time, and does not restore a removed object', async () => {
    const expiresAt = new Date('2026-12-20T12:00:00.000Z')
    const options = { ...png, expiresAt, quality: 42, sha256: 'a'.repeat(64) }
    await world.bucket.put('img/r/image', bytes('0123456789'), options)
    const before = await world.bucket.head('img/r/image')
    expect(before).toMatchObject({ sha256: 'a'.repeat(64), receipt: undefined })
    world.clock.advance(3_600_000)
    await world.bucket.noteReceipt('img/r/image', 'b'.repeat(64))
    expect(await world.bucket.head('img/r/image')).toEqual({ ...before, receipt: 'b'.repeat(64) })
    expect(String(await world.bucket.read('img/r/image'))).toBe('0123456789')
    // A repetition has no effect. After removal, the object is not created again.
    await world.bucket.noteReceipt('img/r/image', 'b'.repeat(64))
    expect(await world.bucket.head('img/r/image')).toEqual({ ...before, receipt: 'b'.repeat(64) })
    await world.bucket.remove(['img/r/image'])
    await world.bucket.noteReceipt('img/r/image', 'b'.repeat(64))
    expect(await world.bucket.exists('img/r/image')).toBe(false)
  })

  it('returns undefined for absent objects', async () => {
    expect(await world.bucket.head('img/none')).toBeUndefined()
    expect(await world.bucket.open('img/none', 'bytes=0-1')).toBeUndefined()
    expect(await world.bucket.read('img/none')).toBeUndefined()
    expect(await world.bucket.exists('img/none')).toBe(false)
  })

  it('keeps the first of many concurrent writes of putOnce', async () => {
    const texts = Array.from({ length: 20 }, (_, i) => `writer ${i}`)
    await Promise.all(texts.map((text) => world.bucket.putOnce('img/once', bytes(text), png)))
    const winner = Buffer.from((await world.bucket.read('img/once'))!).toString()
    expect(texts).toContain(winner)
    await world.bucket.putOnce('img/once', bytes('late'), png)
    expect(Buffer.from((await world.bucket.read('img/once'))!).toString()).toBe(winner)
    await world.bucket.put('img/once', bytes('again'), png)
    expect(Buffer.from((await world.bucket.read('img/once'))!).toString()).toBe('again')
  })

  it('removes whole groups, absent keys included, and no other key', async () => {
    const keys = Array.from({ length: 300 }, (_, i) => `img/b/${i}`)
    await Promise.all(keys.slice(0, 20).map((key) => world.bucket.put(key, bytes('x'), png)))
    await world.bucket.put('img/bb', bytes('x'), png)
    await world.bucket.remove(keys, [], ['img/none'])
    for (const key of keys.slice(0, 20)) expect(await world.bucket.exists(key)).toBe(false)
    expect(await world.bucket.exists('img/bb')).toBe(true)
    await world.bucket.remove()
  })
})

describe('a failing bucket', () => {
  const bucketWithStatus = (status: number) =>
    imageBucket(
      bucket({
        send: async () => new Response('<Error/>', { status }),
        name: 'images',
        baseUrl: 'https://images.example',
      }),
    )
  const calls = (bucket: ImageBucket): readonly (() => Promise<unknown>)[] => [
    () => bucket.put('img/a', bytes('x'), png),
    () => bucket.putOnce('img/a', bytes('x'), png),
    () => bucket.read('img/a'),
    () => bucket.open('img/a', 'bytes=0-1'),
    () => bucket.head('img/a'),
    () => bucket.remove(['img/a']),
  ]

  it.each([429, 500, 503])('causes 503 for every operation when S3 returns %i', async (status) => {
    for (const run of calls(bucketWithStatus(status))) {
      const error = await run().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ message: expect.stringContaining(`S3 answered ${status}`) })
      expect(isThrottled(error)).toBe(true)
    }
  })

  it.each([400, 403])('causes an internal error when S3 returns %i', async (status) => {
    for (const run of calls(bucketWithStatus(status))) {
      const error = await run().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ message: expect.stringContaining(`S3 answered ${status}`) })
      expect(isThrottled(error)).toBe(false)
    }
  })
})
