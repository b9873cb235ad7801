import type { Job } from '@signet/imaging/schemas/job'
import { OUTPUT_FORMATS } from '@signet/imaging/schemas/vocabulary'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cutOutAssetId } from '../../../lambdas/images/images/image-keys.ts'
import { verifies } from '../../spec/verifies.ts'
import { call, newAddress } from '../../support/api.ts'
import { generateCompleted } from '../../support/jobs.ts'
import { keysBelow } from '../../support/objects.ts'

const fetchAsset = (url: string, headers: Record<string, string> = {}) => call('GET', url, { headers, as: 'getAsset' })
const typeOf = async (url: string, headers: Record<string, string> = {}) =>
  (await fetchAsset(url, headers)).headers.get('content-type')

test('200 in the format that Accept prefers, or the stored one if it prefers none', async () => {
  const { asset_url, job_id } = await generateCompleted(
    { prompt: 'a bay', output_format: 'png' },
    { from: newAddress() },
  )
  const url = String(asset_url)
  const page = 'text/html,image/avif,image/webp,*/*;q=0.8'
  expect(await typeOf(url, { accept: 'image/*' })).toBe('image/png')
  expect(await typeOf(url, { accept: page })).toBe('image/webp')
  expect(await typeOf(url, { accept: 'image/avif, image/webp;q=0.5' })).toBe('image/avif')
  expect(await typeOf(url, { accept: 'application/pdf' })).toBe('image/png')
  const byHeader = await fetchAsset(`${url}?preset=thumbnail`, { accept: page })
  expect(byHeader.headers.get('vary')?.toLowerCase()).toContain('accept')
  expect(byHeader.headers.get('content-disposition')).toBe(`inline; filename="${job_id}-thumbnail.webp"`)
  const current = await fetchAsset(`${url}?preset=thumbnail`, {
    accept: page,
    'if-none-match': `W/${byHeader.headers.get('etag')}`,
  })
  expect([current.status, current.headers.get('vary')?.toLowerCase()]).toEqual([304, 'accept'])
})

test('200 in the format of the URL, whatever Accept says; each is another representation', async () => {
  const { asset_url } = await generateCompleted({ prompt: 'a cape' }, { from: newAddress() })
  const tags = new Set<string | null>()
  for (const format of OUTPUT_FORMATS) {
    const { headers, bytes } = await fetchAsset(`${asset_url}?format=${format}`, { accept: 'text/plain' })
    expect(headers.get('content-type')).toBe(`image/${format}`)
    const { format: found, xmp } = await sharp(bytes).metadata()
    expect(found).toBe(format === 'avif' ? 'heif' : format)
    expect(xmp?.toString()).toContain('DigitalSourceType')
    tags.add(headers.get('etag'))
  }
  expect(tags.size).toBe(3)
})

test('200 in another quality: the nearest of five, smaller for lower ones, the same bytes for neighbors', async () => {
  const { asset_url } = await generateCompleted({ prompt: 'a city of stone' }, { from: newAddress() })
  const bytesAt = async (quality: number) => (await fetchAsset(`${asset_url}?quality=${quality}`)).bytes
  const lowest = await bytesAt(1)
  const low = await bytesAt(49)
  const neighbor = await bytesAt(52)
  const high = await bytesAt(100)
  expect(Buffer.compare(low, neighbor)).toBe(0)
  expect(lowest.length).toBeLessThan(low.length)
  expect(low.length).toBeLessThan(high.length)
})

test('400 names the field for an unknown format or quality', async () => {
  const { asset_url } = await generateCompleted({ prompt: 'a moor' }, { from: newAddress() })
  const wrong = ['format=jpeg', 'format=svg', 'quality=0', 'quality=101', 'quality=high', 'width=100']
  for (const query of wrong) {
    const { status, body } = await fetchAsset(`${asset_url}?${query}`)
    expect([status, body], query).toMatchObject([400, { errors: [{ field: query.split('=')[0] }] }])
  }
})

test('206 for one range of image and renditions; the parts join to the whole', async () => {
  const { asset_url } = await generateCompleted({ prompt: 'a fjord' }, { from: newAddress() })
  for (const url of [String(asset_url), `${asset_url}?preset=thumbnail&format=png`]) {
    const start = await fetchAsset(url, { range: 'bytes=0-499' })
    const fullAsset = await fetchAsset(url)
    const size = fullAsset.bytes.length
    expect([fullAsset.status, fullAsset.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    expect([start.status, start.headers.get('content-range')]).toEqual([206, `bytes 0-499/${size}`])
    const etag = String(fullAsset.headers.get('etag'))
    const rest = await fetchAsset(url, { range: 'bytes=500-', 'if-range': etag })
    expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag])
    expect(Buffer.compare(Buffer.concat([start.bytes, rest.bytes]), fullAsset.bytes)).toBe(0)
    expect((await fetchAsset(url, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await fetchAsset(url, { range: 'bytes=0-9, 20-29' })).status).toBe(200)
    const current = await fetchAsset(url, { range: 'bytes=0-9', 'if-none-match': etag })
    expect([current.status, current.bytes.length]).toEqual([304, 0])
  }
})

test('416 with the size for a range beyond the end', async () => {
  const { asset_url } = await generateCompleted({ prompt: 'a cliff' }, { from: newAddress() })
  const size = (await fetchAsset(String(asset_url))).bytes.length
  const { status, headers, body } = await fetchAsset(String(asset_url), { range: `bytes=${size}-` })
  expect([status, headers.get('content-range'), body.code]).toEqual([416, `bytes */${size}`, 'range_not_satisfiable'])
})

test('HEAD 200: the headers of GET without its bytes, and no ranges', async () => {
  const { asset_url } = await generateCompleted({ prompt: 'a dune' }, { from: newAddress() })
  for (const url of [String(asset_url), `${asset_url}?format=png&preset=thumbnail`]) {
    const getResponse = await fetchAsset(url)
    const head = await call('HEAD', url, { headers: { range: 'bytes=0-9' }, as: 'getAsset' })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['etag', 'content-type', 'last-modified', 'content-disposition', 'accept-ranges', 'vary']) {
      expect([name, head.headers.get(name)]).toEqual([name, getResponse.headers.get(name)])
    }
  }
  const current = await call('HEAD', String(asset_url), { headers: { 'if-none-match': '*' }, as: 'getAsset' })
  expect(current.status).toBe(304)
})

test('200 for concurrent first requests: the same bytes and validators', async () => {
  const { asset_url } = await generateCompleted({ prompt: 'a mesa' }, { from: newAddress() })
  const answers = await Promise.all(Array.from({ length: 6 }, () => fetchAsset(`${asset_url}?format=png&preset=hero`)))
  const [first] = answers
  for (const { status, headers, bytes } of answers) {
    expect([status, headers.get('etag')]).toEqual([200, first?.headers.get('etag')])
    expect(Buffer.compare(bytes, first?.bytes ?? new Uint8Array())).toBe(0)
  }
})

verifies('IMG-2.6-3', 'delete 204 removes every rendition that was made on request', async () => {
  const from = newAddress()
  const job: Job = await generateCompleted({ prompt: 'a glacier', background_removal: true }, { from })
  const queries = [
    '?format=avif&preset=thumbnail',
    '?quality=25',
    '?preset=hero',
    '?format=png',
    '?preset=portrait&quality=50',
  ]
  const urls = [job.asset_url, job.bg_removed_url].flatMap((url) => queries.map((wish) => `${url}${wish}`))
  for (const url of urls) expect((await fetchAsset(url)).status, url).toBe(200)
  const storedKeys = async () => [
    ...(await keysBelow(`img/${job.job_id}/`)),
    ...(await keysBelow(`img/${cutOutAssetId(job.job_id)}/`)),
  ]
  expect((await storedKeys()).length).toBeGreaterThanOrEqual(urls.length)
  expect((await call('DELETE', `/v2/jobs/${job.job_id}`, { from, as: 'job_delete' })).status).toBe(204)
  expect(await storedKeys()).toEqual([])
  for (const url of urls) expect((await fetchAsset(url)).status, url).toBe(404)
})
