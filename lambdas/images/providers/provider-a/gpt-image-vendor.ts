import type { ImageRequest, RefusalCode } from '@signet/imaging/image-provider'
import * as z from 'zod'
import { answerAs, bytesOfBase64, errorAs } from '../live/answer-json.ts'
import type { Credentials } from '../live/credentials.ts'
import { alphaMask, sourceAt, sourceWithin } from '../live/order-pictures.ts'
import { retryAfterOf } from '../live/retry-delay.ts'
import type { Vendor, VendorAnswer } from '../live/vendor.ts'
import { brokenAnswer, faultOfStatus, VendorFault } from '../live/vendor-fault.ts'
import { GptImageUsage, gptImageCostMicros, gptImageMostMicros } from './gpt-image-prices.ts'

/** The only sizes that the first generation of models accepts. */
const FIXED = ['1024x1024', '1536x1024', '1024x1536'] as const

const ANY_SIZE = /^gpt-image-2/
const PIXELS_MIN = 655_360
const PIXELS_MAX = 8_294_400
const SIDE_MAX = 3840
const STEP = 16

const nearestFixed = ({ width, height }: ImageRequest): string => {
  const ratio = width / height
  if (ratio > 1.1) return FIXED[1]
  return ratio < 0.9 ? FIXED[2] : FIXED[0]
}

/**
 * Returns the size of the order, or the nearest size of its ratio that the model accepts. Sides are multiples of 16.
 */
const freeSize = ({ width, height }: ImageRequest): string => {
  const floor = Math.sqrt(PIXELS_MIN / (width * height))
  const ceiling = Math.min(Math.sqrt(PIXELS_MAX / (width * height)), SIDE_MAX / Math.max(width, height))
  const scale = Math.min(Math.max(1, floor), ceiling)
  // Rounds away from the bound; otherwise rounding would cross it.
  const steps = (length: number): number => (length * scale) / STEP
  const side = (length: number): number =>
    STEP * (scale === floor ? Math.ceil(steps(length)) : Math.floor(steps(length) + 1e-9))
  return `${side(width)}x${side(height)}`
}

/**
 * Returns the `size` of a request. Later models accept any size within limits (both sides multiples of 16, 655,360 to
 * 8,294,400 pixels, none above 3840). Earlier ones accept three: the nearest is drawn and cut to the ratio.
 */
export const gptImageSize = (vendorId: string, order: ImageRequest): string =>
  ANY_SIZE.test(vendorId) ? freeSize(order) : nearestFixed(order)

const ErrorBody = z.object({
  error: z.object({ type: z.string().nullish(), code: z.string().nullish(), param: z.string().nullish() }),
})

/**
 * By the vendor's code, whatever the status: platform.openai.com/docs/guides/error-codes, and codes observed in
 * production.
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
const gptImageFault = (answer: VendorAnswer): VendorFault => {
  const { error } = errorAs(ErrorBody, answer) ?? {}
  const word = error?.code ?? error?.type ?? undefined
  const retryAfterMs = retryAfterOf(answer.headers, new Date())
  const facts = { retryAfterMs, vendorCode: word ?? String(answer.status) }
  const code = BY_CODE.get(error?.code ?? '') ?? BY_CODE.get(error?.type ?? '')
  if (code) return new VendorFault(code, { ...facts, again: 'never' })
  const fault = faultOfStatus(answer.status, facts)
  // The vendor's own clients check this header before the status.
  const advice = answer.headers.get('x-should-retry')
  if (advice === 'false') return new VendorFault(fault.code, { ...facts, again: 'never' })
  if (advice === 'true' && fault.again === 'never')
    return new VendorFault('provider_unavailable', { ...facts, again: 'later' })
  return fault
}

const BASE_URL = 'https://api.openai.com/v1'

/** The price depends on the quality; the credits of a tier are calculated for this one. */
const QUALITY = 'medium'

/** Larger references bring no more detail into a picture of this size. */
const SOURCE_SIDE_MAX = 2048

const url = ({ baseUrl = BASE_URL }: Credentials, path: string): string => `${baseUrl}${path}`
const authorization = ({ apiKey }: Credentials) => ({ authorization: `Bearer ${apiKey}` })

const fieldsOf = (order: ImageRequest & { readonly vendorId: string }) => ({
  model: order.vendorId,
  prompt: order.prompt,
  n: 1,
  size: gptImageSize(order.vendorId, order),
  quality: QUALITY,
  // Lossless: the vendor has no AVIF, and the image is encoded by this service.
  output_format: 'png',
  moderation: 'auto',
  safety_identifier: order.onBehalfOf,
})

/**
 * Builds an edit as multipart. With a mask the source is cut to the order's size, because both must have the same size.
 */
const editForm = async (order: ImageRequest & { readonly vendorId: string }, source: Uint8Array): Promise<FormData> => {
  const form = new FormData()
  // Edits accept no moderation setting.
  const { moderation: _moderation, ...fields } = fieldsOf(order)
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  const file = (bytes: Buffer, type: string) => new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
  if (order.mask) {
    form.set('image', file(await sourceAt(source, order), 'image/png'), 'image.png')
    form.set('mask', file(await alphaMask(order.mask, order), 'image/png'), 'mask.png')
  } else form.set('image', file(await sourceWithin(source, SOURCE_SIDE_MAX), 'image/webp'), 'image.webp')
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

  async call(order, credentials) {
    const { source } = order
    const headers = authorization(credentials)
    if (source) {
      return { url: url(credentials, '/images/edits'), method: 'POST', headers, body: await editForm(order, source) }
    }
    return {
      url: url(credentials, '/images/generations'),
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(fieldsOf(order)),
    }
  },

  pictureIn(answer, { vendorId }) {
    const { data, usage } = answerAs(ImagesResponse, answer)
    const text = data[0]?.b64_json
    if (!text) throw brokenAnswer('answer_without_image')
    return { bytes: bytesOfBase64(text), costMicros: gptImageCostMicros(vendorId, usage ?? undefined) }
  },

  maxCostMicros: gptImageMostMicros,

  faultIn: gptImageFault,

  listCall: (credentials) => ({ url: url(credentials, '/models'), method: 'GET', headers: authorization(credentials) }),

  listIn(answer) {
    const { data } = answerAs(ModelList, answer)
    return {
      models: data.map(({ id, shutdown_date }) => ({ vendorId: id, retiresAt: dayOf(shutdown_date) })),
      next: undefined,
    }
  },
}
