import type { Endpoint } from '../endpoint.ts'
import { parseJson } from '../parse-json.ts'
import { Refusal, refusal } from './refusal.ts'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

const tooLarge = (limit: number): Refusal =>
  refusal('payload_too_large', `The body is larger than ${limit} bytes`, { extras: { limit } })

const wrongType = (got: string, accepted: string): Refusal =>
  refusal('unsupported_media_type', `Send content-type: ${accepted} (got ${got})`)

const joined = (chunks: readonly Uint8Array[], size: number): Uint8Array => {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** The bytes of a body. It stops reading where the limit is passed, so that a caller cannot make us hold more. */
const limitedBytes = async ({ headers, body }: Request, limit: number): Promise<Uint8Array> => {
  if (Number(headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > limit) {
      await reader.cancel()
      throw tooLarge(limit)
    }
    chunks.push(part.value)
  }
  return joined(chunks, size)
}

const essence = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase()

const refuseMediaType = ({ request }: Endpoint, headers: Headers): void => {
  const type = headers.get('content-type')
  if ((request.bodyType ?? 'json') === 'json') {
    const encoding = headers.get('content-encoding')
    if (encoding !== null && encoding !== 'identity') {
      throw wrongType(`content-encoding ${encoding}`, 'application/json, not compressed')
    }
    if (type !== null && !JSON_TYPE.test(type)) throw wrongType(type, 'application/json')
    return
  }
  const accepted = request.mediaTypes ?? []
  if (type !== null && accepted.length > 0 && !accepted.includes(essence(type))) {
    throw wrongType(type, accepted.join(' or '))
  }
}

/**
 * The body as the contract expects it: parsed JSON, text or bytes; `undefined` where the contract has none or none was sent.
 * A JSON body without any content type is accepted, one that is declared to be something else is not.
 * @throws Refusal 413 `payload_too_large` with `limit` in bytes, 415 `unsupported_media_type`, 400 `invalid_json`.
 */
export const readBody = async (endpoint: Endpoint, request: Request, defaultLimit: number): Promise<unknown> => {
  const { body, bodyType, maxBodyBytes = defaultLimit } = endpoint.request
  if (body === undefined && bodyType === undefined) return undefined
  const bytes = await limitedBytes(request, maxBodyBytes)
  refuseMediaType(endpoint, request.headers)
  if (bodyType === 'bytes') return bytes
  const text = new TextDecoder().decode(bytes)
  if (bodyType === 'text') return text
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : 'it could not be parsed'
    throw new Refusal('invalid_json', `The body cannot be read as JSON: ${detail}`)
  }
}
