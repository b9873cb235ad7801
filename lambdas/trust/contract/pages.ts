import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { TrustAnswers, TrustPage } from './page-shapes.ts'

const tags = ['trust-pages']

/** Public; the limit caps the cost that one address can cause. */
const READS: RateDefinition = { requests: 600, window: '1m', by: 'address', pool: 'trust-pages' }
const DOWNLOADS: RateDefinition = { requests: 120, window: '1m', by: 'address', pool: 'trust-bytes' }

const HTML = 'text/html; charset=utf-8'

/** A malformed slug gets the 404 of an unknown page, in the requested format. */
const slug = () => z.string().min(1).max(200).describe('Slug of the trust page')
const hash = (ending = '') => z.string().min(1).max(200).describe(`Hash to which the slug pointed${ending}`)
const artifact = () => z.string().min(1).max(200).describe('Slug of the document')

const bySlug = () => z.strictObject({ slug: slug() })
const cacheHeaders = () => z.object({ 'if-none-match': z.string().optional().describe('ETags of the cached copies') })

const CACHE_HEADERS = {
  etag: { description: 'ETag of the response', schema: z.string() },
  'cache-control': { description: 'Cache lifetime of the response', schema: z.string() },
}

const NOT_MODIFIED = { description: 'The cached copy is current', headers: CACHE_HEADERS }

const PAGE = {
  description: 'The page, or JSON for a URL that ends in `.json`',
  schema: TrustPage,
  stream: true,
  mediaTypes: [HTML, 'application/json'],
  headers: CACHE_HEADERS,
} as const

export const readTrustPage = endpoint({
  name: 'readTrustPage',
  summary: 'Get a trust page',
  description:
    'Returns the public security page of an organization: its posture (evaluated security claims), the receipt that proves it, and its documents. For JSON, append `.json` to the slug. A slug with uppercase letters redirects to the lowercase URL.',
  tags,
  route: 'GET /trust/:slug',
  authority: 'open',
  rate: READS,
  stream: true,
  request: {
    params: z.strictObject({ slug: slug().describe('Slug of the trust page; append `.json` for JSON') }),
    query: z.strictObject({
      preview: z
        .string()
        .max(64)
        .optional()
        .describe(
          'Any text. If present, the page has no script. A new value gives a URL that browsers have not cached.',
        ),
    }),
    headers: cacheHeaders(),
  },
  responses: {
    200: PAGE,
    304: NOT_MODIFIED,
    308: {
      description: 'The slug has uppercase letters. Use the lowercase URL.',
      headers: { location: { description: 'Lowercase URL', schema: z.string() } },
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const readTrustPageAt = endpoint({
  name: 'readTrustPageAt',
  summary: 'Get an earlier trust page',
  description:
    'Returns the page for a receipt hash to which the slug pointed earlier. The newest 100 hashes since the slug was assigned to its current organization are available. The page is marked as an earlier version.',
  tags,
  route: 'GET /trust/:slug/at/:hash',
  authority: 'open',
  rate: READS,
  stream: true,
  request: {
    params: z.strictObject({ slug: slug(), hash: hash('; append `.json` for JSON') }),
    headers: cacheHeaders(),
  },
  responses: { 200: PAGE, 304: NOT_MODIFIED },
  errors: ['not_found', 'unavailable'],
})

const Text = z.string()

const DOWNLOAD_HEADERS = {
  ...CACHE_HEADERS,
  'content-disposition': { description: 'Attachment with a file name; never inline', schema: Text },
  'content-security-policy': { description: 'Sandbox that blocks all scripts', schema: Text },
  'x-content-type-options': { description: 'nosniff', schema: Text },
  'repr-digest': { description: 'SHA-256 of the document (RFC 9530)', schema: Text },
  'accept-ranges': { description: 'bytes', schema: Text },
}

const ON_REQUEST = {
  code: 'on_request',
  status: 403,
  description: 'The document is available on request; `request_url` is the URL of the request form.',
} as const

const NO_RANGE = {
  code: 'range_not_satisfiable',
  status: 416,
  description: 'The range begins after the end of the document. Request a range within the document.',
} as const

const DOWNLOAD = {
  description:
    'Returns the document as an attachment, with its media type. The bytes are never compressed, and the media type is never HTML.',
  tags,
  authority: 'open',
  rate: DOWNLOADS,
  stream: true,
  responses: {
    200: {
      description: 'The document',
      mediaTypes: ['application/octet-stream'],
      stream: true,
      headers: DOWNLOAD_HEADERS,
    },
    206: {
      description: 'The requested range of the document',
      mediaTypes: ['application/octet-stream'],
      stream: true,
      headers: { ...DOWNLOAD_HEADERS, 'content-range': { description: 'Range of the returned bytes', schema: Text } },
    },
    304: NOT_MODIFIED,
  },
  errors: ['not_found', 'unavailable', ON_REQUEST, NO_RANGE],
} as const

const downloadRequestHeaders = () =>
  z.object({
    'if-none-match': z.string().optional().describe('ETags of the cached copies'),
    'if-modified-since': z.string().optional().describe('HTTP date of the cached copy'),
    range: z
      .string()
      .optional()
      .describe('A single byte range. If the header contains several ranges, the complete document is returned.'),
    'if-range': z.string().optional().describe('ETag or HTTP date of the partial copy'),
  })

export const readTrustArtifact = endpoint({
  ...DOWNLOAD,
  name: 'readTrustArtifact',
  summary: 'Download a document of a trust page',
  route: 'GET /trust/:slug/bundle/:artifact_slug',
  request: { params: z.strictObject({ slug: slug(), artifact_slug: artifact() }), headers: downloadRequestHeaders() },
})

export const readTrustArtifactAt = endpoint({
  ...DOWNLOAD,
  name: 'readTrustArtifactAt',
  summary: 'Download a document of an earlier trust page',
  route: 'GET /trust/:slug/at/:hash/bundle/:artifact_slug',
  request: {
    params: z.strictObject({ slug: slug(), hash: hash(), artifact_slug: artifact() }),
    headers: downloadRequestHeaders(),
  },
})

export const readTrustAnswers = endpoint({
  name: 'readTrustAnswers',
  summary: 'Get the questionnaire answers of a trust page',
  description:
    'Returns answers to the Consensus Assessments Initiative Questionnaire (CAIQ) v4.0, by question ID. Each answer lists the claims of the receipt that support it, so that anyone can check the answer.',
  tags,
  route: 'GET /trust/:slug/caiq.json',
  authority: 'open',
  rate: READS,
  stream: true,
  request: { params: bySlug() },
  responses: { 200: { description: 'The answered questions', schema: TrustAnswers } },
  errors: ['not_found', 'unavailable'],
})

export const readTrustAnswersCsv = endpoint({
  name: 'readTrustAnswersCsv',
  summary: 'Get the questionnaire answers of a trust page as CSV',
  description: 'Returns the answers from `/trust/:slug/caiq.json` as CSV, one question per line.',
  tags,
  route: 'GET /trust/:slug/caiq.csv',
  authority: 'open',
  rate: READS,
  stream: true,
  request: { params: bySlug() },
  responses: { 200: { description: 'The answered questions', mediaTypes: ['text/csv; charset=utf-8'] } },
  errors: ['not_found', 'unavailable'],
})

export const readTrustOscal = endpoint({
  name: 'readTrustOscal',
  summary: 'Get a trust page as OSCAL',
  description:
    "Returns the claims of the page's receipt as an OSCAL component definition, with the NIST CSF 2.0 controls to which they refer. The same receipt always yields the same document, including its IDs.",
  tags,
  route: 'GET /trust/:slug/oscal.json',
  authority: 'open',
  rate: READS,
  stream: true,
  request: { params: bySlug() },
  responses: { 200: { description: 'The OSCAL document', mediaTypes: ['application/json'] } },
  errors: ['not_found', 'unavailable'],
})

const SECURITY_TXT = {
  summary: 'Get the security contact of a trust page',
  description:
    'Returns the security contact of the organization as a security.txt file (RFC 9116), which expires 30 days after the request. Returns 404 if no contact is set.',
  tags,
  authority: 'open',
  rate: READS,
  stream: true,
  responses: { 200: { description: 'The security.txt file', mediaTypes: ['text/plain; charset=utf-8'] } },
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
  description:
    'Returns the script that verifies the page in the browser. The file name changes when the content changes.',
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
      headers: { 'cache-control': CACHE_HEADERS['cache-control'] },
    },
  },
  errors: ['not_found'],
})
