import { type RowOf, rowKey, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { QuotaNotices } from '@signet/ledger'
import { gapFillRow } from '../contract/gap-fill-rows.ts'
import type { AssetTable, LibraryKey } from '../library/asset-table.ts'
import type { QuotaHold } from '../requests/evidence-quota.ts'
import { type PageRequest, tenantPage } from '../validations/tenant-page.ts'

export type GapFillRow = RowOf<typeof gapFillRow>

export interface CompletedFill {
  readonly row: GapFillRow
  readonly inserted: readonly string[]
  readonly hold: QuotaHold
  /** Writes of the same transaction, such as the response of an idempotency key. */
  readonly companionWrites?: readonly WriteStep[]
}

interface Deps extends TableDeps {
  readonly assets: Pick<AssetTable, 'usageSteps'>
  readonly notices: Pick<QuotaNotices, 'steps' | 'publish'>
}

export const gapFillTable = (deps: Deps) => {
  const { assets, notices } = deps
  const rows = rowTable(gapFillRow, deps)

  const completionSteps = async (
    key: LibraryKey,
    { row, inserted, hold }: CompletedFill,
  ): Promise<readonly WriteStep[]> => [
    rows.steps.putNew({ ...key, id: row.id }, row),
    ...(await assets.usageSteps(key, inserted)),
    ...hold.keepSteps,
    ...notices.steps(hold.due),
  ]

  return {
    completionSteps,
    find: (key: LibraryKey, id: string): Promise<GapFillRow | undefined> => rows.get({ ...key, id }),
    /** Gap fills of the tenant, newest first. */
    page: (key: LibraryKey, pageRequest: PageRequest) =>
      tenantPage(
        {
          tenant: key.tenant,
          page: (options) => rows.page(key, options),
          sk: (id) => rowKey(gapFillRow, { ...key, id }).sk,
        },
        pageRequest,
      ),
    /**
     * Stores a gap fill, counts the uses of its assets and confirms its hold, all or nothing. Returns false if a
     * concurrent run stored it first. Reads assets again if they changed, and skips deleted ones.
     */
    async complete(key: LibraryKey, fill: CompletedFill): Promise<boolean> {
      const companionWrites = fill.companionWrites ?? []
      const isCompleted = await transact<boolean>(deps, async (refused) => {
        if (companionWrites.some((step) => refused?.conditionFailed(step))) return { result: false }
        if (fill.hold.keepSteps.some((step) => refused?.conditionFailed(step)))
          throw new Error(`The hold of the gap fill ${fill.row.id} has expired`)
        return { steps: [...companionWrites, ...(await completionSteps(key, fill))], result: true }
      })
      if (isCompleted) await notices.publish(fill.hold.due)
      return isCompleted
    },
  }
}

export type GapFillTable = ReturnType<typeof gapFillTable>
