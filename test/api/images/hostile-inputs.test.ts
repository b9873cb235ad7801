import sharp from 'sharp'
import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { generate } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'

const flat = sharp({ create: { width: 64, height: 64, channels: 3, background: '#2266aa' } })
const validPng = await flat.clone().png().toBuffer()

/** The same file with another declared size. */
const withDeclaredSize = (width: number, height: number): Buffer => {
  const bomb = Buffer.from(validPng)
  // The header of a PNG has its width at 16 and its height at 20.
  bomb.writeUInt32BE(width, 16)
  bomb.writeUInt32BE(height, 20)
  return bomb
}

const animatedWebp = (): Promise<Buffer> => {
  const strip = Buffer.alloc(16 * 32 * 3, 200).fill(0, 0, 16 * 16 * 3)
  return sharp(strip, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
    .webp({ loop: 0 })
    .toBuffer()
}

const files = {
  'a bomb of 400 megapixels': [withDeclaredSize(20_000, 20_000), /20000x20000 pixels/],
  'an animation': [await animatedWebp(), /animated/],
  'an SVG': [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /not a PNG/],
  'a GIF': [await flat.clone().gif().toBuffer(), /not a PNG/],
  'a header that breaks off': [validPng.subarray(0, 20), /damaged header/],
} as const

for (const [name, [file, message]] of Object.entries(files)) {
  test(`400 names the field for ${name}, as source and as mask, and creates no job`, async () => {
    const { key } = await newTenant()
    const sent = { input_image: validPng.toString('base64'), mask_image: validPng.toString('base64') }
    for (const field of ['input_image', 'mask_image'] as const) {
      const body = { prompt: 'a', quality_tier: 'draft', edge_model: 'sd-1.5-inpainting', ...sent }
      const answer = await generate({ ...body, [field]: file.toString('base64') }, { key })
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 'invalid_input', errors: [{ field, message: expect.stringMatching(message) }] },
      ])
    }
    expect((await call('GET', '/v2/jobs', { key, as: 'job_list' })).body).toMatchObject({ jobs: [] })
  })
}

test('400 for a body that is not UTF-8: its replacement characters are never drawn', async () => {
  const { key } = await newTenant()
  const raw = Buffer.from('{"dry_run":true,"prompt":"a ?"}')
  // Replaces the question mark (63).
  raw[raw.indexOf(63)] = 0xff
  const headers = { 'content-type': 'application/json' }
  const answer = await call('POST', '/v2/generate', { key, raw, headers, as: 'job_generate' })
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_json' }])
})
