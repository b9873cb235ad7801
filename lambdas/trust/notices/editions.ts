import { addMs, type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { newsEditionRow } from '@signet/notifications/trust-news/rows'
import type { PageName } from '../subscriptions/subscription-table.ts'
import { type AnnouncedPage, changesOf } from './announced-page.ts'

export type EditionRow = RowOf<typeof newsEditionRow>

/** Time without changes before an edition is sent, so that ten uploads cause one email. */
const QUIET_MS = 10 * 60_000

/** Editions of trust pages: numbered page states, each stable long enough to be emailed to subscribers. */
export const editionTable = (deps: TableDeps) => {
  const rows = rowTable(newsEditionRow, deps)
  const timeNow = () => deps.now().toISOString()

  const nextEdition = (row: EditionRow, announced: AnnouncedPage): EditionRow => {
    const { next, next_since: since, ...edition } = row
    const json = JSON.stringify(announced)
    if (json === row.shown) return edition
    if (next !== json || since === undefined) return { ...edition, next: json, next_since: timeNow() }
    if (addMs(new Date(since), QUIET_MS) > deps.now()) return row
    const changes = [...changesOf(JSON.parse(row.shown) as AnnouncedPage, announced)]
    return { edition: row.edition + 1, shown: json, changes, at: timeNow() }
  }

  return {
    /** Records the current state of a page and returns its edition. Of two concurrent runs, only one writes. */
    async record(page: PageName, announced: AnnouncedPage): Promise<EditionRow> {
      const row = await rows.get(page)
      if (!row) {
        const first = { edition: 0, shown: JSON.stringify(announced), changes: [], at: timeNow() }
        return (await rows.putNew(page, first)) ? first : ((await rows.get(page)) ?? first)
      }
      const next = nextEdition(row, announced)
      if (JSON.stringify(next) === JSON.stringify(row)) return row
      const expected = { edition: row.edition, next: row.next, next_since: row.next_since }
      return (await rows.replace(page, next, expected)) ? next : ((await rows.get(page)) ?? row)
    },

    /**
     * Records which mails were sent for an edition. If the page changed concurrently, nothing is written and the next
     * run sends them again.
     */
    async recordSent(page: PageName, row: EditionRow, sent: Pick<EditionRow, 'mailed' | 'reminded'>): Promise<void> {
      const expected = { edition: row.edition, next: row.next, next_since: row.next_since }
      await rows.replace(page, { ...row, ...sent }, expected)
    },
  }
}
export type EditionTable = ReturnType<typeof editionTable>
