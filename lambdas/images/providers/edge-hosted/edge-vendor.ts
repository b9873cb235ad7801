import type { ImageRequest, RefusalCode } from '@signet/imaging/image-provider'
import * as z from 'zod'
import type { Credentials } from '../live/credentials.ts'
import { croppedSource, grayMask } from '../live/input-images.ts'
import { bytesOfBase64, parseErrorResponse, parseResponse } from '../live/response-json.ts'
import { retryAfterOf } from '../live/retry-delay.ts'
import type { Vendor, VendorCall, VendorResponse } from '../live/vendor.ts'
import { faultOfStatus, type RetryPolicy, unusableResponse, VendorFault } from '../live/vendor-fault.ts'
import { EDGE_MODELS, type EdgeModel, edgeCostMicros, edgeMaxCostMicros } from './edge-models.ts'

const ErrorEnvelope = z.object({
  errors: z.array(z.object({ code: z.number().optional(), message: z.string().default('') })),
})

/**
 * Faults by the vendor's error code: developers.cloudflare.com/workers-ai/platform/errors; 3030 and 8007 were observed
 * in production.
 */
const BY_CODE: ReadonlyMap<number, readonly [RefusalCode, RetryPolicy]> = new Map([
  [3030, ['content_rejected', 'never']],
  [8007, ['content_rejected', 'never']],
  // Out of capacity; no picture was drawn.
  [3040, ['provider_rate_limited', 'later']],
  // The day's free allocation is used up: another attempt on the same day cannot help.
  [3036, ['provider_quota', 'never']],
  [3007, ['provider_timeout', 'mayBeBilled']],
  [3008, ['provider_timeout', 'mayBeBilled']],
  [5007, ['model_retired', 'never']],
  [3042, ['model_retired', 'never']],
  [3003, ['provider_rejected', 'never']],
  [5004, ['provider_rejected', 'never']],
  [3006, ['provider_rejected', 'never']],
  [3023, ['provider_auth', 'never']],
  [3041, ['provider_auth', 'never']],
  [5016, ['provider_auth', 'never']],
  [5018, ['provider_auth', 'never']],
  // The vendor returns the same code for an unknown account as for an unknown route.
  [7000, ['provider_auth', 'never']],
  [7003, ['provider_auth', 'never']],
  [10000, ['provider_auth', 'never']],
])

/**
 * Maps an error response of Workers AI to a fault: by its code first, then by its wording for unsafe prompts, then by
 * the status.
 */
const edgeFault = (answer: VendorResponse): VendorFault => {
  const { errors: [firstError] = [] } = parseErrorResponse(ErrorEnvelope, answer) ?? {}
  const retryAfterMs = retryAfterOf(answer.headers, new Date())
  const facts = { retryAfterMs, vendorCode: String(firstError?.code ?? answer.status) }
  const fault = firstError?.code === undefined ? undefined : BY_CODE.get(firstError.code)
  if (fault) return new VendorFault(fault[0], { ...facts, retry: fault[1] })
  if (/nsfw/i.test(firstError?.message ?? '')) return new VendorFault('content_rejected', { ...facts, retry: 'never' })
  // Status 200 belongs to an envelope with `success: false`.
  return faultOfStatus(answer.status === 200 ? 502 : answer.status, facts)
}

const BASE_URL = 'https://api.cloudflare.com/client/v4'
const PAGE_SIZE = 100

const modelOf = (vendorId: string): EdgeModel => {
  const model = EDGE_MODELS[vendorId]
  if (!model) throw new Error(`${vendorId} is unknown: add it to EDGE_MODELS`)
  return model
}

const accountUrl = ({ baseUrl = BASE_URL, accountId }: Credentials): string => {
  if (!accountId) throw new VendorFault('provider_auth', { retry: 'never', vendorCode: 'secret_lacks_account_id' })
  return `${baseUrl}/accounts/${accountId}/ai`
}

const authorization = ({ apiKey }: Credentials) => ({ authorization: `Bearer ${apiKey}` })

const scalarFields = (model: EdgeModel, request: ImageRequest): Record<string, string | number> => {
  const { accepts, steps, promptMax = Number.POSITIVE_INFINITY } = model
  const { prompt, negativePrompt, width, height, seed } = request
  return {
    prompt: prompt.slice(0, promptMax),
    // Width and height are always sent: the default size of flux-2 is not square.
    ...(accepts.includes('size') ? { width, height } : {}),
    ...(accepts.includes('seed') && seed !== undefined ? { seed } : {}),
    // Never sent empty: the phoenix model rejects an empty text.
    ...(accepts.includes('negative_prompt') && negativePrompt ? { negative_prompt: negativePrompt } : {}),
    ...(steps ? { [steps[0]]: steps[1] } : {}),
  }
}

const imageFields = async ({ accepts }: EdgeModel, request: ImageRequest): Promise<Record<string, unknown>> => {
  const { source, mask, strength } = request
  return {
    ...(accepts.includes('source') && source
      ? { image_b64: (await croppedSource(source, request)).toString('base64') }
      : {}),
    // The vendor accepts a mask only as an array of the file's bytes.
    ...(accepts.includes('mask') && mask ? { mask: [...(await grayMask(mask, request))] } : {}),
    ...(accepts.includes('source') && strength !== undefined ? { strength } : {}),
  }
}

const formOf = (fields: Readonly<Record<string, string | number>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  return form
}

const ImageEnvelope = z.object({ success: z.boolean().default(true), result: z.object({ image: z.string().min(1) }) })

/**
 * Reads the image file, which some models return directly and others in an envelope. The documented types have been
 * wrong before.
 */
const imageBytes = (answer: VendorResponse) => {
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('image/')) return answer.body
  if (!/\bjson\b/.test(type)) throw unusableResponse('response_is_not_an_image')
  // An error response is short, so its flag is near the start.
  if (/"success"\s*:\s*false/.test(answer.body.subarray(0, 4096).toString('utf8'))) throw edgeFault(answer)
  return bytesOfBase64(parseResponse(ImageEnvelope, answer).result.image)
}

const ModelList = z.object({
  result_info: z.object({ page: z.int().optional() }).nullish(),
  result: z.array(
    z.object({
      name: z.string(),
      properties: z.array(z.object({ property_id: z.string(), value: z.unknown() })).default([]),
    }),
  ),
})

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : undefined

/** Workers AI over REST: POST /accounts/{account_id}/ai/run/{model}, GET …/ai/models/search. */
export const edgeVendor: Vendor = {
  name: 'edge-hosted',
  attemptMs: 60_000,

  async call(request, credentials) {
    const model = modelOf(request.vendorId)
    const url = `${accountUrl(credentials)}/run/${request.vendorId}`
    const fields = scalarFields(model, request)
    const call: Omit<VendorCall, 'headers'> = { url, method: 'POST' }
    // fetch writes the boundary of the form: the vendor refuses a content type without one.
    if (model.encoding === 'multipart') return { ...call, headers: authorization(credentials), body: formOf(fields) }
    const body = JSON.stringify({ ...fields, ...(await imageFields(model, request)) })
    return { ...call, headers: { ...authorization(credentials), 'content-type': 'application/json' }, body }
  },

  imageIn(answer, { vendorId, width, height }) {
    return { bytes: imageBytes(answer), costMicros: edgeCostMicros(modelOf(vendorId), { width, height }) }
  },

  maxCostMicros: edgeMaxCostMicros,

  faultIn: edgeFault,

  listCall(credentials, page = '1') {
    const query = new URLSearchParams({ task: 'Text-to-Image', per_page: String(PAGE_SIZE), page })
    return {
      url: `${accountUrl(credentials)}/models/search?${query}`,
      method: 'GET',
      headers: authorization(credentials),
    }
  },

  listIn(answer) {
    const { result, result_info: info } = parseResponse(ModelList, answer)
    const models = result.map(({ name, properties }) => {
      const deprecationDate = properties.find(({ property_id }) => property_id === 'planned_deprecation_date')
      return { vendorId: name, retiresAt: dayOf(deprecationDate?.value) }
    })
    return { models, next: result.length < PAGE_SIZE ? undefined : String((info?.page ?? 1) + 1) }
  },
}
