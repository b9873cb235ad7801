import { endpoint } from '@signet/contracts'
import { REQUEST_STATES, STAMPS } from '@signet/notifications/trust-requests/rows'
import * as z from 'zod'
import { Sha256, slugText } from './slugs.ts'

const tags = ['trust']
const rate = { requests: 120, window: '1m', by: 'caller', pool: 'trust-requests' } as const

/** Maximum number of pending requests of an organization. */
export const OPEN_REQUESTS_MAX = 500

/** A request with a confirmed email address. */
export const TrustRequest = z
  .object({
    id: z.string(),
    state: z.enum(REQUEST_STATES),
    slug: z.string().describe('Slug of the trust page on which the document was requested'),
    receipt_hash: Sha256,
    artifact_slug: z.string(),
    artifact_name: z.string().describe('Name of the document at the time of the request'),
    content_hash: Sha256.describe('SHA-256 of the document at the time the terms were accepted'),
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    terms_title: z.string(),
    terms_sha256: Sha256.describe('SHA-256 of the accepted terms'),
    receipt: Sha256.describe('Hash of the receipt that proves the acceptance of the terms'),
    requested_at: z.iso.datetime(),
    proven_at: z.iso.datetime().describe('Time at which the visitor confirmed the email address'),
    decided_at: z.iso.datetime().nullable(),
    decided_by: z
      .enum(['person', 'domain'])
      .nullable()
      .describe(
        'Source of the decision; null for an undecided request. `person`: a member of the organization; `domain`: the email domain is in `allowedDomains` of `GET /api/trust/terms`.',
      ),
    valid_until: z.iso.datetime().nullable().describe('Time at which the grant expires; null without a grant'),
  })
  .meta({ id: 'TrustRequest' })
export type TrustRequest = z.output<typeof TrustRequest>

const byId = () => z.strictObject({ id: z.string().min(1).max(100).describe('ID of the request') })
const page = {
  limit: z.int().min(1).max(100).default(50).describe('Maximum number of items per page; a page can contain fewer'),
  cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
}

export const listRequests = endpoint({
  name: 'listTrustRequests',
  summary: 'List document requests',
  description:
    'Returns document requests with a confirmed email address, newest first. With `state`, a page can be empty even if it is not the last one; check `next_cursor`.',
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
  summary: 'Get a document request',
  description: "Returns a visitor's request for a document. Returns 404 for another organization's request.",
  tags,
  route: 'GET /api/trust/requests/:id',
  authority: 'scope:trust:read',
  rate,
  request: { params: byId() },
  responses: { 200: { description: 'The document request', schema: TrustRequest } },
  errors: ['not_found', 'unavailable'],
})

const STATE_CONFLICT = {
  code: 'trust_request_state',
  status: 409,
  description: 'The request is in `state`, which does not allow this change.',
} as const

const ARTIFACT_GONE = {
  code: 'trust_artifact_gone',
  status: 409,
  description: 'The document no longer exists, so the request cannot be granted.',
} as const

export const approveRequest = endpoint({
  name: 'approveTrustRequest',
  route: 'POST /api/trust/requests/:id/approve',
  tags,
  authority: 'scope:trust:write',
  idempotent: true,
  rate,
  request: { params: byId() },
  responses: { 200: { description: 'The granted document request', schema: TrustRequest } },
  summary: 'Grant a document request',
  description:
    'Grants the request and emails a download link to the visitor. The link is valid for the number of days in the current terms. Declined, revoked and expired requests can also be granted.',
  errors: ['not_found', ARTIFACT_GONE, 'unavailable'],
})

export const declineRequest = endpoint({
  name: 'declineTrustRequest',
  route: 'POST /api/trust/requests/:id/decline',
  tags,
  authority: 'scope:trust:write',
  idempotent: true,
  rate,
  request: { params: byId() },
  responses: { 200: { description: 'The declined document request', schema: TrustRequest } },
  summary: 'Decline a document request',
  description: 'Declines a pending request and notifies the visitor by email. To end a granted request, revoke it.',
  errors: ['not_found', STATE_CONFLICT, 'unavailable'],
})

export const revokeRequest = endpoint({
  name: 'revokeTrustRequest',
  route: 'POST /api/trust/requests/:id/revoke',
  tags,
  authority: 'scope:trust:write',
  idempotent: true,
  rate,
  request: { params: byId() },
  responses: { 200: { description: 'The revoked document request', schema: TrustRequest } },
  summary: 'Revoke granted document access',
  description: 'Invalidates all download links of the request immediately and notifies the visitor by email.',
  errors: ['not_found', STATE_CONFLICT, 'unavailable'],
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
    served_hash: Sha256.describe(
      'SHA-256 of the bytes sent, which differs from `content_hash` if the document was stamped',
    ),
    stamp: z
      .enum(STAMPS)
      .describe(
        '`stamped`: each page shows the recipient. Any other value is the reason why the document was not stamped.',
      ),
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    network: z.string().describe('IP network of the client: the /24 of an IPv4 address or the /48 of an IPv6 address'),
  })
  .meta({ id: 'TrustReader' })

export const listReaders = endpoint({
  name: 'listTrustReaders',
  summary: 'List document downloads',
  description:
    'Returns downloads of requested documents from the last 400 days, newest first. A download is recorded before its bytes are sent, so canceled downloads are also listed. With a filter, a page can be empty even if it is not the last one; check `next_cursor`.',
  tags,
  route: 'GET /api/trust/readers',
  authority: 'scope:trust:read',
  rate,
  request: {
    query: z.strictObject({
      hash: Sha256.optional().describe('Filter by the receipt hash of the bundle'),
      artifact_slug: slugText().optional().describe('Filter by document slug'),
      mail: z.string().max(254).optional().describe('Filter by email address'),
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
