import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { slugRow } from './slug-rows.ts'

const page = '<org>#<slug>'

/**
 * A request to subscribe an address to a trust page. Only the link in the mail proves that the requester owns the
 * address.
 */
export const newsRequestRow = rowKind({
  name: 'Request for news of a trust page',
  prefix: 'TRUSTNEWS#',
  keys: { pk: page, sk: 'REQUEST#<subscriber>#<request>' },
  owner: 'organization',
  within: [slugRow],
  exported: { none: 'the subscription is not confirmed' },
  // Longer than the link, which is created a little later.
  keep: { days: 3 },
  schema: z.object({ email: z.string(), base_url: z.string().describe('Base URL for links in mails') }),
})

export const newsMailRow = rowKind({
  name: 'Last mailed subscription request of an address for a trust page',
  prefix: 'TRUSTNEWS#',
  keys: { pk: page, sk: 'MAILED#<subscriber>' },
  owner: 'organization',
  within: [slugRow],
  exported: { none: 'a marker of the last mail' },
  keep: { until: 'until' },
  retention: '10 minutes',
  schema: z.object({ request: z.string(), until: z.string() }),
})

export const newsSubscriberRow = rowKind({
  name: 'Subscriber of a trust page',
  prefix: 'TRUSTNEWS#',
  keys: { pk: page, sk: 'SUBSCRIBER#<subscriber>' },
  owner: 'organization',
  within: [slugRow],
  exported: { file: 'trust-subscribers', without: ['subscriber', 'base_url', 'notified_edition', 'digest'] },
  keep: 'permanent',
  retention: 'until they unsubscribe',
  schema: z.object({
    subscriber: z.string(),
    email: z.string(),
    since: z.string(),
    base_url: z.string(),
    notified_edition: z.int().describe('Number of the last edition that was mailed'),
    digest: z.string().describe('Digest of the unsubscribe token'),
  }),
})

export const newsEditionRow = rowKind({
  name: 'Edition of a trust page that is mailed to subscribers',
  prefix: 'TRUSTNEWS#',
  keys: { pk: page, sk: 'EDITION' },
  owner: 'organization',
  within: [slugRow],
  exported: { none: 'derived from the page' },
  keep: 'permanent',
  schema: z.object({
    edition: z.int(),
    shown: z.string().describe('Content of the page in this edition, as JSON'),
    changes: z.array(z.string()).describe('Changes since the previous edition, in words'),
    at: z.string(),
    mailed: z.int().optional().describe('Number of the last edition that all subscribers received'),
    reminded: z.string().optional().describe('Day and receipt of the last reminder to owners'),
    next: z.string().optional().describe('Current content of the page, if it differs from the edition'),
    next_since: z.string().optional(),
  }),
})
