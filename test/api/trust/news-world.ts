import { randomUUID } from 'node:crypto'
import { rowTable } from '@signet/kernel'
import { newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import type { PageName } from '../../../lambdas/trust/subscriptions/subscription-table.ts'
import { call, newAddress } from '../../support/api.ts'
import { runFunction } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import type { ReceivedMail } from '../../support/mails.ts'
import { testStack } from '../../support/test-stack.ts'
import { sha256 } from './trust-world.ts'

const rows = () => rowTable(newsSubscriberRow, { db: table(), table: testStack().table, now: () => new Date() })

/** Stores a subscriber as a row, for tests that do not wait for an email. Returns the subscriber ID. */
export const storeSubscriber = async (page: PageName, email: string): Promise<string> => {
  const subscriber = sha256(randomUUID()).slice(0, 32)
  await rows().putNew(
    { ...page, subscriber },
    {
      subscriber,
      email,
      since: new Date().toISOString(),
      base_url: 'https://signet.example',
      notified_edition: 0,
      digest: sha256(subscriber),
    },
  )
  return subscriber
}

/** Stores `count` subscribers, fifty at a time. */
export const fillSubscribers = async (page: PageName, count: number): Promise<void> => {
  for (let from = 0; from < count; from += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, count - from) }, (_, nth) =>
        storeSubscriber(page, `${from + nth}@full.example`),
      ),
    )
}

export const newEmail = (): string => `${randomUUID()}@people.example`

export const submitForm = (slug: string, email: string) =>
  call('POST', `/trust/${slug}/subscribe`, {
    from: newAddress(),
    raw: new URLSearchParams({ email }).toString(),
    as: 'subscribeToTrustPage',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
export const pressButton = (path: string, as: 'confirmTrustSubscription' | 'unsubscribeFromTrustPage') =>
  call<{ code?: string }>('POST', path, {
    from: newAddress(),
    raw: 'List-Unsubscribe=One-Click',
    as,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
export const confirmPath = ({ text }: ReceivedMail): string =>
  new URL(String(/http\S+\/subscribe\/\S+/.exec(text)?.[0])).pathname
export const unsubscribePath = ({ headers }: ReceivedMail): string =>
  new URL(String(headers['List-Unsubscribe']?.slice(1, -1))).pathname

export const QUARTER_MS = 900_000

/** Processes all trust pages, like the schedule every 15 minutes. */
export const sweepPages = (after = 0) => runFunction('trust-notices', { after })
