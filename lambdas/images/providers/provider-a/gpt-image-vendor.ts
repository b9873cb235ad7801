import type { ImageRequest } from '@signet/imaging/image-provider'
import * as z from 'zod'
import { answerAs, bytesOfBase64 } from '../live/answer-json.ts'
import type { Credentials } from '../live/credentials.ts'
import { alphaMask, sourceAt, sourceWithin } from '../live/order-pictures.ts'
import type { Vendor } from '../live/vendor.ts'
import { brokenAnswer } from '../live/vendor-fault.ts'
import { gptImageFault } from './gpt-image-faults.ts'
import { GptImageUsage, gptImageCostMicros, gptImageMostMicros } from './gpt-image-prices.ts'
import { gptImageSize } from './gpt-image-sizes.ts'

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
  // Lossless; the vendor has no AVIF, and we encode ourselves.
  output_format: 'png',
  moderation: 'auto',
  safety_identifier: order.onBehalfOf,
})

/** An edit is multipart. With a mask the source is cut to the order's size, because both must have the same size. */
const editForm = async (order: ImageRequest & { readonly vendorId: string }, source: Uint8Array): Promise<FormData> => {
  const form = new FormData()
  // Edits know no moderation setting.
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

/** ISO date of a value that is a date or seconds since 1970. */
const dayOf = (value: string | number | null | undefined): string | undefined => {
  if (value === null || value === undefined) return undefined
  const at = new Date(typeof value === 'number' ? value * 1000 : value)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10)
}

/** The Images API: POST /images/generations as JSON, POST /images/edits as multipart, GET /models. */
export const gptImageVendor: Vendor = {
  name: 'provider-a',
  // Up to 200 s have been observed; the step has 300.
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

  mostMicros: gptImageMostMicros,

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
