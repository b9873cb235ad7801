import { createHash } from 'node:crypto'
import type { RowTable } from '@signet/kernel'
import type { importRow } from '@signet/search/conversations/rows'
import type { IngestMessage } from '../ingest/ingest-queue.ts'

/** Rows of a page: some 300 bytes each. */
const PAGE = 1_000

/** Number and digest of the conversations that an import holds, in the order of their ids and places. */
export const itemsDigest = async (
  held: Pick<RowTable<typeof importRow>, 'page'>,
  { workspace, upload }: IngestMessage,
): Promise<{ readonly itemsSha256: string; readonly items: number }> => {
  const hash = createHash('sha256')
  let items = 0
  let cursor: string | undefined
  do {
    const page = await held.page({ workspace, upload }, { limit: PAGE, cursor })
    for (const { conversation, place, content_hash, outcome } of page.rows)
      hash.update(`${conversation} ${place} ${content_hash} ${outcome}\n`)
    items += page.rows.length
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { itemsSha256: hash.digest('hex'), items }
}
