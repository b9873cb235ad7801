import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { TrustAnswers, TrustPage } from './page-shapes.ts'

const tags = ['trust-pages']

/** Public; the limit caps the cost that one address can cause. */
const READS: RateDefinition = { requests: 600, window: '1m', by: 'address', pool: 'trust-pages' }
const BYTES: RateDefinition = { requests: 120, window: '1m', by: 'address', pool: 'trust-bytes' }

const HTML = 'text/html; charset=utf-8'

/** A malformed slug gets the 404 of an unknown page, in the requested format. */
const slug = () => z.string().min(1).max(200).describe('Slug of the page')
const hash = (ending = '') => z.string().min(1).max(200).describe(`A hash that the slug pointed at${ending}`)
const artifact = () => z.string().min(1).max(200).describe('Slug of the artifact')

const bySlug = () => z.strictObject({ slug: slug() })
const cacheHeaders = () =>
  z.object({ 'if-none-match': z.string().optional().describe("ETags of the client's cached copies") })

const COPY = {
  etag: { description: 'Validator of the response', schema: z.string() },
  'cache-control': { description: 'Cache lifetime of the response', schema: z.string() },
}

const CURRENT = { description: "The client's copy is current", headers: COPY }

const PAGE = {
  description: 'The page, or JSON for an address that ends in .json',
  schema: TrustPage,
  stream: true,
  mediaTypes: [HTML, 'application/json'],
  headers: COPY,
} as const

export const readTrustPage = endpoint({
  name: 'readTrustPage',
  summary: 'Get a trust page',
  description:
    'Returns the public security page of an organization: its posture, the receipt that supports it, and artifacts. Append `.json` to the slug for JSON. A slug in upper case redirects to lower case.',
  tags,
  route: 'GET /trust/:slug',
  authority: 'open',
  rate: READS,
  stream: true,
  request: {
    params: z.strictObject({ slug: slug().describe('Slug of the page, with .json for JSON') }),
    query: z.strictObject({
      preview: z
        .string()
        .max(64)
        .optional()
        .describe('Any text: returns the page without its script, at an address that no browser has cached'),
    }),
    headers: cacheHeaders(),
  },
  responses: {
    200: PAGE,
    304: CURRENT,
    308: {
      description: 'The page has a lower-case address',
      headers: { location: { description: 'Lower-case address', schema: z.string() } },
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const readTrustPageAt = endpoint({
  name: 'readTrustPageAt',
  summary: 'Get an earlier trust page',
  description:
    'Returns the page for a hash that the slug pointed at while it belonged to this organization. The newest 100 hashes are available. The page is marked as an earlier one.',
  tags,
  route: 'GET /trust/:slug/at/:hash',
  authority: 'open',
  rate: READS,
  stream: true,
  request: {
    params: z.strictObject({ slug: slug(), hash: hash(', with .json for JSON') }),
    headers: cacheHeaders(),
  },
  responses: { 200: PAGE, 304: CURRENT },
  errors: ['not_found', 'unavailable'],
})

const Text = z.string()

const SERVED = {
  ...COPY,
  'content-disposition': { description: 'Attachment with a file name, never inline', schema: Text },
  'content-security-policy': { description: 'Sandbox that blocks all scripts', schema: Text },
  'x-content-type-options': { description: 'nosniff', schema: Text },
  'repr-digest': { description: 'SHA-256 of the artifact (RFC 9530)', schema: Text },
  'accept-ranges': { description: 'bytes', schema: Text },
}

const ON_REQUEST = {
  code: 'on_request',
  status: 403,
  description: 'The bytes are available on request: `request_url` is the address of the form.',
} as const

const NO_RANGE = {
  code: 'range_not_satisfiable',
  status: 416,
  description: 'The range begins beyond the end of the artifact.',
} as const

const BYTES_OF = {
  description:
    'Returns the stored bytes with the media type of the artifact, as an attachment. They are never compressed and never HTML.',
  tags,
  authority: 'open',
  rate: BYTES,
  stream: true,
  responses: {
    200: { description: 'The bytes', mediaTypes: ['application/octet-stream'], stream: true, headers: SERVED },
    206: {
      description: 'The bytes of the range',
      mediaTypes: ['application/octet-stream'],
      stream: true,
      headers: { ...SERVED, 'content-range': { description: 'Range of the bytes', schema: Text } },
    },
    304: CURRENT,
  },
  errors: ['not_found', 'unavailable', ON_REQUEST, NO_RANGE],
} as const

const copy = () =>
  z.object({
    'if-none-match': z.string().optional().describe("ETags of the client's cached copies"),
    'if-modified-since': z.string().optional().describe("HTTP date of the client's cached copy"),
    range: z.string().optional().describe('A single range of bytes; several ranges return the whole artifact'),
    'if-range': z.string().optional().describe('ETag or HTTP date of the copy to complete'),
  })

export const readTrustArtifact = endpoint({
  ...BYTES_OF,
  name: 'readTrustArtifact',
  summary: 'Download an artifact of a trust page',
  route: 'GET /trust/:slug/bundle/:artifact_slug',
  request: { params: z.strictObject({ slug: slug(), artifact_slug: artifact() }), headers: copy() },
})

export const readTrustArtifactAt = endpoint({
  ...BYTES_OF,
  name: 'readTrustArtifactAt',
  summary: 'Download an artifact of an earlier trust page',
  route: 'GET /trust/:slug/at/:hash/bundle/:artifact_slug',
  request: {
    params: z.strictObject({ slug: slug(), hash: hash(), artifact_slug: artifact() }),
    headers: copy(),
  },
})

export const readTrustAnswers = endpoint({
  name: 'readTrustAnswers',
  summary: 'Get the answers of a trust page',
  description:
    'Returns answers to CAIQ v4.0 by question id. Each answer names the supporting claims of the receipt, so that anyone can derive it again.',
  tags,
  route: 'GET /trust/:slug/caiq.json',
  authority: 'open',
  rate: READS,
  stream: true,
  request: { params: bySlug() },
  responses: { 200: { description: 'The answers', schema: TrustAnswers } },
  errors: ['not_found', 'unavailable'],
})

export const readTrustAnswersCsv = endpoint({
  name: 'readTrustAnswersCsv',
  summary: 'Get the answers of a trust page as CSV',
  description: 'Returns the content of `caiq.json`, one question per line.',
  tags,
  route: 'GET /trust/:slug/caiq.csv',
  authority: 'open',
  rate: READS,
  stream: true,
  request: { params: bySlug() },
  responses: { 200: { description: 'The answers', mediaTypes: ['text/csv; charset=utf-8'] } },
  errors: ['not_found', 'unavailable'],
})

export const readTrustOscal = endpoint({
  name: 'readTrustOscal',
  summary: 'Get a trust page as OSCAL',
  description:
    'Returns the claims of the receipt as an OSCAL component definition, with the NIST CSF 2.0 controls that they concern. The same receipt always yields the same document, including its ids.',
  tags,
  route: 'GET /trust/:slug/oscal.json',
  authority: 'open',
  rate: READS,
  stream: true,
  request: { params: bySlug() },
  responses: { 200: { description: 'The document', mediaTypes: ['application/json'] } },
  errors: ['not_found', 'unavailable'],
})

const SECURITY_TXT = {
  summary: 'Get the security contact of a trust page',
  description:
    'Returns the security contact of the organization as security.txt (RFC 9116), which expires 30 days after the request. Returns 404 if no contact is set.',
  tags,
  authority: 'open',
  rate: READS,
  stream: true,
  responses: { 200: { description: 'The file', mediaTypes: ['text/plain; charset=utf-8'] } },
  errors: ['not_found', 'unavailable'],
} as const

export const readTrustSecurityTxt = endpoint({
  ...SECURITY_TXT,
  name: 'readTrustSecurityTxt',
  route: 'GET /trust/:slug/security.txt',
  request: { params: bySlug() },
})

export const readTrustWellKnownSecurityTxt = endpoint({
  ...SECURITY_TXT,
  name: 'readTrustWellKnownSecurityTxt',
  route: 'GET /trust/:slug/.well-known/security.txt',
  request: { params: bySlug() },
})

export const readTrustProgram = endpoint({
  name: 'readTrustProgram',
  summary: 'Get the script of trust pages',
  description: 'Returns the script that verifies the page in the browser. The file name changes with its content.',
  tags,
  route: 'GET /trust/assets/program/:file',
  authority: 'open',
  rate: READS,
  stream: true,
  request: { params: z.strictObject({ file: z.string().min(1).max(200).describe('File name of the script') }) },
  responses: {
    200: {
      description: 'The script',
      mediaTypes: ['text/javascript; charset=utf-8'],
      headers: { 'cache-control': COPY['cache-control'] },
    },
  },
  errors: ['not_found'],
})
