import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const person = { email: z.string(), name: z.string().optional() }

export const subscriptionRequestRow = rowKind({
  name: 'Request for news by mail',
  prefix: 'SUBSCRIBER#',
  keys: { pk: '<subscriber>', sk: 'REQUEST#<request>' },
  owner: 'person',
  exported: { none: 'the subscription contains the address' },
  // Longer than the link, which is created a little later.
  keep: { days: 3 },
  schema: z.object({ ...person, base_url: z.string().describe('Base URL for links in the mail') }),
})

export const confirmationMailRow = rowKind({
  name: 'Last mailed subscription request of an address',
  prefix: 'SUBSCRIBER#',
  keys: { pk: '<subscriber>', sk: 'MAILED' },
  owner: 'person',
  exported: { none: 'a marker of the last mail' },
  keep: { until: 'until' },
  retention: '10 minutes',
  schema: z.object({ request: z.string(), until: z.string() }),
})

export const subscriberRow = rowKind({
  name: 'News subscriber',
  prefix: 'SUBSCRIBER#',
  keys: { pk: '<subscriber>', sk: 'SUBSCRIBED' },
  owner: 'person',
  exported: { file: 'news' },
  keep: 'permanent',
  retention: 'until they unsubscribe',
  schema: z.object({ ...person, since: z.string() }),
})

export const subscriberRows = [subscriptionRequestRow, confirmationMailRow, subscriberRow]
