import { ARTIFACT_TYPES } from '@signet/artifacts'
import { endpoint } from '@signet/contracts'
import { MAILS_A_DAY } from '@signet/notifications/mail/limits'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'

const tags = ['trust']

export const NAME_MAX = 100
export const COMPANY_MAX = 120

const page = {
  mediaTypes: ['text/html; charset=utf-8'],
  headers: {
    'content-security-policy': { description: 'No script runs, and forms go to us alone', schema: z.string() },
    'cache-control': { description: 'no-store', schema: z.string() },
  },
}

/** What has no form of a slug or a token is none: it is answered like one that nobody has. */
const text = z.string().min(1).max(200)
const ofArtifact = () =>
  z.strictObject({ slug: text.describe('Slug of the page'), artifact: text.describe('Slug of the artifact') })
const ofLink = () =>
  z.strictObject({ slug: text.describe('Slug of the page'), token: text.describe('Token of the link') })

const reads = { requests: 120, window: '1m', by: 'address' } as const
const sends = { requests: 30, window: '1h', by: 'address' } as const

const ENDED = { code: 'link_ended', status: 410, description: 'The link was good once and is no longer.' } as const
const FULL = {
  code: 'trust_requests_full',
  status: 409,
  description: 'Too many requests of others wait for the owner of the page; those are decided first.',
} as const

export const showRequestForm = endpoint({
  name: 'showTrustRequestForm',
  summary: 'Form for an artifact on request',
  description:
    'Asks for name, company and mail address, and shows the terms. A page or an artifact that is not there, or that is for everybody, is not found.',
  tags,
  route: 'GET /trust/:slug/request/:artifact',
  authority: 'open',
  stream: true,
  rate: reads,
  request: { params: ofArtifact() },
  responses: { 200: { description: 'HTML', ...page } },
  errors: ['not_found', 'unavailable'],
})

export const sendRequestForm = endpoint({
  name: 'sendTrustRequestForm',
  summary: 'Ask for an artifact',
  description: `Sends a link to the mail address, by which it is proven within 48 hours; the owner sees nothing before. The answer does not tell whether the address has asked before. An address gets at most ${MAILS_A_DAY.proof} such mails a day. A form with a fault is shown again, with what was typed.`,
  tags,
  route: 'POST /trust/:slug/request/:artifact',
  authority: 'open',
  idempotent: true,
  stream: true,
  rate: sends,
  request: {
    params: ofArtifact(),
    bodyType: 'text',
    mediaTypes: ['application/x-www-form-urlencoded'],
    maxBodyBytes: 8_192,
  },
  responses: { 200: { description: 'HTML: a mail is on its way, or the form with its faults', ...page } },
  errors: ['not_found', FULL, 'unavailable'],
})

export const showProof = endpoint({
  name: 'showTrustProof',
  summary: 'Link that proves a mail address',
  description: 'A page with a button. Opening it changes nothing, because mail scanners open links, too.',
  tags,
  route: 'GET /trust/:slug/proof/:token',
  authority: 'open',
  stream: true,
  rate: reads,
  request: { params: ofLink() },
  responses: { 200: { description: 'HTML', ...page } },
  errors: ['not_found', ENDED, 'unavailable'],
})

export const proveMail = endpoint({
  name: 'proveTrustMail',
  summary: 'Prove a mail address',
  description:
    'The button of the page. From then on the terms are accepted, a receipt says so, and the owner sees the request, or a rule of theirs grants it. Pressing it again shows the same.',
  tags,
  route: 'POST /trust/:slug/proof/:token',
  authority: 'open',
  idempotent: true,
  stream: true,
  rate: sends,
  request: { params: ofLink() },
  responses: { 200: { description: 'HTML', ...page } },
  errors: ['not_found', ENDED, FULL, RECEIPT_CONFLICT, 'unavailable'],
})

export const showGrant = endpoint({
  name: 'showTrustGrant',
  summary: 'Link of a grant',
  description: 'A page with a button for the download, and how long the link lasts. Opening it is no download.',
  tags,
  route: 'GET /trust/:slug/grant/:token',
  authority: 'open',
  stream: true,
  rate: reads,
  request: { params: ofLink() },
  responses: { 200: { description: 'HTML', ...page } },
  errors: ['not_found', ENDED, 'unavailable'],
})

export const downloadGranted = endpoint({
  name: 'downloadTrustArtifact',
  summary: 'Download an artifact on request',
  description:
    'The button of the page: the bytes, as a file to save. Each page of a PDF says who has it, unless the PDF is signed, encrypted or cannot be read; the digests are of the bytes as they are sent. The owner sees who downloaded.',
  tags,
  route: 'POST /trust/:slug/grant/:token',
  authority: 'open',
  stream: true,
  rate: sends,
  request: { params: ofLink() },
  responses: {
    200: {
      description: 'The bytes',
      mediaTypes: [...ARTIFACT_TYPES.map((type) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type))],
      stream: true,
      headers: {
        'content-disposition': { description: 'A name for the file', schema: z.string() },
        'content-digest': { description: 'SHA-256 of the bytes (RFC 9530)', schema: z.string() },
        'cache-control': { description: 'private, no-store', schema: z.string() },
      },
    },
  },
  errors: ['not_found', ENDED, 'unavailable'],
})
