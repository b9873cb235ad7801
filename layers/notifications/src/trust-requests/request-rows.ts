import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** How the bytes of an artifact on request are handed out: stamped, or why not. */
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

/** States of requests as the API returns them: a grant whose time is over is `expired`. */
export const REQUEST_STATES = ['pending', 'granted', 'expired', 'declined', 'revoked'] as const

const prefix = 'TRUSTREQUEST#'

export const requestTermsRow = rowKind({
  name: 'Terms of requests for artifacts',
  prefix,
  keys: { pk: '<org>', sk: 'TERMS' },
  owner: 'organization',
  exported: { file: 'trust-terms' },
  keep: 'for ever',
  schema: z.object({
    title: z.string(),
    sha256: z.string().describe('SHA-256 of the text'),
    valid_days: z.int(),
    allowed_domains: z.array(z.string()),
    updated_at: z.string(),
    version: z.int().describe('Changes so far: each is made to the row that it read'),
  }),
})

/** A text that visitors were shown. It never changes, so what an acceptance names can always be read. */
export const requestTextRow = rowKind({
  name: 'Text that visitors of trust pages accept',
  prefix,
  keys: { pk: '<org>', sk: 'TEXT#<sha256>' },
  owner: 'organization',
  exported: { file: 'trust-terms-texts' },
  keep: 'for ever',
  schema: z.object({ sha256: z.string(), text: z.string(), since: z.string() }),
})

const asked = {
  id: z.string().describe('Of the request, from the first moment'),
  slug: z.string(),
  receipt_hash: z.string(),
  artifact_slug: z.string(),
  artifact_name: z.string(),
  artifact_since: z.string().optional().describe('When the artifact was made; absent in rows from before'),
  name: z.string(),
  company: z.string(),
  mail: z.string(),
  terms_title: z.string(),
  terms_sha256: z.string(),
  organization: z.string().optional().describe('What the page called its organization; absent in rows from before'),
  asked_at: z.string(),
  base_url: z.string().describe('What links in mails are built on'),
}

/**
 * A form that was sent, until its mail address is proven. It is of all that was typed: who types the address of somebody else
 * changes nothing of what they typed.
 */
export const submittedFormRow = rowKind({
  name: 'Form of a visitor whose mail address is not proven',
  prefix,
  keys: { pk: '<org>', sk: 'ASKED#<digest>' },
  owner: 'organization',
  exported: { none: 'the mail address is not proven' },
  keep: { days: 3 },
  schema: z.object(asked),
})

export const requestRow = rowKind({
  name: 'Request for an artifact',
  prefix,
  keys: { pk: '<org>', sk: 'REQUEST#<id>' },
  owner: 'organization',
  exported: { file: 'trust-requests', without: ['base_url'] },
  keep: { until: 'kept_until' },
  kept: '400 days, and as long as its grant',
  schema: z.object({
    ...asked,
    state: z.enum(['pending', 'granted', 'declined', 'revoked']),
    version: z.int().describe('Changes so far: each is made to the row that it read'),
    content_hash: z.string().describe('Of the artifact when its terms were accepted'),
    receipt: z.string().describe('Hash of the receipt of the acceptance'),
    proven_at: z.string(),
    decided_at: z.string().nullable(),
    decided_by: z.enum(['person', 'domain']).nullable(),
    valid_until: z.string().nullable().describe('When the grant ends'),
    kept_until: z.string(),
  }),
})

export const openRequestRow = rowKind({
  name: 'Request that waits for a decision',
  prefix,
  keys: { pk: '<org>', sk: 'OPEN#<id>' },
  owner: 'organization',
  exported: { none: 'an index of the requests' },
  keep: { until: 'kept_until' },
  kept: 'until the decision, 400 days at most',
  schema: z.object({ id: z.string(), kept_until: z.string() }),
})

export const sameRequestRow = rowKind({
  name: 'Newest request of a mail address for an artifact',
  prefix,
  keys: { pk: '<org>', sk: 'SAME#<digest>' },
  owner: 'organization',
  exported: { none: 'an index of the requests' },
  keep: { until: 'kept_until' },
  kept: 'as long as the request',
  schema: z.object({ id: z.string(), kept_until: z.string() }),
})

/** Which mails an address was sent in a day on behalf of an organization, by their events. */
export const requestMailsRow = rowKind({
  name: 'Mails of requests to an address in a day',
  prefix,
  keys: { pk: '<org>', sk: 'MAILS#<day>#<address>' },
  owner: 'organization',
  exported: { none: 'a counter' },
  keep: { days: 2 },
  schema: z.object({ events: z.array(z.string()), count: z.int().describe('Of them: by it a write knows the row') }),
})

export const readerRow = rowKind({
  name: 'Download of an artifact on request',
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
    content_hash: z.string().describe('Of the stored bytes'),
    served_hash: z.string().describe('Of the bytes that were handed out'),
    stamp: z.enum(STAMPS),
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    network: z.string().describe('The address, to /24 or /48'),
  }),
})

/**
 * Whether the PDF of an object can be stamped, as it was found out. No two writes of bytes share an object. Each try is written down
 * before it begins: one that ends the function leaves no word of its own.
 */
export const stampRow = rowKind({
  name: 'Whether a PDF can be stamped',
  prefix,
  keys: { pk: '<org>', sk: 'STAMP#<object>' },
  owner: 'organization',
  exported: { none: 'a property of a PDF' },
  keep: { days: 400 },
  schema: z.object({
    stamp: z.enum(STAMPS).optional().describe('Absent until a try has ended'),
    tries: z.int().optional().describe('Begun and not ended; absent with a stamp'),
    tried_at: z.string().optional().describe('When the last of them began'),
  }),
})

export const requestRows = [
  ...[requestTermsRow, requestTextRow, submittedFormRow, requestRow, openRequestRow, sameRequestRow],
  ...[requestMailsRow, readerRow, stampRow],
] as const
