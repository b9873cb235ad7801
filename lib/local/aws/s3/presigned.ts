import type { IncomingMessage } from 'node:http'
import { AwsClient } from 'aws4fetch'
import { AwsError } from '../aws-error.ts'
import { functionOfKey, localCredentials } from '../local-credentials.ts'
import { headerOf } from './s3-request.ts'

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/**
 * Checks that a presigned URL is valid: for X-Amz-Expires seconds from X-Amz-Date, on the machine's clock, which signed
 * it.
 */
const assertFresh = (query: URLSearchParams): void => {
  const [, year, month, day, hour, minute, second] = DATE.exec(query.get('X-Amz-Date') ?? '') ?? []
  if (year === undefined) return
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Date.now() > signedAt + Number(query.get('X-Amz-Expires') ?? 0) * 1000)
    throw new AwsError('AccessDenied', 'Request has expired', 403)
}

/**
 * Checks the signature of a presigned URL against the received method, path, query and signed headers. The secrets of
 * other callers are unknown, so their signatures are not checked.
 * @throws AwsError 403
 */
export const assertPresigned = async (request: IncomingMessage, query: URLSearchParams): Promise<void> => {
  assertFresh(query)
  const [accessKeyId = '', , region = ''] = (query.get('X-Amz-Credential') ?? '').split('/')
  const label = functionOfKey(accessKeyId)
  if (label === undefined) return
  const url = new URL(`http://${request.headers.host}${request.url}`)
  url.searchParams.delete('X-Amz-Signature')
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';').filter((name) => name !== 'host')
  const headers = Object.fromEntries(names.map((name) => [name, headerOf(request, name) ?? '']))
  const client = new AwsClient({ ...localCredentials(label), service: 's3', region })
  const aws = { signQuery: true, allHeaders: true, datetime: query.get('X-Amz-Date') ?? '' }
  const expected = await client.sign(url.href, { method: request.method ?? 'GET', headers, aws })
  if (new URL(expected.url).searchParams.get('X-Amz-Signature') === query.get('X-Amz-Signature')) return
  throw new AwsError(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    403,
  )
}
