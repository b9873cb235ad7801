import type { Endpoint } from '../endpoint.ts'
import { parseJson } from '../parse-json.ts'
import type { Incoming } from './incoming.ts'
import { invalidInput, invalidJson, unsupportedMediaType } from './refusals.ts'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Two tokens (RFC 9110 5.6.2), separated by a slash. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

const essence = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase()

const refuseMediaType = ({ request }: Endpoint, headers: Incoming['headers']): void => {
  const type = headers['content-type']
  if ((request.bodyType ?? 'json') === 'json') {
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      throw unsupportedMediaType(`content-encoding ${encoding}`, 'application/json, not compressed')
    }
    if (type !== undefined && !JSON_TYPE.test(type)) throw unsupportedMediaType(type, 'application/json')
    return
  }
  const accepted = request.mediaTypes ?? []
  if (type !== undefined && accepted.length > 0 && !accepted.includes(essence(type))) {
    if (!MEDIA_TYPE.test(essence(type)))
      throw invalidInput([{ field: 'content-type', message: 'must be a media type, such as text/plain' }])
    throw unsupportedMediaType(type, accepted.join(' or '))
  }
}

const NOT_UTF8 = String.raw`it is not UTF-8; send the text in that encoding (RFC 8259 8.1), and U+FFFD as \ufffd`

/**
 * A gateway that decodes bodies as text replaces each invalid UTF-8 byte with U+FFFD, which cannot be distinguished
 * from a U+FFFD in the request. Clients write that character as `\ufffd`.
 */
const REPLACEMENT_CHARACTER = /\uFFFD/

/**
 * Decodes text. Rejects bytes that are not UTF-8, because replacement characters would be stored as if the client had
 * sent them.
 */
const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidJson(NOT_UTF8)
  }
}

/**
 * Parses a JSON body; `undefined` if the body is empty.
 * @throws Refusal 400 `invalid_json` if it is not UTF-8, or not JSON
 */
export const jsonOf = (bytes: Uint8Array): unknown => {
  const text = textOf(bytes)
  if (REPLACEMENT_CHARACTER.test(text)) throw invalidJson(NOT_UTF8)
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (cause) {
    throw invalidJson(cause instanceof Error ? cause.message : 'it could not be parsed')
  }
}

/**
 * Returns the body in the contract's format: parsed JSON, text or bytes; `undefined` if the contract has no body or no
 * body was sent. A JSON body is accepted without a content type, but not with the content type of another format.
 * @throws Refusal 413 `payload_too_large` with `limit` in bytes, 415 `unsupported_media_type`, 400 `invalid_json`, 400
 * `invalid_input` for a content type that is not a media type
 */
export const readBody = async (endpoint: Endpoint, incoming: Incoming, defaultLimit: number): Promise<unknown> => {
  const { body, bodyType, maxBodyBytes = defaultLimit } = endpoint.request
  if (body === undefined && bodyType === undefined) return undefined
  const bytes = await incoming.bytes(maxBodyBytes)
  refuseMediaType(endpoint, incoming.headers)
  if (bodyType === 'bytes') return bytes
  return bodyType === 'text' ? textOf(bytes) : jsonOf(bytes)
}
