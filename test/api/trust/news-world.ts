import { randomUUID } from 'node:crypto'
import { rowTable } from '@signet/kernel'
import { newsSubscriberRow } from '../../../lambdas/trust/contract/news-rows.ts'
import type { PageName } from '../../../lambdas/trust/subscriptions/subscription-table.ts'
import { table } from '../../support/keys.ts'
import { testStack } from '../../support/test-stack.ts'
import { sha256 } from './trust-world.ts'

const rows = () => rowTable(newsSubscriberRow, { db: table(), table: testStack().table, now: () => new Date() })

/** Who gets news of a page, as a row: for what waits for no mail. Their id. */
export const storeSubscriber = async (page: PageName, email: string): Promise<string> => {
  const subscriber = sha256(randomUUID()).slice(0, 32)
  await rows().putNew(
    { ...page, subscriber },
    {
      ...{ subscriber, email, since: new Date().toISOString(), base_url: 'https://signet.example' },
      ...{ told: 0, digest: sha256(subscriber) },
    },
  )
  return subscriber
}

/** Fifty at once, as many as there shall be. */
export const fillSubscribers = async (page: PageName, count: number): Promise<void> => {
  for (let from = 0; from < count; from += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, count - from) }, (_, nth) =>
        storeSubscriber(page, `${from + nth}@full.example`),
      ),
    )
}
