import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { describe, expect, it } from 'vitest'
import { fieldErrors, inputsTooLarge } from '../../../lambdas/images/models/field-rules.ts'
import { resolveModel } from '../../../lambdas/images/models/resolve-model.ts'
import { requireUnrefused } from '../../support/granted.ts'
import { request } from '../../support/sample-job.ts'

const DAY = new Date('2026-11-20T12:00:00Z')
type Body = Partial<GenerateRequest>
const errorsOf = (body: Body) => fieldErrors(request(body), requireUnrefused(resolveModel(request(body), DAY)).model)
const fieldsOf = (body: Body): string[] => errorsOf(body).map(({ field }) => field)

const PIXELS = 'iVBORw0KGgo='
const JOB = '01938c3e-8f00-7000-8000-000000000001'
const ASSET = `https://images.test/v2/assets/${JOB}`
const SD_IMG2IMG = { quality_tier: 'draft', edge_model: 'sd-1.5-img2img' } as const
const SD_INPAINT = { quality_tier: 'draft', edge_model: 'sd-1.5-inpainting' } as const
const ULTRA = { quality_tier: 'ultra' } as const
const ULTRA_PLUS = { quality_tier: 'ultra_plus' } as const

/** Examples that spec image-service 4.2 allows, and others that it refuses, with the field. */
const RULES: readonly (readonly [rule: string, good: Body, bad: Body, field: string])[] = [
  ['image_size is not for edge tiers', { ...ULTRA, image_size: '1K' }, { image_size: '1K' }, 'image_size'],
  [
    'image_size is not for provider-a',
    { provider_a_model: 'provider-a-image-2' },
    { provider_a_model: 'provider-a-image-2', image_size: '2K' },
    'image_size',
  ],
  ['512 is not for the pro model', { ...ULTRA, image_size: '512' }, { ...ULTRA_PLUS, image_size: '512' }, 'image_size'],
  [
    'mode img2img needs a model that can',
    { ...ULTRA, mode: 'img2img', input_job_id: JOB },
    { quality_tier: 'premium', mode: 'img2img', input_asset_url: ASSET },
    'mode',
  ],
  [
    'two sources contradict each other',
    { ...ULTRA, mode: 'img2img', input_job_id: JOB },
    { ...ULTRA, mode: 'img2img', input_job_id: JOB, input_asset_url: ASSET },
    'input_asset_url',
  ],
  [
    'a source needs mode img2img',
    { ...ULTRA, mode: 'img2img', input_asset_url: ASSET },
    { ...ULTRA, input_asset_url: ASSET },
    'input_asset_url',
  ],
  [
    'input_job_id is for ultra and ultra_plus',
    { ...ULTRA_PLUS, mode: 'img2img', input_job_id: JOB },
    { ...SD_IMG2IMG, input_job_id: JOB },
    'input_job_id',
  ],
  [
    'input_image is for the v1.5 models',
    { ...SD_IMG2IMG, input_image: PIXELS },
    { ...ULTRA, mode: 'img2img', input_image: PIXELS },
    'input_image',
  ],
  ['img2img models need a source', { ...SD_IMG2IMG, input_asset_url: ASSET }, SD_IMG2IMG, 'input_image'],
  [
    'img2img on ultra needs a source',
    { ...ULTRA, mode: 'img2img', input_asset_url: ASSET },
    { ...ULTRA, mode: 'img2img' },
    'input_job_id',
  ],
  [
    'a mask is for the inpainting model',
    { ...SD_INPAINT, input_image: PIXELS, mask_image: PIXELS },
    { ...SD_IMG2IMG, input_image: PIXELS, mask_image: PIXELS },
    'mask_image',
  ],
  [
    'the inpainting model needs a mask',
    { ...SD_INPAINT, input_asset_url: ASSET, mask_image: PIXELS },
    { ...SD_INPAINT, input_image: PIXELS },
    'mask_image',
  ],
  [
    'input_strength is for v1.5 img2img',
    { ...SD_IMG2IMG, input_image: PIXELS, input_strength: 0.4 },
    { ...SD_INPAINT, input_image: PIXELS, mask_image: PIXELS, input_strength: 0.4 },
    'input_strength',
  ],
  ['input_strength is not for ultra', ULTRA, { ...ULTRA, input_strength: 1 }, 'input_strength'],
]

describe('rules that span fields', () => {
  for (const [rule, good, bad, field] of RULES) {
    it(`${rule}: a valid request passes, an invalid one names only ${field}`, () => {
      expect(errorsOf(good)).toEqual([])
      expect(fieldsOf(bad)).toEqual([field])
    })
  }

  it('report all violations together', () => {
    const all = { image_size: '4K', input_strength: 0.5, mask_image: PIXELS } as const
    expect(fieldsOf(all).sort()).toEqual(['image_size', 'input_strength', 'mask_image'])
  })

  it('refuse a blank prompt', () => {
    expect(fieldsOf({ prompt: ' \n\t ' })).toEqual(['prompt'])
    // Tag characters, joiners, directions, variation selectors: all invisible.
    expect(fieldsOf({ prompt: '\u{E0064}\u{E0072}\u{E0061}\u{E0077} \u200d\u202e\ufe0f' })).toEqual(['prompt'])
    // Blanks that Unicode counts as a symbol or as letters: of braille, of Hangul, of music.
    expect(fieldsOf({ prompt: '\u2800\u3164\u115f\u1160\uffa0\u{1D159}' })).toEqual(['prompt'])
    expect(fieldsOf({ prompt: '\u200d❤️\u{E0064}' })).toEqual([])
    expect(fieldsOf({ prompt: '⠓⠊' })).toEqual([])
    expect(fieldsOf({ prompt: ' a fox ' })).toEqual([])
  })

  it('refuse lone surrogates, which would be stored as other characters', () => {
    for (const half of ['x\ud800y', '\udc00', '\udc00\ud800']) {
      const errors = errorsOf({ prompt: `a fox ${half}`, negative_prompt: half })
      expect(errors.map(({ field }) => field)).toEqual(['prompt', 'negative_prompt'])
      expect(errors[0]?.message).toContain('well-formed Unicode')
    }
    expect(fieldsOf({ prompt: '🦊\ufffd', negative_prompt: '' })).toEqual([])
  })

  it('state the next step', () => {
    expect(errorsOf({ mode: 'img2img', input_asset_url: ASSET })[0]?.message).toMatch(/capability=img2img/)
    expect(errorsOf(SD_INPAINT).map(({ message }) => message)).toEqual([
      expect.stringContaining('starts from a source image'),
      expect.stringContaining('repaints where the mask is white'),
    ])
  })

  it('allow a seed on ultra, which ignores it, and a negative prompt on any tier (spec image-service 4.2)', () => {
    expect(errorsOf({ ...ULTRA, seed: 5, negative_prompt: 'fog' })).toEqual([])
  })
})

describe('input sizes', () => {
  const base64 = (bytes: number): string => Buffer.alloc(bytes).toString('base64')
  it('pass up to 4 MiB together, decoded, and fail one byte above', () => {
    const half = 2_097_152
    const body = { ...SD_INPAINT, input_image: base64(half), mask_image: base64(half) }
    expect(inputsTooLarge(request(body))).toBe(false)
    expect(inputsTooLarge(request({ ...body, mask_image: base64(half + 1) }))).toBe(true)
  })
})
