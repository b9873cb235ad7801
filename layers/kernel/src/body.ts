import { Buffer } from 'node:buffer'
import { type Endpoint, parseJson } from '@signet/contracts'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { invalidJson, payloadTooLarge, unsupportedMediaType } from './refusal.ts'

const rawSize = ({ body, isBase64Encoded }: APIGatewayProxyEvent): number =>
  body === null ? 0 : Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8')

/** 413 when the body is larger than the endpoint's contract allows. */
export const refuseOversize = ({ request }: Endpoint, event: APIGatewayProxyEvent): void => {
  const limit = request.maxBodyBytes
  if (limit !== undefined && rawSize(event) > limit) throw payloadTooLarge(limit)
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * The body as the contract expects it: parsed JSON, text or bytes; undefined where the contract has no body.
 * A JSON body without any content type is accepted, one that is declared to be something else is not (415).
 */
export const decodeBody = (
  { request }: Endpoint,
  headers: Readonly<Record<string, string>>,
  event: APIGatewayProxyEvent,
): unknown => {
  if (request.body === undefined && request.bodyType === undefined) return undefined
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
  if (request.bodyType === 'bytes') return bytes
  const text = bytes.toString('utf8')
  if (request.bodyType === 'text') return text
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw unsupportedMediaType(`content-encoding ${encoding}`, 'application/json, not compressed')
  }
  const type = headers['content-type']
  if (type !== undefined && !JSON_TYPE.test(type)) throw unsupportedMediaType(type, 'application/json')
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (cause) {
    throw invalidJson(cause instanceof Error ? cause.message : 'it could not be parsed')
  }
}
