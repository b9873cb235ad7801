import { eraseRows, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import { newsUnsubscribeRow } from '@signet/notifications/trust-news/link-rows'
import { newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import pMap from 'p-map'
import type { PageName } from './subscription-table.ts'

const CONCURRENCY = { concurrency: 16 }

/**
 * Erases the subscribers of a page and their links. Safe to interrupt and retry: links are removed before subscribers.
 */
export const eraseSubscribers = async (deps: TableDeps, page: PageName): Promise<void> => {
  const unsubscribeLinks = rowTable(newsUnsubscribeRow, deps)
  await pMap(
    await rowTable(newsSubscriberRow, deps).all(page),
    ({ digest }) => unsubscribeLinks.remove({ digest }),
    CONCURRENCY,
  )
  await eraseRows(deps, { pk: partitionOf(newsSubscriberRow, page) })
}
