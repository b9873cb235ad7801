import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Result of stamping an artifact: stamped, or the reason it was not. */
export const STAMPS = [
  'stamped',
  'not_pdf',
  'signed',
  'encrypted',
  'too_large',
  'too_many_pages',
  'unreadable',
] as const
export type Stamp = (typeof STAMPS)[number]

/** States of requests in the API. A grant after its end is `expired`. */
export const REQUEST_STATES = ['pending', 'granted', 'expired', 'declined', 'revoked'] as const

const prefix = 'TRUSTREQUEST#'

export const requestTermsRow = rowKind({
  name: 'Terms of requests for artifacts',
  prefix,
  keys: { pk: '<org>', sk: 'TERMS' },
  owner: 'organization',
  exported: { file: 'trust-terms' },
  keep: 'permanent',
  schema: z.object({
    title: z.string(),
    sha256: z.string().describe('SHA-256 of the text'),
    valid_days: z.int(),
    allowed_domains: z.array(z.string()),
    updated_at: z.string(),
    version: z.int().describe('Number of changes. Each write requires the version that it read'),
  }),
})

/** A text shown to visitors. It never changes, so that an accepted text can always be read. */
export const requestTextRow = rowKind({
  name: 'Text that visitors of trust pages accept',
  prefix,
  keys: { pk: '<org>', sk: 'TEXT#<sha256>' },
  owner: 'organization',
  exported: { file: 'trust-terms-texts' },
  keep: 'permanent',
  schema: z.object({ sha256: z.string(), text: z.string(), since: z.string() }),
})

const requestFields = {
  id: z.string().describe('ID of the future request'),
  slug: z.string(),
  receipt_hash: z.string(),
  artifact_slug: z.string(),
  artifact_name: z.string(),
  artifact_since: z.string().optional().describe('Creation time of the artifact; absent in old rows'),
  name: z.string(),
  company: z.string(),
  mail: z.string(),
  terms_title: z.string(),
  terms_sha256: z.string(),
  organization: z.string().optional().describe('Name of the organization on the page; absent in old rows'),
  requested_at: z.string(),
  base_url: z.string().describe('Base URL for links in mails'),
}

/**
 * A submitted form until its email address is verified. The key is a digest of all entered values, so submitting a form
 * with a third party's address cannot change that party's form.
 */
export const submittedFormRow = rowKind({
  name: 'Submitted form with an unverified email address',
  prefix,
  keys: { pk: '<org>', sk: 'ASKED#<digest>' },
  owner: 'organization',
  exported: { none: 'the email address is not verified' },
  keep: { days: 3 },
  schema: z.object(requestFields),
})

export const requestRow = rowKind({
  name: 'Request for an artifact',
  prefix,
  keys: { pk: '<org>', sk: 'REQUEST#<id>' },
  owner: 'organization',
  exported: { file: 'trust-requests', without: ['base_url'] },
  keep: { until: 'kept_until' },
  retention: '400 days, or longer until its grant ends',
  schema: z.object({
    ...requestFields,
    state: z.enum(['pending', 'granted', 'declined', 'revoked']),
    version: z.int().describe('Number of changes. Each write requires the version that it read'),
    content_hash: z.string().describe('Hash of the artifact when the terms were accepted'),
    receipt: z.string().describe('Hash of the acceptance receipt'),
    proven_at: z.string(),
    decided_at: z.string().nullable(),
    decided_by: z.enum(['person', 'domain']).nullable(),
    valid_until: z.string().nullable().describe('End of the grant'),
    kept_until: z.string(),
  }),
})

export const openRequestRow = rowKind({
  name: 'Pending request',
  prefix,
  keys: { pk: '<org>', sk: 'OPEN#<id>' },
  owner: 'organization',
  exported: { none: 'an index of the requests' },
  keep: { until: 'kept_until' },
  retention: 'until the decision, at most 400 days',
  schema: z.object({ id: z.string(), kept_until: z.string() }),
})

export const sameRequestRow = rowKind({
  name: 'Newest request of an email address for an artifact',
  prefix,
  keys: { pk: '<org>', sk: 'SAME#<digest>' },
  owner: 'organization',
  exported: { none: 'an index of the requests' },
  keep: { until: 'kept_until' },
  retention: 'as long as the request',
  schema: z.object({ id: z.string(), kept_until: z.string() }),
})

/** Mails sent to an address in a day on behalf of an organization, by event. */
export const requestMailsRow = rowKind({
  name: 'Request mails to an address in a day',
  prefix,
  keys: { pk: '<org>', sk: 'MAILS#<day>#<address>' },
  owner: 'organization',
  exported: { none: 'a counter' },
  keep: { days: 2 },
  schema: z.object({
    events: z.array(z.string()),
    count: z.int().describe('Number of events, used as the version of the row'),
  }),
})

export const readerRow = rowKind({
  name: 'Download of a requested artifact',
  prefix,
  keys: { pk: '<org>', sk: 'READ#<at>#<id>' },
  owner: 'organization',
  exported: { file: 'trust-readers' },
  keep: { days: 400 },
  schema: z.object({
    id: z.string(),
    at: z.string(),
    request_id: z.string(),
    receipt_hash: z.string(),
    artifact_slug: z.string(),
    artifact_name: z.string(),
    content_hash: z.string().describe('Hash of the stored bytes'),
    served_hash: z.string().describe('Hash of the delivered bytes'),
    stamp: z.enum(STAMPS),
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    network: z.string().describe('IP address, truncated to /24 or /48'),
  }),
})

/**
 * The stamp result of an object's PDF. Each upload has its own object. An attempt is recorded before it starts,
 * because an attempt that crashes the function cannot record its result.
 */
export const stampRow = rowKind({
  name: 'Stamp result of a PDF',
  prefix,
  keys: { pk: '<org>', sk: 'STAMP#<object>' },
  owner: 'organization',
  exported: { none: 'a property of a PDF' },
  keep: { days: 400 },
  schema: z.object({
    stamp: z.enum(STAMPS).optional().describe('Result; absent until an attempt has ended'),
    tries: z.int().optional().describe('Number of attempts without a result; absent with a stamp'),
    tried_at: z.string().optional().describe('Start of the last attempt'),
  }),
})

export const requestRows = [
  ...[requestTermsRow, requestTextRow, submittedFormRow, requestRow, openRequestRow, sameRequestRow],
  ...[requestMailsRow, readerRow, stampRow],
] as const
