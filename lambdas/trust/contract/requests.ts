import { endpoint } from '@signet/contracts'
import { REQUEST_STATES, STAMPS } from '@signet/notifications/trust-requests/rows'
import * as z from 'zod'
import { Sha256, slugText } from './slugs.ts'

const tags = ['trust']
const rate = { requests: 120, window: '1m', by: 'caller', pool: 'trust-requests' } as const

/** Maximum number of pending requests of an organization. */
export const OPEN_REQUESTS_MAX = 500

/** A request whose mail address is proven. */
export const TrustRequest = z
  .object({
    id: z.string(),
    state: z.enum(REQUEST_STATES),
    slug: z.string().describe('Slug of the page on which the artifact was requested'),
    receipt_hash: Sha256,
    artifact_slug: z.string(),
    artifact_name: z.string().describe('Name of the artifact at the time of the request'),
    content_hash: Sha256.describe('SHA-256 of the artifact when its terms were accepted'),
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    terms_title: z.string(),
    terms_sha256: Sha256.describe('SHA-256 of the accepted text'),
    receipt: Sha256.describe('Hash of the receipt of the acceptance'),
    asked_at: z.iso.datetime(),
    proven_at: z.iso.datetime().describe('Time at which the email link was confirmed'),
    decided_at: z.iso.datetime().nullable(),
    decided_by: z.enum(['person', 'domain']).nullable().describe('domain: the mail domain is one of `allowedDomains`'),
    valid_until: z.iso.datetime().nullable().describe('Time at which the grant ends'),
  })
  .meta({ id: 'TrustRequest' })
export type TrustRequest = z.output<typeof TrustRequest>

const byId = () => z.strictObject({ id: z.string().min(1).max(100).describe('Id of the request') })
const page = {
  limit: z.int().min(1).max(100).default(50).describe('Maximum number of items per page; a page can have fewer'),
  cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
}

export const listRequests = endpoint({
  name: 'listTrustRequests',
  summary: 'List requests for artifacts',
  description:
    'Returns requests with a confirmed email address, newest first. With `state`, a page can be empty without being the last one: check `next_cursor`.',
  tags,
  route: 'GET /api/trust/requests',
  authority: 'scope:trust:read',
  rate,
  request: {
    query: z.strictObject({ state: z.enum(REQUEST_STATES).optional().describe('Filter by state'), ...page }),
  },
  responses: {
    200: {
      description: 'A page of requests',
      schema: z.object({ requests: z.array(TrustRequest), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})

export const getRequest = endpoint({
  name: 'getTrustRequest',
  summary: 'Get a request for an artifact',
  description: "Returns 404 for another organization's request.",
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
  description: 'The request is in `state`, which does not allow this change.',
} as const

const GONE = {
  code: 'trust_artifact_gone',
  status: 409,
  description: 'The artifact no longer exists, so it cannot be granted.',
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
    'Emails a link to the visitor. It lasts for the number of days that the current terms set. Declined, revoked and expired requests can be granted, too.',
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
  description: 'Notifies the visitor by email. Only a pending request can be declined; revoke a granted one.',
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
  description: 'Ends all links of the request immediately and notifies the visitor by email.',
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
    content_hash: Sha256.describe('SHA-256 of the stored bytes'),
    served_hash: Sha256.describe('SHA-256 of the bytes sent, which differs from the stored one if they were stamped'),
    stamp: z
      .enum(STAMPS)
      .describe('stamped: each page names the recipient. Any other value is the reason why the file was not stamped'),
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    network: z.string().describe('Network of the client, truncated to /24 or /48'),
  })
  .meta({ id: 'TrustReader' })

export const listReaders = endpoint({
  name: 'listTrustReaders',
  summary: 'List downloads of artifacts',
  description:
    'Returns downloads of requested artifacts from the last 400 days, newest first. A download is recorded before its bytes are sent, so canceled downloads are listed, too. With a filter, a page can be empty without being the last one: check `next_cursor`.',
  tags,
  route: 'GET /api/trust/readers',
  authority: 'scope:trust:read',
  rate,
  request: {
    query: z.strictObject({
      hash: Sha256.optional().describe('Filter by the receipt hash of the bundle'),
      artifact_slug: slugText().optional().describe('Filter by artifact slug'),
      mail: z.string().max(254).optional().describe('Filter by mail address'),
      ...page,
    }),
  },
  responses: {
    200: {
      description: 'A page of downloads',
      schema: z.object({ readers: z.array(TrustReader), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})
