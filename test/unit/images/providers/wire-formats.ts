import sharp from 'sharp'
import type { Model } from '../../../../lambdas/images/models/catalog.ts'
import type { Answer } from './fake-vendor.ts'

/** A picture of noise, so that half of its file differs clearly from the whole. */
export const picture = (width: number, height: number, format: 'png' | 'jpeg' = 'png'): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .toFormat(format)
    .toBuffer()

/** The responses of one vendor as recorded or as its reference documents them, shortened. */
export interface WireFormat {
  readonly provider: Model['provider']
  /** The model that the tests order. */
  readonly modelId: string
  readonly vendorId: string
  delivered(image: Buffer): Answer
  /** A success without a picture. */
  readonly empty: Answer
  readonly moderation: Answer
  readonly quota: Answer
  readonly auth: Answer
  readonly retired: Answer
  readonly rateLimited: Answer
  readonly broken: Answer
  readonly badRequest: Answer
  /** GET of its list of models. */
  models(vendorIds: readonly string[], ends?: Readonly<Record<string, string>>): Answer
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const cloudflare = (status: number, code: number, message: string, headers = {}): Answer =>
  json(
    status,
    { errors: [{ message: `AiError: ${message}`, code }], success: false, result: {}, messages: [] },
    headers,
  )

const openai = (status: number, error: Record<string, unknown>, headers = {}): Answer =>
  json(status, { error: { message: 'Something about your prompt.', param: null, ...error } }, headers)

const google = (status: number, rpc: string, details: unknown[] = [], headers = {}): Answer =>
  json(status, { error: { code: status, message: 'Something about your prompt.', status: rpc, details } }, headers)

const envelope = (result: unknown) => ({ success: true, errors: [], messages: [], result })

export const EDGE: WireFormat = {
  provider: 'edge-hosted',
  modelId: 'flux-2-klein-4b',
  vendorId: '@cf/black-forest-labs/flux-2-klein-4b',
  delivered: (image) => json(200, envelope({ image: image.toString('base64') })),
  empty: json(200, envelope({})),
  moderation: cloudflare(400, 8007, 'Input prompt contains NSFW content'),
  quota: cloudflare(429, 3036, 'you have used up your daily free allocation of 10,000 neurons'),
  auth: json(401, { success: false, errors: [{ code: 10000, message: 'Authentication error' }] }),
  retired: cloudflare(400, 5007, 'No such model'),
  rateLimited: cloudflare(429, 3040, 'Capacity temporarily exceeded, please try again.', { 'retry-after': '2' }),
  broken: cloudflare(500, 1031, 'Internal error'),
  badRequest: cloudflare(400, 5004, 'Invalid data'),
  models: (vendorIds, ends = {}) =>
    json(200, {
      ...envelope(
        vendorIds.map((name) => ({
          id: '1',
          name,
          task: { name: 'Text-to-Image' },
          properties: ends[name] ? [{ property_id: 'planned_deprecation_date', value: ends[name] }] : [],
        })),
      ),
      result_info: { page: 1, per_page: 100, total_count: vendorIds.length },
    }),
}

export const PROVIDER_A: WireFormat = {
  provider: 'provider-a',
  modelId: 'provider-a-image-2',
  vendorId: 'gpt-image-2',
  delivered: (image) =>
    json(200, {
      created: 1,
      background: 'opaque',
      output_format: 'png',
      quality: 'medium',
      size: '1024x1024',
      data: [{ b64_json: image.toString('base64') }],
      usage: {
        input_tokens: 20,
        input_tokens_details: { text_tokens: 20, image_tokens: 0 },
        output_tokens: 1056,
        total_tokens: 1076,
      },
    }),
  empty: json(200, { created: 1, data: [] }),
  moderation: openai(400, { type: 'image_generation_user_error', code: 'moderation_blocked' }),
  quota: openai(429, { type: 'insufficient_quota', code: 'insufficient_quota' }),
  auth: openai(401, { type: 'invalid_request_error', code: 'invalid_api_key' }),
  retired: openai(404, { type: 'invalid_request_error', code: 'model_not_found' }),
  rateLimited: openai(429, { type: 'requests', code: 'rate_limit_exceeded' }, { 'retry-after-ms': '2000' }),
  broken: openai(500, { type: 'server_error', code: null }),
  badRequest: openai(400, { type: 'invalid_request_error', code: 'invalid_value', param: 'size' }),
  models: (vendorIds, ends = {}) =>
    json(200, {
      object: 'list',
      data: vendorIds.map((id) => ({
        id,
        object: 'model',
        created: 1,
        owned_by: 'system',
        ...(ends[id] ? { shutdown_date: ends[id] } : {}),
      })),
    }),
}

export const PROVIDER_B: WireFormat = {
  provider: 'provider-b',
  modelId: 'provider-b-3.1-flash-image-preview',
  vendorId: 'gemini-3.1-flash-image',
  delivered: (image) =>
    json(200, {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { thought: true, inlineData: { mimeType: 'image/png', data: 'AAAA' } },
              { text: 'Here it is.' },
              { inlineData: { mimeType: 'image/png', data: image.toString('base64') }, thoughtSignature: 'x' },
            ],
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 10,
        candidatesTokenCount: 1130,
        thoughtsTokenCount: 100,
        totalTokenCount: 1240,
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1120 }],
      },
    }),
  empty: json(200, { candidates: [{ content: { parts: [{ text: 'I drew it.' }] }, finishReason: 'STOP' }] }),
  moderation: json(200, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: {} }),
  quota: google(429, 'RESOURCE_EXHAUSTED', [
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel', quotaValue: '100' }],
    },
  ]),
  auth: google(400, 'INVALID_ARGUMENT', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
  ]),
  retired: google(404, 'NOT_FOUND'),
  rateLimited: google(429, 'RESOURCE_EXHAUSTED', [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' },
  ]),
  broken: google(503, 'UNAVAILABLE'),
  badRequest: google(400, 'INVALID_ARGUMENT'),
  models: (vendorIds) =>
    json(200, {
      models: vendorIds.map((id) => ({ name: `models/${id}`, supportedGenerationMethods: ['generateContent'] })),
    }),
}

export const WIRE_FORMATS: readonly WireFormat[] = [EDGE, PROVIDER_A, PROVIDER_B]

/** The page that a proxy returns in a vendor's place. */
export const HTML_PAGE: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Just a moment...</title>',
}
