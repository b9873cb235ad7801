import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { newsSubscriberRow } from './news-rows.ts'

const linkFields = { org: z.string(), slug: z.string(), subscriber: z.string() }

export const newsLinkRow = rowKind({
  name: 'Link that confirms a subscription to a trust page',
  prefix: 'TRUSTLINK#',
  keys: { pk: '<digest>', sk: 'CONFIRM' },
  owner: 'organization',
  erasure: { none: 'useless without its request, and expires' },
  exported: { none: 'a digest of a secret' },
  keep: { until: 'until' },
  retention: '48 hours',
  schema: z.object({ ...linkFields, request: z.string(), until: z.string() }),
})

export const newsUnsubscribeRow = rowKind({
  name: 'Link that unsubscribes from a trust page',
  prefix: 'TRUSTLINK#',
  keys: { pk: '<digest>', sk: 'UNSUBSCRIBE' },
  owner: 'organization',
  within: [newsSubscriberRow],
  exported: { none: 'a digest of a secret' },
  keep: 'permanent',
  retention: 'as long as its subscriber',
  schema: z.object(linkFields),
})
