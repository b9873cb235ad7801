import { ARTIFACT_TYPES } from '@signet/artifacts'
import { endpoint } from '@signet/contracts'
import { DAILY_MAIL_LIMITS } from '@signet/notifications/mail/limits'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'

const tags = ['trust']

export const NAME_MAX = 100
export const COMPANY_MAX = 120

const htmlPage = {
  mediaTypes: ['text/html; charset=utf-8'],
  headers: {
    'content-security-policy': {
      description: 'Policy that blocks scripts and allows forms to submit only to this origin',
      schema: z.string(),
    },
    'cache-control': { description: 'no-store', schema: z.string() },
  },
}

/** A malformed slug or token gets the same 404 as an unknown one. */
const pathText = z.string().min(1).max(200)
const artifactParams = () =>
  z.strictObject({
    slug: pathText.describe('Slug of the trust page'),
    artifact: pathText.describe('Slug of the document'),
  })
const linkParams = () =>
  z.strictObject({
    slug: pathText.describe('Slug of the trust page'),
    token: pathText.describe('Token of the link in the email'),
  })

const VIEW_RATE = { requests: 120, window: '1m', by: 'address' } as const
const SUBMIT_RATE = { requests: 30, window: '1h', by: 'address' } as const

const LINK_ENDED = { code: 'link_ended', status: 410, description: 'The link has expired or was revoked.' } as const
const REQUESTS_FULL = {
  code: 'trust_requests_full',
  status: 409,
  description:
    'Too many requests from other visitors are pending. Try again after the owner of the page has decided on some of them.',
} as const

export const showRequestForm = endpoint({
  name: 'showTrustRequestForm',
  summary: 'Show the request form of a document',
  description:
    'Returns a page with the terms for access and a form for name, company and email address. Returns 404 if the page or the document does not exist, or if the document is public.',
  tags,
  route: 'GET /trust/:slug/request/:artifact',
  authority: 'open',
  stream: true,
  rate: VIEW_RATE,
  request: { params: artifactParams() },
  responses: { 200: { description: 'The request form', ...htmlPage } },
  errors: ['not_found', 'unavailable'],
})

export const sendRequestForm = endpoint({
  name: 'sendTrustRequestForm',
  summary: 'Submit a document request',
  description: `Emails a link with which the visitor confirms the address within 48 hours. The owner sees the request only after the confirmation. The response does not reveal whether the address has an earlier request. An address gets at most ${DAILY_MAIL_LIMITS.proof} of these emails per day. A form with errors is returned with the entered values.`,
  tags,
  route: 'POST /trust/:slug/request/:artifact',
  authority: 'open',
  idempotent: true,
  stream: true,
  rate: SUBMIT_RATE,
  request: {
    params: artifactParams(),
    bodyType: 'text',
    mediaTypes: ['application/x-www-form-urlencoded'],
    maxBodyBytes: 8_192,
  },
  responses: {
    200: { description: 'A page that states that the email was sent, or the form with its errors', ...htmlPage },
  },
  errors: ['not_found', REQUESTS_FULL, 'unavailable'],
})

export const showProof = endpoint({
  name: 'showTrustProof',
  summary: 'Show the confirmation page of a document request',
  description:
    'Returns a page with a confirmation button. Opening the page does not confirm the address, because email scanners also open links.',
  tags,
  route: 'GET /trust/:slug/proof/:token',
  authority: 'open',
  stream: true,
  rate: VIEW_RATE,
  request: { params: linkParams() },
  responses: { 200: { description: 'The confirmation page', ...htmlPage } },
  errors: ['not_found', LINK_ENDED, 'unavailable'],
})

export const proveMail = endpoint({
  name: 'proveTrustMail',
  summary: 'Confirm the email address of a document request',
  description:
    "Confirms the address when the visitor presses the button on the confirmation page. The visitor thereby accepts the terms, and a receipt proves the acceptance. The owner then decides on the request, unless it is granted automatically because of the visitor's email domain. Submitting again returns the same page.",
  tags,
  route: 'POST /trust/:slug/proof/:token',
  authority: 'open',
  idempotent: true,
  stream: true,
  rate: SUBMIT_RATE,
  request: { params: linkParams() },
  responses: { 200: { description: 'A page that states that the email address is confirmed', ...htmlPage } },
  errors: ['not_found', LINK_ENDED, REQUESTS_FULL, RECEIPT_CONFLICT, 'unavailable'],
})

export const showGrant = endpoint({
  name: 'showTrustGrant',
  summary: 'Show the download page of a requested document',
  description:
    'Returns a page with a download button and the expiry time of the link. Opening the page does not count as a download.',
  tags,
  route: 'GET /trust/:slug/grant/:token',
  authority: 'open',
  stream: true,
  rate: VIEW_RATE,
  request: { params: linkParams() },
  responses: { 200: { description: 'The download page', ...htmlPage } },
  errors: ['not_found', LINK_ENDED, 'unavailable'],
})

export const downloadGranted = endpoint({
  name: 'downloadTrustArtifact',
  summary: 'Download a requested document',
  description:
    'Returns the document as an attachment when the visitor presses the button on the download page. Each page of a PDF is stamped with the recipient, unless the PDF is signed, encrypted or unreadable. The digest headers are computed from the bytes as sent. The owner of the page can see the download.',
  tags,
  route: 'POST /trust/:slug/grant/:token',
  authority: 'open',
  stream: true,
  rate: SUBMIT_RATE,
  request: { params: linkParams() },
  responses: {
    200: {
      description: 'The document',
      mediaTypes: [...ARTIFACT_TYPES.map((type) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type))],
      stream: true,
      headers: {
        'content-disposition': { description: 'Attachment with a file name', schema: z.string() },
        'content-digest': { description: 'SHA-256 of the bytes (RFC 9530)', schema: z.string() },
        'cache-control': { description: 'private, no-store', schema: z.string() },
      },
    },
  },
  errors: ['not_found', LINK_ENDED, 'unavailable'],
})
