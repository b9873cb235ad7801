import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { generate } from '../../support/jobs.ts'
import { keyWithScopes } from '../../support/keys.ts'

afterEach(endOutages)

const INVALID_REQUESTS: readonly (readonly [
  ids: string[],
  title: string,
  body: object,
  field: string,
  words: string,
])[] = [
  [['IMG-4.2-1'], 'no prompt', {}, 'prompt', 'is required'],
  [['IMG-4.2-1'], 'an empty prompt', { prompt: '' }, 'prompt', 'must not be empty'],
  [['IMG-4.2-1'], 'a prompt of 2001 characters', { prompt: 'x'.repeat(2001) }, 'prompt', '2000'],
  [['IMG-4.2-2'], 'an unknown tier', { quality_tier: 'mega' }, 'quality_tier', 'draft, standard'],
  [['IMG-4.2-5'], 'an unknown ratio', { aspect_ratio: '2:1' }, 'aspect_ratio', '21:9'],
  [['IMG-4.2-6'], 'image_size with an edge tier', { image_size: '1K' }, 'image_size', 'provider-b'],
  [['IMG-4.2-6'], 'an unknown image_size', { image_size: '8K' }, 'image_size', '4K'],
  [['IMG-4.2-8'], 'a seed that is too large', { seed: 2_147_483_648 }, 'seed', '2147483647'],
  [['IMG-4.2-8'], 'a seed that is not an integer', { seed: 1.5 }, 'seed', 'integer'],
  [['IMG-4.2-9'], 'an unknown mode', { mode: 'video' }, 'mode', 'img2img'],
  [['IMG-4.2-9'], 'img2img on a model that cannot', { mode: 'img2img' }, 'mode', 'capability=img2img'],
  [
    ['IMG-4.2-10'],
    'input_job_id on an edge tier',
    { edge_model: 'sd-1.5-img2img', mode: 'img2img', input_job_id: randomUUID() },
    'input_job_id',
    'ultra',
  ],
  [
    ['IMG-4.2-11'],
    'an asset URL of another host',
    { edge_model: 'sd-1.5-img2img', mode: 'img2img', input_asset_url: 'http://169.254.169.254/x' },
    'input_asset_url',
    'asset URL',
  ],
  [
    ['IMG-4.2-12'],
    'img2img without a source',
    { edge_model: 'sd-1.5-img2img', mode: 'img2img' },
    'input_image',
    'required',
  ],
  [
    ['IMG-4.2-12'],
    'a source that is not base64',
    { edge_model: 'sd-1.5-img2img', mode: 'img2img', input_image: '%%%%' },
    'input_image',
    'base64',
  ],
  [
    ['IMG-4.2-12'],
    'a source that is not an image',
    { edge_model: 'sd-1.5-img2img', mode: 'img2img', input_image: btoa('hello world!') },
    'input_image',
    'PNG',
  ],
  [['IMG-4.2-13'], 'a mask on a model without inpainting', { mask_image: 'AAAA' }, 'mask_image', 'inpainting'],
  [
    ['IMG-4.2-14'],
    'strength on a model that does not support it',
    { input_strength: 0.5 },
    'input_strength',
    'Stable Diffusion 1.5',
  ],
  [['IMG-4.2-14'], 'strength above 1', { input_strength: 1.5 }, 'input_strength', 'at most 1'],
  [['IMG-4.2-15'], 'an unknown format', { output_format: 'gif' }, 'output_format', 'avif'],
  [['IMG-4.2-16'], 'a quality of 0', { output_quality: 0 }, 'output_quality', 'at least 1'],
  [['IMG-4.2-17'], 'an unknown preset', { output_preset: 'poster' }, 'output_preset', 'hero'],
  [
    ['IMG-4.2-18'],
    'background_removal that is text',
    { background_removal: 'yes' },
    'background_removal',
    'true or false',
  ],
  [['IMG-4.2-4'], 'an unknown provider-b model', { model: 'provider-b-9' }, 'model', 'provider-b-3'],
  [
    ['IMG-2.5-1'],
    'an unknown provider-a model',
    { provider_a_model: 'provider-a-9' },
    'provider_a_model',
    'provider-a-image-2',
  ],
  [['IMG-2.5-3'], 'an unknown edge model', { edge_model: 'nobody' }, 'edge_model', 'GET /v2/models'],
  [
    ['IMG-4.2-3'],
    'two overrides at once',
    { edge_model: 'phoenix-1.0', model: 'provider-b-3-pro-image-preview' },
    'model',
    'edge_model',
  ],
  [['IMG-4.2-20'], 'a key that is too long', { idempotency_key: 'k'.repeat(256) }, 'idempotency_key', '255'],
  [['IMG-4.2-1'], 'a field that does not exist', { sede: 4 }, 'sede', 'seed'],
]

for (const [ids, title, body, field, words] of INVALID_REQUESTS) {
  verifies([...ids], `400 names field and rule: ${title}`, async () => {
    // The cases about the prompt have an invalid prompt or none.
    const wholeBody = title.includes('prompt') ? body : { prompt: 'a', ...body }
    const answer = await call<{ errors: { field: string; message: string }[] }>('POST', '/v2/generate', {
      key: keyOf('free'),
      body: wholeBody,
      as: 'job_generate',
    })
    expect(answer.status).toBe(400)
    const found = answer.body.errors.find((error) => error.field === field)
    expect(found?.message, JSON.stringify(answer.body)).toContain(words)
  })
}

const raw = (text: string, headers: Record<string, string> = {}) =>
  call('POST', '/v2/generate', { key: keyOf('free'), raw: text, headers, as: 'job_generate' })

test('400 invalid_json, 415 and 413 have distinct codes', async () => {
  expect((await raw('{"prompt":')).body).toMatchObject({ code: 'invalid_json' })
  expect((await raw('[]')).body).toMatchObject({ code: 'invalid_input' })
  const form = await raw('prompt=x', { 'content-type': 'application/x-www-form-urlencoded' })
  expect([form.status, form.body.code]).toEqual([415, 'unsupported_media_type'])
  const large = await raw(JSON.stringify({ prompt: 'a', input_image: 'A'.repeat(5_900_000) }))
  expect(large.status).toBe(413)
  expect(large.body).toMatchObject({ code: 'payload_too_large', limit: 5_900_000 })
})

test('401 for an unknown key and 403 for a read-only one', async () => {
  const body = { prompt: 'a' }
  expect((await generate(body, { key: 'gen_x' })).status).toBe(401)
  expect((await generate(body, { key: await keyWithScopes(['read']) })).status).toBe(403)
})

verifies(['IMG-5-3', 'IMG-2.5-1'], '402: frontier models require Pro', async () => {
  const lockedInputs = [
    { quality_tier: 'ultra' },
    { quality_tier: 'ultra_plus' },
    { provider_a_model: 'provider-a-image-2' },
    { model: 'provider-b-3-pro-image-preview' },
  ]
  for (const body of lockedInputs) {
    for (const caller of [{ key: keyOf('free') }, { from: newAddress() }]) {
      const answer = await generate({ prompt: 'a', ...body }, caller)
      expect(answer.status).toBe(402)
      expect(answer.body).toMatchObject({ code: 'plan_required', upgrade: '/pricing' })
    }
  }
})

verifies(['IMG-5-4', 'IMG-4.2-4'], '403: frontier models require the milestone even with Pro', async () => {
  for (const key of [keyOf('pro'), keyOf('agency')]) {
    const answer = await generate({ prompt: 'a', quality_tier: 'ultra', image_size: '2K' }, { key })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'model_locked' })
  }
})

verifies('IMG-2.5-2', '400: a retired model is refused, naming its replacement', async () => {
  const answer = await generate({ prompt: 'a', provider_a_model: 'provider-a-image-1' }, { key: keyOf('agency') })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'model_retired', replacement: 'provider-a-image-2' })
})

test('503 for a throttled and 500 for a broken table', async () => {
  const plan = {
    function: 'images-api',
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    times: 30,
    status: 400,
  } as const
  await planOutage({ ...plan, type: 'ThrottlingException' })
  expect((await generate({ prompt: 'a' }, { from: newAddress() })).status).toBe(503)
  await endOutages()
  await planOutage({ ...plan, type: 'ResourceNotFoundException' })
  expect((await generate({ prompt: 'a' }, { from: newAddress() })).status).toBe(500)
})
