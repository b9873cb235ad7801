import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { slugRow } from './slug-rows.ts'

const page = '<org>#<slug>'

/** Somebody asked for news of a page to an address; whose it is, only the link in the mail will show. */
export const newsRequestRow = rowKind({
  name: 'Request for news of a trust page',
  prefix: 'TRUSTNEWS#',
  keys: { pk: page, sk: 'REQUEST#<subscriber>#<request>' },
  owner: 'organization',
  within: [slugRow],
  exported: { none: 'the subscription is not confirmed' },
  // Longer than its link, which is made a little later.
  keep: { days: 3 },
  schema: z.object({ email: z.string(), base_url: z.string().describe('What links in mails are built on') }),
})

export const newsMailRow = rowKind({
  name: 'Whose request an address was last written to for, about a trust page',
  prefix: 'TRUSTNEWS#',
  keys: { pk: page, sk: 'MAILED#<subscriber>' },
  owner: 'organization',
  within: [slugRow],
  exported: { none: 'a mark' },
  keep: { until: 'until' },
  kept: '10 minutes',
  schema: z.object({ request: z.string(), until: z.string() }),
})

export const newsSubscriberRow = rowKind({
  name: 'Who gets news of a trust page',
  prefix: 'TRUSTNEWS#',
  keys: { pk: page, sk: 'SUBSCRIBER#<subscriber>' },
  owner: 'organization',
  within: [slugRow],
  exported: { file: 'trust-subscribers', without: ['subscriber', 'base_url', 'told', 'digest'] },
  keep: 'for ever',
  kept: 'until they unsubscribe',
  schema: z.object({
    subscriber: z.string(),
    email: z.string(),
    since: z.string(),
    base_url: z.string(),
    told: z.int().describe('The last edition that was mailed'),
    digest: z.string().describe('Of the link that unsubscribes'),
  }),
})

export const newsEditionRow = rowKind({
  name: 'Edition of a trust page that subscribers are told of',
  prefix: 'TRUSTNEWS#',
  keys: { pk: page, sk: 'EDITION' },
  owner: 'organization',
  within: [slugRow],
  exported: { none: 'derived from the page' },
  keep: 'for ever',
  schema: z.object({
    edition: z.int(),
    shown: z.string().describe('What the page showed then, as JSON'),
    changes: z.array(z.string()).describe('Against the edition before, in words'),
    at: z.string(),
    mailed: z.int().optional().describe('The last edition that all subscribers have'),
    reminded: z.string().optional().describe('Day and receipt of which owners were last reminded'),
    next: z.string().optional().describe('What it shows now, where that is something else'),
    next_since: z.string().optional(),
  }),
})
