import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { TrustAnswers, TrustPage } from './page-shapes.ts'

const tags = ['trust-pages']

/** Anybody may ask; the limit keeps one address from running up costs. */
const READS: RateDefinition = { requests: 600, window: '1m', by: 'address', pool: 'trust-pages' }
const BYTES: RateDefinition = { requests: 120, window: '1m', by: 'address', pool: 'trust-bytes' }

const HTML = 'text/html; charset=utf-8'

/** What no slug is, is a page that is not there: the route says so, in the form that was asked for. */
const slug = () => z.string().min(1).max(200).describe('Slug of the page')
const hash = (ending = '') => z.string().min(1).max(200).describe(`A hash that the slug stood for${ending}`)
const artifact = () => z.string().min(1).max(200).describe('Slug of the artifact')

const bySlug = () => z.strictObject({ slug: slug() })
const held = () => z.object({ 'if-none-match': z.string().optional().describe('ETags of copies of the client') })

const COPY = {
  etag: { description: 'Validator of this answer', schema: z.string() },
  'cache-control': { description: 'How long a copy is good', schema: z.string() },
}

const CURRENT = { description: 'The copy of the client is current', headers: COPY }

const PAGE = {
  description: 'The page, or the same as JSON for an address that ends in .json',
  schema: TrustPage,
  stream: true,
  mediaTypes: [HTML, 'application/json'],
  headers: COPY,
} as const

export const readTrustPage = endpoint({
  name: 'readTrustPage',
  summary: 'A trust page',
  description:
    'What an organization shows of its security: its posture with the receipt that it stands on, and artifacts. `.json` behind the slug is the same for programs. A slug in capitals is sent to the one in lower case.',
  tags,
  route: 'GET /trust/:slug',
  authority: 'open',
  rate: READS,
  stream: true,
  request: {
    params: z.strictObject({ slug: slug().describe('Slug of the page, with .json for programs') }),
    query: z.strictObject({
      preview: z
        .string()
        .max(64)
        .optional()
        .describe('Any text: the page without its program, at an address that no browser has a copy of'),
    }),
    headers: held(),
  },
  responses: {
    200: PAGE,
    304: CURRENT,
    308: {
      description: 'The page is at the address in lower case',
      headers: { location: { description: 'That address', schema: z.string() } },
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const readTrustPageAt = endpoint({
  name: 'readTrustPageAt',
  summary: 'An earlier trust page',
  description:
    'The page as it is of a hash that its slug stood for while it was of this organization; the newest 100 have one. It says that it is an old one.',
  tags,
  route: 'GET /trust/:slug/at/:hash',
  authority: 'open',
  rate: READS,
  stream: true,
  request: {
    params: z.strictObject({ slug: slug(), hash: hash(', with .json for programs') }),
    headers: held(),
  },
  responses: { 200: PAGE, 304: CURRENT },
  errors: ['not_found', 'unavailable'],
})

const Text = z.string()

const SERVED = {
  ...COPY,
  'content-disposition': { description: 'A file to save, never one to show', schema: Text },
  'content-security-policy': { description: 'A sandbox in which nothing runs', schema: Text },
  'x-content-type-options': { description: 'nosniff', schema: Text },
  'repr-digest': { description: 'SHA-256 of the artifact (RFC 9530)', schema: Text },
  'accept-ranges': { description: 'bytes', schema: Text },
}

const ON_REQUEST = {
  code: 'on_request',
  status: 403,
  description: 'The bytes are given on request: `request_url` is the address of the form.',
} as const

const NO_RANGE = {
  code: 'range_not_satisfiable',
  status: 416,
  description: 'The range begins beyond the end of the artifact.',
} as const

const BYTES_OF = {
  description:
    'The bytes as they were stored, with the type of the artifact, to be saved. They are never compressed and never HTML.',
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
      headers: { ...SERVED, 'content-range': { description: 'Which bytes', schema: Text } },
    },
    304: CURRENT,
  },
  errors: ['not_found', 'unavailable', ON_REQUEST, NO_RANGE],
} as const

const copy = () =>
  z.object({
    'if-none-match': z.string().optional().describe('ETags of copies of the client'),
    'if-modified-since': z.string().optional().describe('HTTP date of the copy of the client'),
    range: z.string().optional().describe('One range of bytes; for several the whole artifact is sent'),
    'if-range': z.string().optional().describe('ETag or HTTP date of the copy to complete'),
  })

export const readTrustArtifact = endpoint({
  ...BYTES_OF,
  name: 'readTrustArtifact',
  summary: 'Bytes of an artifact of a trust page',
  route: 'GET /trust/:slug/bundle/:artifact_slug',
  request: { params: z.strictObject({ slug: slug(), artifact_slug: artifact() }), headers: copy() },
})

export const readTrustArtifactAt = endpoint({
  ...BYTES_OF,
  name: 'readTrustArtifactAt',
  summary: 'Bytes of an artifact of an earlier trust page',
  route: 'GET /trust/:slug/at/:hash/bundle/:artifact_slug',
  request: {
    params: z.strictObject({ slug: slug(), hash: hash(), artifact_slug: artifact() }),
    headers: copy(),
  },
})

export const readTrustAnswers = endpoint({
  name: 'readTrustAnswers',
  summary: 'Answers of a trust page',
  description:
    'Answers to CAIQ v4.0 by the ids of its questions. Each names the claims of the receipt that it stands on, so that anybody comes to the same.',
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
  summary: 'Answers of a trust page as CSV',
  description: 'The same as `caiq.json`, a question a line.',
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
  summary: 'A trust page as OSCAL',
  description:
    'The claims of the receipt as an OSCAL component definition, with the controls of NIST CSF 2.0 that they tell of. The same receipt is the same document, ids included.',
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
  summary: 'Security contact of a trust page',
  description:
    'The contact that the organization has set, as RFC 9116 writes it; it expires 30 days after the request. 404 without one.',
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
  summary: 'The program of trust pages',
  description: 'Checks in the browser what a page shows. Its address changes with its text.',
  tags,
  route: 'GET /trust/assets/program/:file',
  authority: 'open',
  rate: READS,
  stream: true,
  request: { params: z.strictObject({ file: z.string().min(1).max(200).describe('Name of the program') }) },
  responses: {
    200: {
      description: 'The program',
      mediaTypes: ['text/javascript; charset=utf-8'],
      headers: { 'cache-control': COPY['cache-control'] },
    },
  },
  errors: ['not_found'],
})
