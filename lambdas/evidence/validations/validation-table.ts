import {
  addMs,
  encodeCursor,
  type Page,
  type PageOptions,
  Refusal,
  type RowOf,
  rowKey,
  rowTable,
  type TableDeps,
  transact,
} from '@signet/kernel'
import type { Notice, QuotaNotices } from '@signet/ledger'
import { checkedRow, validationRow } from '../contract/validation-rows.ts'
import { CACHED_SECONDS } from '../contract/validations.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import type { Room, RoomRefused } from './validation-room.ts'

export type ValidationRow = RowOf<typeof validationRow>

/** The validation of an identical request, or the one that was written now. */
export interface Validated {
  readonly id: string
  readonly isCached: boolean
}

interface Deps extends TableDeps {
  readonly notices: QuotaNotices
}

interface Written {
  readonly validated: Validated | RoomRefused
  readonly sent: readonly Notice[]
}

type ValidationPage = Page<typeof validationRow>

/** Validations over the one table. */
export const validationTable = ({ notices, ...deps }: Deps) => {
  const rows = rowTable(validationRow, deps)
  const checked = rowTable(checkedRow, deps)
  return {
    /** The tenant's, newest first. Those of other tenants of the organisation are in its partition, too, and passed over. */
    async page({ org, tenant }: LibraryKey, { limit, cursor }: PageOptions): Promise<ValidationPage> {
      const mine: ValidationRow[] = []
      let from: string | null | undefined = cursor
      while (from !== null && mine.length <= limit) {
        const page: ValidationPage = await rows.page({ org }, { limit: limit + 1, cursor: from, newestFirst: true })
        mine.push(...page.rows.filter((row) => row.tenant === tenant))
        from = page.nextCursor
      }
      const last = mine[limit - 1]
      const nextCursor =
        last && mine.length > limit ? encodeCursor({ sk: rowKey(validationRow, { org, ...last }).sk }) : null
      return { rows: mine.slice(0, limit), nextCursor }
    },
    /**
     * Writes the validation, what makes it be given again, and its count, all or nothing: whoever is killed has charged for
     * nothing that is not there. Of requests for one digest one alone writes; `room` is asked in each attempt.
     */
    async add(
      key: LibraryKey,
      digest: string,
      row: ValidationRow,
      room: () => Promise<Room | RoomRefused>,
    ): Promise<Validated | RoomRefused> {
      const until = addMs(new Date(row.createdAt), CACHED_SECONDS * 1000).toISOString()
      const { validated, sent } = await transact<Written>(deps, async () => {
        const earlier = await checked.get({ ...key, digest })
        if (earlier) return { result: { validated: { id: earlier.id, isCached: true }, sent: [] } }
        const free = await room()
        if (free instanceof Refusal) return { result: { validated: free, sent: [] } }
        const steps = [
          checked.steps.putNew({ ...key, digest }, { id: row.id, until }),
          rows.steps.putNew({ ...key, id: row.id }, row),
          ...free.steps,
          ...notices.steps(free.due),
        ]
        return { steps, result: { validated: { id: row.id, isCached: false }, sent: free.due } }
      })
      await notices.publish(sent)
      return validated
    },
  }
}

export type ValidationTable = ReturnType<typeof validationTable>
