import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, newAddress } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { generateCompleted } from '../../support/jobs.ts'

afterEach(endOutages)

const fetchAsset = (url: string, headers: Record<string, string> = {}) => call('GET', url, { headers, as: 'getAsset' })

verifies(
  ['IMG-4.5-1', 'IMG-8-1', 'IMG-1-4'],
  '200 streams the image, cacheable for an hour, with validators',
  async () => {
    const job = await generateCompleted({ prompt: 'a pier' }, { from: newAddress() })
    const { status, headers, bytes } = await fetchAsset(String(job.asset_url))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(Date.parse(String(headers.get('last-modified')))).toBeGreaterThan(0)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: job.width, height: job.height })
  },
)

verifies(
  ['IMG-4.2-15', 'IMG-4.2-16'],
  'png, webp and avif are returned as requested; lower quality makes lossy files smaller',
  async () => {
    const from = newAddress()
    const imageOf = async (body: object) => {
      const job = await generateCompleted({ prompt: 'a meadow', seed: 4, ...body }, { from })
      return fetchAsset(String(job.asset_url))
    }
    for (const format of ['png', 'webp', 'avif'] as const) {
      const { headers, bytes } = await imageOf({ output_format: format })
      expect(headers.get('content-type')).toBe(`image/${format}`)
      expect((await sharp(bytes).metadata()).format).toBe(format === 'avif' ? 'heif' : format)
    }
    expect((await imageOf({ output_quality: 20 })).bytes.length).toBeLessThan(
      (await imageOf({ output_quality: 95 })).bytes.length,
    )
  },
)

const PRESETS = { thumbnail: [256, 256], standard: [1024, 576], hero: [1920, 1080], portrait: [1080, 1350] } as const

verifies(
  ['IMG-4.5-2', 'IMG-4.2-17', 'IMG-2.1-5'],
  'each preset has its size, encoded with the job or on first request',
  async () => {
    const job = await generateCompleted(
      { prompt: 'a valley', aspect_ratio: '16:9', output_preset: 'hero' },
      { from: newAddress() },
    )
    expect(job.preset_url).toBe(`${job.asset_url}?preset=hero`)
    for (const [preset, [width, height]] of Object.entries(PRESETS)) {
      const { status, bytes, headers } = await fetchAsset(`${job.asset_url}?preset=${preset}`)
      expect(status).toBe(200)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
      const again = await fetchAsset(`${job.asset_url}?preset=${preset}`)
      expect(again.headers.get('etag')).toBe(headers.get('etag'))
      expect(Buffer.compare(again.bytes, bytes)).toBe(0)
    }
  },
)

verifies(
  ['IMG-4.2-18', 'IMG-2.1-6'],
  'the background is removed into a PNG with alpha, and the job names the method',
  async () => {
    const job = await generateCompleted({ prompt: 'a red fox', background_removal: true }, { from: newAddress() })
    const { headers, bytes } = await fetchAsset(String(job.bg_removed_url))
    expect(headers.get('content-type')).toBe('image/png')
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
    expect(job.bg_removal_method).toMatch(/\w+/)
  },
)

test('304 without a body if the client has the current copy, by ETag or by date', async () => {
  const job = await generateCompleted({ prompt: 'a pond' }, { from: newAddress() })
  for (const url of [String(job.asset_url), `${job.asset_url}?preset=thumbnail`]) {
    const fresh = await fetchAsset(url)
    const etag = String(fresh.headers.get('etag'))
    const byTag = await fetchAsset(url, { 'if-none-match': `"other", ${etag}` })
    expect([byTag.status, byTag.bytes.length, byTag.headers.get('etag')]).toEqual([304, 0, etag])
    expect(byTag.headers.get('content-type')).toBe('image/webp')
    expect(byTag.headers.get('cache-control')).toBe('public, max-age=3600')
    const date = new Date(Date.parse(String(fresh.headers.get('last-modified'))) + 60_000).toUTCString()
    expect((await fetchAsset(url, { 'if-modified-since': date })).status).toBe(304)
    expect((await fetchAsset(url, { 'if-none-match': '"other"', 'if-modified-since': date })).status).toBe(200)
    expect((await fetchAsset(url, { 'if-modified-since': 'yesterday-ish' })).status).toBe(200)
  }
})

verifies('IMG-4.5-3', '404 for an absent asset and for a malformed id', async () => {
  const ids = [randomUUID(), 'x', '..%2Fmaster', randomUUID().toUpperCase()]
  for (const id of ids) {
    for (const query of ['', '?preset=thumbnail']) {
      const { status, body } = await fetchAsset(`/v2/assets/${id}${query}`)
      expect([status, body]).toMatchObject([404, { code: 'not_found' }])
    }
  }
})

test('400 for an unknown preset', async () => {
  const { status, body } = await fetchAsset(`/v2/assets/${randomUUID()}?preset=poster`)
  expect([status, body]).toMatchObject([400, { errors: [{ field: 'preset' }] }])
})

test('500 as JSON when the bucket fails', async () => {
  await planOutage({ function: 'images-assets', service: 's3', times: 30, status: 403, type: 'AccessDenied' })
  const { status, body } = await fetchAsset(`/v2/assets/${randomUUID()}`)
  expect([status, body]).toMatchObject([500, { code: 'internal' }])
})
