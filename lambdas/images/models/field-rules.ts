import type { FieldError } from '@signet/contracts'
import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { INPUT_BYTES_MAX } from '@signet/imaging/schemas/vocabulary'
import type { Model } from './catalog.ts'
import { isImageText, sizeOfImageText } from './image-text.ts'

type Rule = (request: GenerateRequest, model: Model) => FieldError | undefined

const fieldError = (field: string, message: string): FieldError => ({ field, message })

const INPUTS = ['input_job_id', 'input_asset_url', 'input_image'] as const

const isEdge = ({ provider }: Model): boolean => provider === 'edge-hosted'

/** Returns whether the request starts from a picture: by its mode, or because the model requires one. */
const needsSource = ({ mode }: GenerateRequest, { capabilities }: Model): boolean =>
  mode === 'img2img' || !capabilities.includes('txt2img')

/** The rules of spec image-service 4.2 that span fields or depend on the model, in the order of its table. */
const RULES: readonly Rule[] = [
  ({ image_size }, model) =>
    image_size !== undefined && isEdge(model)
      ? fieldError(
          'image_size',
          'is only for provider-b models; use aspect_ratio with the draft, standard and premium tiers',
        )
      : undefined,
  ({ image_size }, model) =>
    image_size !== undefined && model.provider === 'provider-a'
      ? fieldError('image_size', 'is only for provider-b models; use aspect_ratio with provider-a models')
      : undefined,
  ({ image_size }, model) =>
    image_size === '512' && model.tier === 'ultra_plus'
      ? fieldError('image_size', '512 is not offered by this model; send 1K, 2K or 4K')
      : undefined,
  ({ mode }, model) =>
    mode === 'img2img' && !model.capabilities.includes('img2img') && !model.capabilities.includes('inpaint')
      ? fieldError('mode', `${model.id} cannot do img2img; see GET /v2/models?capability=img2img`)
      : undefined,
  (request) => {
    const sources = INPUTS.filter((field) => request[field] !== undefined)
    const [first, second] = sources
    return second ? fieldError(second, `cannot be combined with ${first}: send one source image`) : undefined
  },
  (request, model) => {
    const sourceField = INPUTS.find((field) => request[field] !== undefined)
    if (!sourceField || needsSource(request, model)) return undefined
    return fieldError(sourceField, 'requires mode img2img and a model that supports it')
  },
  ({ input_job_id }, model) =>
    input_job_id !== undefined && isEdge(model)
      ? fieldError(
          'input_job_id',
          'is only for ultra and ultra_plus; use input_image or input_asset_url with edge models',
        )
      : undefined,
  ({ input_image }, model) =>
    input_image !== undefined && !isEdge(model)
      ? fieldError(
          'input_image',
          'is only for the Stable Diffusion 1.5 img2img and inpainting models; use input_job_id or input_asset_url',
        )
      : undefined,
  (request, model) =>
    needsSource(request, model) && INPUTS.every((field) => request[field] === undefined)
      ? fieldError(
          isEdge(model) ? 'input_image' : 'input_job_id',
          `is required: ${model.id} starts from a source image`,
        )
      : undefined,
  ({ mask_image }, model) =>
    mask_image !== undefined && !(isEdge(model) && model.capabilities.includes('inpaint'))
      ? fieldError('mask_image', `is only for the inpainting model, not for ${model.id}`)
      : undefined,
  ({ mask_image }, model) =>
    mask_image === undefined && isEdge(model) && model.capabilities.includes('inpaint')
      ? fieldError('mask_image', `is required: ${model.id} repaints where the mask is white`)
      : undefined,
  ({ input_strength }, model) =>
    input_strength !== undefined && !(isEdge(model) && model.capabilities.includes('img2img'))
      ? fieldError('input_strength', `is only for the Stable Diffusion 1.5 img2img model, not for ${model.id}`)
      : undefined,
]

/**
 * Invisible characters in which text for models can be hidden, such as tag characters (U+E0000 to U+E007F). Two blank
 * symbols are listed separately, because Unicode does not class them as invisible: U+2800 (braille) and U+1D159
 * (music).
 */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]*$/u

/** Refuses a blank prompt. A pattern in the contract would need a new major version. */
const blankPrompt = ({ prompt }: GenerateRequest): FieldError | undefined =>
  BLANK.test(prompt) ? { field: 'prompt', message: 'must not be blank' } : undefined

/**
 * Refuses lone surrogates: they cannot be encoded as UTF-8, so the text would change when stored and hashed. A pattern
 * would need a new major version.
 */
const loneSurrogate = (field: 'prompt' | 'negative_prompt') => (request: GenerateRequest) =>
  request[field]?.isWellFormed() === false
    ? fieldError(field, 'must be well-formed Unicode: it contains half of a surrogate pair')
    : undefined

/** Base64, or the `data:` URI that browsers produce for an image. A pattern for both would need a new major version. */
const INVALID_IMAGE_TEXT = 'must be base64, or a data: URI such as data:image/png;base64,…'
const invalidImageText = (field: 'input_image' | 'mask_image') => (request: GenerateRequest) => {
  const text = request[field]
  return text === undefined || isImageText(text) ? undefined : fieldError(field, INVALID_IMAGE_TEXT)
}
const TEXT_RULES: readonly Rule[] = [
  blankPrompt,
  loneSurrogate('prompt'),
  loneSurrogate('negative_prompt'),
  invalidImageText('input_image'),
  invalidImageText('mask_image'),
]

export const fieldErrors = (request: GenerateRequest, model: Model): FieldError[] =>
  [...TEXT_RULES, ...RULES].flatMap((rule) => rule(request, model) ?? [])

const inputBytes = ({ input_image = '', mask_image = '' }: GenerateRequest): number =>
  sizeOfImageText(input_image) + sizeOfImageText(mask_image)

export const inputsTooLarge = (request: GenerateRequest): boolean => inputBytes(request) > INPUT_BYTES_MAX
