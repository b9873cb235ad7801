import { endpoint } from '@signet/contracts'
import { REQUEST_STATES, STAMPS } from '@signet/notifications/trust-requests/rows'
import * as z from 'zod'
import { Sha256, slugText } from './slugs.ts'

const tags = ['trust']
const rate = { requests: 120, window: '1m', by: 'caller', pool: 'trust-requests' } as const

/** Requests that wait for a decision, of an organization, at most. */
export const OPEN_REQUESTS_MAX = 500

/** A request whose mail address is proven. */
export const TrustRequest = z
  .object({
    id: z.string(),
    state: z.enum(REQUEST_STATES),
    slug: z.string().describe('Slug of the page on which it was asked'),
    receipt_hash: Sha256,
    artifact_slug: z.string(),
    artifact_name: z.string().describe('As it was called then'),
    content_hash: Sha256.describe('Of the artifact when its terms were accepted'),
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    terms_title: z.string(),
    terms_sha256: Sha256.describe('Of the text that was accepted'),
    receipt: Sha256.describe('Hash of the receipt of the acceptance'),
    asked_at: z.iso.datetime(),
    proven_at: z.iso.datetime().describe('When the link in the mail was used'),
    decided_at: z.iso.datetime().nullable(),
    decided_by: z.enum(['person', 'domain']).nullable().describe('domain: its mail domain is one of `allowedDomains`'),
    valid_until: z.iso.datetime().nullable().describe('When the grant ends'),
  })
  .meta({ id: 'TrustRequest' })
export type TrustRequest = z.output<typeof TrustRequest>

const byId = () => z.strictObject({ id: z.string().min(1).max(100).describe('Id of the request') })
const page = {
  limit: z.int().min(1).max(100).default(50).describe('At most so many a page; a page may have fewer'),
  cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
}

export const listRequests = endpoint({
  name: 'listTrustRequests',
  summary: 'Requests for artifacts',
  description:
    'Newest first. Only those whose mail address is proven are told. With `state` a page may be empty and not the last: `next_cursor` says it.',
  tags,
  route: 'GET /api/trust/requests',
  authority: 'scope:trust:read',
  rate,
  request: {
    query: z.strictObject({ state: z.enum(REQUEST_STATES).optional().describe('Only those in this state'), ...page }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({ requests: z.array(TrustRequest), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})

export const getRequest = endpoint({
  name: 'getTrustRequest',
  summary: 'A request for an artifact',
  description: 'One of another organization is answered like none.',
  tags,
  route: 'GET /api/trust/requests/:id',
  authority: 'scope:trust:read',
  rate,
  request: { params: byId() },
  responses: { 200: { description: 'The request', schema: TrustRequest } },
  errors: ['not_found', 'unavailable'],
})

const STATE = {
  code: 'trust_request_state',
  status: 409,
  description: 'The request is in `state`, which does not allow it.',
} as const

const GONE = {
  code: 'trust_artifact_gone',
  status: 409,
  description: 'The artifact is no longer there: nothing can be granted.',
} as const

export const approveRequest = endpoint({
  name: 'approveTrustRequest',
  route: 'POST /api/trust/requests/:id/approve',
  tags,
  authority: 'scope:trust:write',
  idempotent: true,
  rate,
  request: { params: byId() },
  responses: { 200: { description: 'The request', schema: TrustRequest } },
  summary: 'Grant a request',
  description:
    'The visitor is sent a link, which lasts as long as the terms say now. One that was declined or revoked, or whose grant has expired, may be granted, too.',
  errors: ['not_found', GONE, 'unavailable'],
})

export const declineRequest = endpoint({
  name: 'declineTrustRequest',
  route: 'POST /api/trust/requests/:id/decline',
  tags,
  authority: 'scope:trust:write',
  idempotent: true,
  rate,
  request: { params: byId() },
  responses: { 200: { description: 'The request', schema: TrustRequest } },
  summary: 'Decline a request',
  description: 'The visitor is told so by mail. Only one that is pending can be declined; revoke one that is granted.',
  errors: ['not_found', STATE, 'unavailable'],
})

export const revokeRequest = endpoint({
  name: 'revokeTrustRequest',
  route: 'POST /api/trust/requests/:id/revoke',
  tags,
  authority: 'scope:trust:write',
  idempotent: true,
  rate,
  request: { params: byId() },
  responses: { 200: { description: 'The request', schema: TrustRequest } },
  summary: 'Revoke a grant',
  description: 'All links of the request end at once, and the visitor is told so by mail.',
  errors: ['not_found', STATE, 'unavailable'],
})

const TrustReader = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    request_id: z.string(),
    receipt_hash: Sha256,
    artifact_slug: z.string(),
    artifact_name: z.string(),
    content_hash: Sha256.describe('Of the stored bytes'),
    served_hash: Sha256.describe('Of the bytes that were handed out: another one where they were stamped'),
    stamp: z.enum(STAMPS).describe('stamped: each page says who has it. Anything else: why not'),
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    network: z.string().describe('Where it was asked from, to /24 or /48'),
  })
  .meta({ id: 'TrustReader' })

export const listReaders = endpoint({
  name: 'listTrustReaders',
  summary: 'Who downloaded artifacts',
  description:
    'Downloads of artifacts on request, newest first, of 400 days. A download is noted before its bytes are sent: whoever broke it off is listed, too. With a filter a page may be empty and not the last: `next_cursor` says it.',
  tags,
  route: 'GET /api/trust/readers',
  authority: 'scope:trust:read',
  rate,
  request: {
    query: z.strictObject({
      hash: Sha256.optional().describe('Only of the bundle of this receipt'),
      artifact_slug: slugText().optional().describe('Only of artifacts of this slug'),
      mail: z.string().max(254).optional().describe('Only of this mail address'),
      ...page,
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({ readers: z.array(TrustReader), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})
