import { defineContract } from '@signet/contracts'
import { cloudEvent } from '@signet/contracts/events'
import type { RequestRow, SubmittedFormRow } from '@signet/notifications/trust-requests'
import * as z from 'zod'

const SubmittedForm = z
  .object({
    org_id: z.string(),
    request_id: z.string(),
    form: z.string().describe('Digest of the form content'),
  })
  .meta({ id: 'TrustRequestSubmission' })

const ChangedRequest = z
  .object({
    org_id: z.string(),
    request_id: z.string(),
    receipt_hash: z.string(),
    artifact_slug: z.string(),
    version: z.int().describe('Number of changes to the request'),
  })
  .meta({ id: 'TrustRequestNotification' })

const CreatedRequest = z
  .object({
    ...ChangedRequest.shape,
    slug: z.string().describe('Slug of the trust page'),
    artifact_name: z.string().describe('Title of the document'),
    waiting: z
      .int()
      .describe('Number of pending requests of the organization, including this one; 0 if a rule granted the request'),
    link: z.string().describe('URL of the console page on which requests are decided'),
  })
  .meta({ id: 'TrustRequestCreation' })

/** Events of requests for artifacts. They contain no personal data: consumers read the request by its ID. */
export const trustRequestContract = defineContract({
  name: 'trust-request',
  version: '1.0.0',
  description: 'Document request events of trust pages.',
  schema: ChangedRequest,
  operations: {
    ask: {
      kind: 'command',
      description: 'A visitor submitted the request form of a document.',
      emits: ['trust-request.asked'],
    },
    create: {
      kind: 'command',
      description: 'A visitor confirmed the email address of a document request and accepted the terms.',
      emits: ['trust-request.created'],
    },
    grant: {
      kind: 'command',
      description: 'A member or a rule granted a document request.',
      emits: ['trust-request.granted'],
    },
    decline: {
      kind: 'command',
      description: 'A member declined a document request.',
      emits: ['trust-request.declined'],
    },
    revoke: {
      kind: 'command',
      description: 'A member revoked the granted access to a document.',
      emits: ['trust-request.revoked'],
    },
  },
  events: {
    'trust-request.asked': SubmittedForm,
    'trust-request.created': CreatedRequest,
    'trust-request.granted': ChangedRequest,
    'trust-request.declined': ChangedRequest,
    'trust-request.revoked': ChangedRequest,
  },
  surfaces: {},
  authority: { ask: 'internal', create: 'internal', grant: 'internal', decline: 'internal', revoke: 'internal' },
})

/** Returns the event of a submitted form. Each submission is one version of the request and causes one email. */
export const formSubmittedEvent = (org: string, form: string, { id }: Pick<SubmittedFormRow, 'id'>, time: Date) =>
  cloudEvent(trustRequestContract, 'trust-request.asked', {
    entity: id,
    version: time.getTime(),
    time,
    data: { org_id: org, request_id: id, form },
  })

const envelopeOf = (org: string, { id, version, receipt_hash, artifact_slug }: RequestRow, time: Date) => ({
  entity: id,
  version,
  time,
  data: { org_id: org, request_id: id, receipt_hash, artifact_slug, version },
})

/**
 * Returns the event of a request with a confirmed email address. `waiting`: pending requests of the organization,
 * including this one.
 */
export const requestCreatedEvent = (org: string, row: RequestRow, waiting: number, time: Date) => {
  const { data, ...envelope } = envelopeOf(org, row, time)
  const link = `${row.base_url}/trust-pages/requests`
  return cloudEvent(trustRequestContract, 'trust-request.created', {
    ...envelope,
    data: { ...data, slug: row.slug, artifact_name: row.artifact_name, waiting, link },
  })
}

export const requestDecidedEvent = (
  decision: 'granted' | 'declined' | 'revoked',
  org: string,
  row: RequestRow,
  time: Date,
) => cloudEvent(trustRequestContract, `trust-request.${decision}`, envelopeOf(org, row, time))
