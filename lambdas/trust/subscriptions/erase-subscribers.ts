import { eraseRows, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import { newsEndRow } from '@signet/notifications/trust-news/link-rows'
import { newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import pMap from 'p-map'
import type { PageName } from './subscription-table.ts'

const AT_ONCE = { concurrency: 16 }

/**
 * Erases the subscribers of a page and their links. Safe to interrupt and retry: links are removed before subscribers.
 */
export const eraseSubscribers = async (deps: TableDeps, page: PageName): Promise<void> => {
  const ends = rowTable(newsEndRow, deps)
  await pMap(await rowTable(newsSubscriberRow, deps).all(page), ({ digest }) => ends.remove({ digest }), AT_ONCE)
  await eraseRows(deps, { pk: partitionOf(newsSubscriberRow, page) })
}
