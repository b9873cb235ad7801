import type { ImageRequest, RefusalCode } from '@signet/imaging/image-provider'
import * as z from 'zod'
import type { Credentials } from '../live/credentials.ts'
import { alphaMask, boundedSource, croppedSource } from '../live/input-images.ts'
import { bytesOfBase64, parseErrorResponse, parseResponse } from '../live/response-json.ts'
import { retryAfterOf } from '../live/retry-delay.ts'
import type { Vendor, VendorResponse } from '../live/vendor.ts'
import { faultOfStatus, unusableResponse, VendorFault } from '../live/vendor-fault.ts'
import { GptImageUsage, gptImageCostMicros, gptImageMaxCostMicros } from './gpt-image-prices.ts'

/** The only sizes that the first generation of models accepts. */
const FIXED_SIZES = ['1024x1024', '1536x1024', '1024x1536'] as const

const FREE_SIZE_MODELS = /^gpt-image-2/
const PIXELS_MIN = 655_360
const PIXELS_MAX = 8_294_400
const SIDE_MAX = 3840
const SIDE_STEP = 16

const nearestFixed = ({ width, height }: ImageRequest): string => {
  const ratio = width / height
  if (ratio > 1.1) return FIXED_SIZES[1]
  return ratio < 0.9 ? FIXED_SIZES[2] : FIXED_SIZES[0]
}

/** Returns the requested size, or the nearest size of its ratio that the model accepts. Sides are multiples of 16. */
const freeSize = ({ width, height }: ImageRequest): string => {
  const minScale = Math.sqrt(PIXELS_MIN / (width * height))
  const maxScale = Math.min(Math.sqrt(PIXELS_MAX / (width * height)), SIDE_MAX / Math.max(width, height))
  const scale = Math.min(Math.max(1, minScale), maxScale)
  // Rounds up at the minimum and down otherwise, so that rounding does not cross a limit. 1e-9 absorbs floating-point
  // errors.
  const steps = (length: number): number => (length * scale) / SIDE_STEP
  const side = (length: number): number =>
    SIDE_STEP * (scale === minScale ? Math.ceil(steps(length)) : Math.floor(steps(length) + 1e-9))
  return `${side(width)}x${side(height)}`
}

/**
 * Returns the `size` of a request. Later models accept any size within limits (both sides multiples of 16, 655,360 to
 * 8,294,400 pixels, none above 3840). Earlier models accept three sizes: the nearest is requested, and the result is
 * cropped to the ratio.
 */
export const gptImageSize = (vendorId: string, request: ImageRequest): string =>
  FREE_SIZE_MODELS.test(vendorId) ? freeSize(request) : nearestFixed(request)

const ErrorBody = z.object({
  error: z.object({ type: z.string().nullish(), code: z.string().nullish(), param: z.string().nullish() }),
})

/**
 * Refusals by the vendor's error code, regardless of the status: platform.openai.com/docs/guides/error-codes, and codes
 * observed in production.
 */
const BY_CODE: ReadonlyMap<string, RefusalCode> = new Map([
  ['moderation_blocked', 'content_rejected'],
  ['content_policy_violation', 'content_rejected'],
  ['insufficient_quota', 'provider_quota'],
  ['billing_hard_limit_reached', 'provider_quota'],
  ['billing_not_active', 'provider_quota'],
  ['invalid_api_key', 'provider_auth'],
  ['account_deactivated', 'provider_auth'],
  ['organization_must_be_verified', 'provider_auth'],
  ['model_not_found', 'model_retired'],
  ['deprecated_model', 'model_retired'],
  ['invalid_image_file', 'invalid_source'],
  ['image_parse_error', 'invalid_source'],
])

/**
 * Maps an error response of the Images API to a fault: by its code first, then by `x-should-retry`, then by the status.
 */
const gptImageFault = (answer: VendorResponse): VendorFault => {
  const { error } = parseErrorResponse(ErrorBody, answer) ?? {}
  const errorCode = error?.code ?? error?.type ?? undefined
  const retryAfterMs = retryAfterOf(answer.headers, new Date())
  const facts = { retryAfterMs, vendorCode: errorCode ?? String(answer.status) }
  const code = BY_CODE.get(error?.code ?? '') ?? BY_CODE.get(error?.type ?? '')
  if (code) return new VendorFault(code, { ...facts, retry: 'never' })
  const fault = faultOfStatus(answer.status, facts)
  // The vendor's own clients check this header before the status.
  const shouldRetry = answer.headers.get('x-should-retry')
  if (shouldRetry === 'false') return new VendorFault(fault.code, { ...facts, retry: 'never' })
  if (shouldRetry === 'true' && fault.retry === 'never')
    return new VendorFault('provider_unavailable', { ...facts, retry: 'later' })
  return fault
}

const BASE_URL = 'https://api.openai.com/v1'

/** The vendor's price depends on the quality; the credits per tier are calculated for `medium`. */
const QUALITY = 'medium'

/** Larger source images add no detail to the result. */
const SOURCE_SIDE_MAX = 2048

const url = ({ baseUrl = BASE_URL }: Credentials, path: string): string => `${baseUrl}${path}`
const authorization = ({ apiKey }: Credentials) => ({ authorization: `Bearer ${apiKey}` })

const fieldsOf = (request: ImageRequest & { readonly vendorId: string }) => ({
  model: request.vendorId,
  prompt: request.prompt,
  n: 1,
  size: gptImageSize(request.vendorId, request),
  quality: QUALITY,
  // Lossless: the vendor has no AVIF, and the image is encoded by this service.
  output_format: 'png',
  moderation: 'auto',
  safety_identifier: request.onBehalfOf,
})

/**
 * Builds an edit as multipart. With a mask, the source is cropped to the requested size, because both must have the
 * same size.
 */
const editForm = async (
  request: ImageRequest & { readonly vendorId: string },
  source: Uint8Array,
): Promise<FormData> => {
  const form = new FormData()
  // Edits accept no moderation setting.
  const { moderation: _moderation, ...fields } = fieldsOf(request)
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  const file = (bytes: Buffer, type: string) => new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
  if (request.mask) {
    form.set('image', file(await croppedSource(source, request), 'image/png'), 'image.png')
    form.set('mask', file(await alphaMask(request.mask, request), 'image/png'), 'mask.png')
  } else form.set('image', file(await boundedSource(source, SOURCE_SIDE_MAX), 'image/webp'), 'image.webp')
  return form
}

const ImagesResponse = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish() })),
  usage: GptImageUsage.nullish().catch(undefined),
})

const ModelList = z.object({
  data: z.array(z.object({ id: z.string(), shutdown_date: z.union([z.string(), z.number()]).nullish() })),
})

/** Returns the ISO date of a value that is a date or seconds since 1970. */
const dayOf = (value: string | number | null | undefined): string | undefined => {
  if (value === null || value === undefined) return undefined
  const at = new Date(typeof value === 'number' ? value * 1000 : value)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10)
}

/** The Images API: POST /images/generations as JSON, POST /images/edits as multipart, GET /models. */
export const gptImageVendor: Vendor = {
  name: 'provider-a',
  // Up to 200 s have been observed; the step has 300 s.
  attemptMs: 210_000,

  async call(request, credentials) {
    const { source } = request
    const headers = authorization(credentials)
    if (source) {
      return { url: url(credentials, '/images/edits'), method: 'POST', headers, body: await editForm(request, source) }
    }
    return {
      url: url(credentials, '/images/generations'),
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(fieldsOf(request)),
    }
  },

  imageIn(answer, { vendorId }) {
    const { data, usage } = parseResponse(ImagesResponse, answer)
    const text = data[0]?.b64_json
    if (!text) throw unusableResponse('response_without_image')
    return { bytes: bytesOfBase64(text), costMicros: gptImageCostMicros(vendorId, usage ?? undefined) }
  },

  maxCostMicros: gptImageMaxCostMicros,

  faultIn: gptImageFault,

  listCall: (credentials) => ({ url: url(credentials, '/models'), method: 'GET', headers: authorization(credentials) }),

  listIn(answer) {
    const { data } = parseResponse(ModelList, answer)
    return {
      models: data.map(({ id, shutdown_date }) => ({ vendorId: id, retiresAt: dayOf(shutdown_date) })),
      next: undefined,
    }
  },
}
