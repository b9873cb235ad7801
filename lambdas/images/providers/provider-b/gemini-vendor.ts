import type { ImageRequest } from '@signet/imaging/image-provider'
import * as z from 'zod'
import type { Credentials } from '../live/credentials.ts'
import { boundedSource } from '../live/input-images.ts'
import { bytesOfBase64, parseErrorResponse, parseResponse } from '../live/response-json.ts'
import { retryAfterOf } from '../live/retry-delay.ts'
import type { Vendor, VendorResponse } from '../live/vendor.ts'
import { faultOfStatus, unusableResponse, VendorFault } from '../live/vendor-fault.ts'
import { GeminiUsage, geminiCostMicros, geminiMaxCostMicros } from './gemini-prices.ts'

/** google.rpc.Status as JSON; `details` contain ErrorInfo, RetryInfo, QuotaFailure and other types. */
const ErrorBody = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z
      .array(
        z.looseObject({
          reason: z.string().optional(),
          retryDelay: z.string().optional(),
          violations: z.array(z.looseObject({ quotaId: z.string().optional() })).optional(),
        }),
      )
      .optional()
      .catch(undefined),
  }),
})

type Details = NonNullable<z.infer<typeof ErrorBody>['error']['details']>

/** Converts `34s` or `0.5s` (protobuf Duration as JSON) to milliseconds. */
const durationMs = (text: string | undefined): number | undefined => {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

const isDayQuota = (details: Details): boolean =>
  details.some(({ violations = [] }) => violations.some(({ quotaId = '' }) => /PerDay/i.test(quotaId)))

/** Maps an error response of the Gemini API to a fault: ai.google.dev/gemini-api/docs/troubleshooting. */
const geminiFault = (answer: VendorResponse): VendorFault => {
  const { error } = parseErrorResponse(ErrorBody, answer) ?? {}
  const details: Details = error?.details ?? []
  const reason = details.find((each) => each.reason)?.reason
  const requestedDelayMs = details.map(({ retryDelay }) => durationMs(retryDelay)).find((ms) => ms !== undefined)
  const retryAfterMs = requestedDelayMs ?? retryAfterOf(answer.headers, new Date())
  const facts = { retryAfterMs, vendorCode: reason ?? error?.status ?? String(answer.status) }
  const final = (code: 'provider_auth' | 'provider_quota') => new VendorFault(code, { ...facts, retry: 'never' })
  // The vendor returns 400 for an invalid key too.
  if (reason === 'API_KEY_INVALID' || reason === 'API_KEY_SERVICE_BLOCKED') return final('provider_auth')
  // An unsupported region, or an account without billing: no other request could succeed.
  if (error?.status === 'FAILED_PRECONDITION') return final('provider_auth')
  if (error?.status === 'NOT_FOUND') return new VendorFault('model_retired', { ...facts, retry: 'never' })
  if (answer.status === 429 && isDayQuota(details)) return final('provider_quota')
  return faultOfStatus(answer.status, facts)
}

const BASE_URL = 'https://generativelanguage.googleapis.com/v1beta'
const PAGE_SIZE = 1000

/** A request with its inline images may have at most 20 MB. This side length leaves a margin for base64. */
const SOURCE_SIDE_MAX = 2048

/** Sent if an earlier response contained only text. */
const IMAGE_REQUIRED = 'Answer with exactly one image and no text.'

const url = ({ baseUrl = BASE_URL }: Credentials, path: string): string => `${baseUrl}${path}`
const headersOf = ({ apiKey }: Credentials) => ({ 'x-goog-api-key': apiKey })

const bodyOf = async (request: ImageRequest, isRepeatAfterNoImage: boolean) => {
  const { prompt, source, aspectRatio, imageSize } = request
  const inline = source && {
    mimeType: 'image/webp',
    data: (await boundedSource(source, SOURCE_SIDE_MAX)).toString('base64'),
  }
  const parts = [
    { text: isRepeatAfterNoImage ? `${prompt}\n\n${IMAGE_REQUIRED}` : prompt },
    ...(inline ? [{ inlineData: inline }] : []),
  ]
  return {
    contents: [{ role: 'user', parts }],
    generationConfig: {
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio, ...(imageSize ? { imageSize } : {}) },
    },
  }
}

const Content = z.object({
  parts: z
    .array(
      z.object({
        thought: z.boolean().optional(),
        inlineData: z.object({ mimeType: z.string().optional(), data: z.string() }).optional(),
      }),
    )
    .default([]),
})

const GenerateContent = z.object({
  candidates: z.array(z.object({ content: Content.optional(), finishReason: z.string().optional() })).default([]),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: GeminiUsage.optional().catch(undefined),
})

/** Finish reasons for which a retry with the same prompt fails again; the vendor sends them with status 200. */
const BLOCKED = new Set([
  'SAFETY',
  'IMAGE_SAFETY',
  'PROHIBITED_CONTENT',
  'IMAGE_PROHIBITED_CONTENT',
  'BLOCKLIST',
  'SPII',
  'RECITATION',
  'IMAGE_RECITATION',
])

/** A refusal after generation reports its tokens, as an image does: it may be charged. */
const contentRejected = (vendorCode: string, costMicros = 0): VendorFault =>
  new VendorFault('content_rejected', { retry: 'never', vendorCode, costMicros })

/** Returns the last image that is not a draft from the model's thinking. */
const imageIn = (answer: VendorResponse, vendorId: string) => {
  const { candidates, promptFeedback, usageMetadata } = parseResponse(GenerateContent, answer)
  const blocked = promptFeedback?.blockReason
  const [candidate] = candidates
  if (blocked && blocked !== 'BLOCK_REASON_UNSPECIFIED' && !candidate) throw contentRejected(blocked)
  const parts = candidate?.content?.parts ?? []
  const image = parts.findLast(({ thought, inlineData }) => !thought && inlineData !== undefined)?.inlineData
  const reason = candidate?.finishReason ?? 'no_candidate'
  if (image) return { image, usage: usageMetadata }
  const costMicros = usageMetadata && geminiCostMicros(vendorId, usageMetadata)
  throw BLOCKED.has(reason) ? contentRejected(reason, costMicros) : unusableResponse(reason)
}

const ModelList = z.object({
  models: z.array(z.object({ name: z.string() })).default([]),
  nextPageToken: z.string().optional(),
})

/**
 * The Gemini API: POST /models/{model}:generateContent, GET /models. The vendor publishes no end dates; a retired model
 * is missing from the list.
 */
export const geminiVendor: Vendor = {
  name: 'provider-b',
  attemptMs: 140_000,

  async call(request, credentials, isRepeatAfterNoImage) {
    return {
      url: url(credentials, `/models/${request.vendorId}:generateContent`),
      method: 'POST',
      headers: { ...headersOf(credentials), 'content-type': 'application/json' },
      body: JSON.stringify(await bodyOf(request, isRepeatAfterNoImage)),
    }
  },

  imageIn(answer, { vendorId }) {
    const { image, usage } = imageIn(answer, vendorId)
    return { bytes: bytesOfBase64(image.data), costMicros: geminiCostMicros(vendorId, usage) }
  },

  maxCostMicros: geminiMaxCostMicros,

  faultIn: geminiFault,

  listCall(credentials, page) {
    const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), ...(page ? { pageToken: page } : {}) })
    return { url: url(credentials, `/models?${query}`), method: 'GET', headers: headersOf(credentials) }
  },

  listIn(answer) {
    const { models, nextPageToken } = parseResponse(ModelList, answer)
    return {
      models: models.map(({ name }) => ({ vendorId: name.replace(/^models\//, ''), retiresAt: undefined })),
      next: nextPageToken || undefined,
    }
  },
}
